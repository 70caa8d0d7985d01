import type { AgentPhase } from '../../agents/playbooks/playbooks.js';
import { requestInFolder } from '../../execution/phases/phaseRequest.js';
import { runPhase } from '../../execution/phases/runPhase.js';
import type { CallDesk } from './callDesk.js';
import { offered } from './prompts.js';

/**
 * The playbook of a phase, filled with the facts of the project; nothing is started or changed.
 *
 * @returns undefined if there is no such phase.
 * @throws Refused or UsageError
 */
export async function promptOf(
  wanted: string,
  { item, about, version }: Readonly<Record<string, string>>,
  { machine, folder, signal }: CallDesk,
): Promise<string | undefined> {
  const phase = offered.find(({ name }) => name === wanted)?.name as AgentPhase | undefined; // all but sprint
  if (phase === undefined) return undefined;
  let text = '';
  await runPhase(
    {
      ...requestInFolder,
      phase,
      item,
      about,
      version,
      folder,
      agent: undefined,
      mode: 'headless',
      model: undefined,
      dryRun: true,
    },
    {
      machine,
      warn: () => undefined,
      tell: (event) => {
        if (event.event === 'prompt') ({ text } = event);
      },
      confirm: undefined,
      signal,
    },
  );
  return text;
}
