import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository as checkout } from '../../scripts/lib/repository.mjs';
import { storySteps } from '../support/phaseStory.js';

/** What the agent calls the story that it plans: the pictures of the guides show it. */
export const storyTitle = 'Show the sum of the cart';

/**
 * An agent that does what the file `script` says at the moment: `well`, `badly`, `ask`, `crash`, `hang`, `destroy`; with `stay` behind it, it
 * takes more prompts in a terminal until `/exit`.
 *
 * @param outside a folder for it, and for what it keeps of how it was called (`record`).
 * @returns the surroundings in which it is found, and no other agent is.
 */
export function fakeClaude(outside: string): Readonly<Record<string, string>> {
  const bin = path.join(outside, 'bin');
  mkdirSync(bin);
  const fake = path.join(checkout, 'test/agents/fakes/claude.mjs');
  const script = path.join(outside, 'script');
  writeFileSync(
    path.join(bin, 'claude'),
    `#!/bin/sh\nread -r FAKE_AGENT_SCRIPT stay < '${script}'\nexport FAKE_AGENT_SCRIPT\n[ -z "$stay" ] || export FAKE_AGENT_STAY=1\nexec '${process.execPath}' '${fake}' "$@"\n`,
  );
  chmodSync(path.join(bin, 'claude'), 0o755);
  writeFileSync(
    path.join(outside, 'steps.json'),
    JSON.stringify({
      ...storySteps(path.join(checkout, 'dist/cli.js'), storyTitle),
      destroy: [{ remove: 'notes.txt' }],
    }),
  );
  return {
    // Else the host asks the login shell for its surroundings, which sets another PATH.
    VSCODE_CLI: '1',
    // None of the machine's own agents.
    PATH: [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
    PACTWRIGHT_STATE: path.join(outside, 'state'),
    XDG_CONFIG_HOME: path.join(outside, 'config'),
    FAKE_AGENT_STEPS: path.join(outside, 'steps.json'),
    FAKE_AGENT_RECORD: path.join(outside, 'record'),
  };
}
