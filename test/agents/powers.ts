import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentPowers } from '../../server/src/agents/agent.js';
import type { Act, Script } from './model/script.js';
import type { Play } from './play.js';
import { tellingOf } from './tellingOf.js';

/** What is printed is nowhere else: the model sees it only if the command has run. */
const printing = 'node -e "console.log(7 * 6666669)"';
const printed = '46666683';
const reading = 'git log -1 --format=%T';

/** Has the program try what its adapter says that it can or cannot do. */
export async function powersIn(play: Play, note: (text: string) => void): Promise<AgentPowers> {
  const page = await openPage();
  const commands: readonly Act[] = [{ run: reading }, { run: printing }];
  const allowedSince = (first: number, tree: string): 'all' | 'safe' | 'none' => {
    const text = play.model.seen
      .slice(first)
      .map((one) => one.text)
      .join('\n');
    if (text.includes(printed)) return 'all';
    return text.includes(tree) ? 'safe' : 'none';
  };
  const treeNow = (): string => play.git('log', '-1', '--format=%T');
  const before = treeNow();
  play.model.play(
    oneByOne(
      { run: 'pactwright board tick STORY-001 1' },
      ...commands,
      { run: 'git commit --allow-empty -m "By the agent"' },
      { run: `curl --silent --max-time 5 ${page.address}` },
      // Some end their turn behind it.
      { write: '../elsewhere.txt', text: 'Elsewhere\n' },
    ),
  );
  const written = await play.phase('act', 'STORY-001', '--here', '--rounds', '1');
  note(tellingOf(written));
  const write = allowedSince(0, before);
  const first = play.model.seen.length;
  const tree = treeNow();
  play.model.play(oneByOne(...commands));
  note(tellingOf(await play.phase('debug', 'STORY-001', '--about', 'Totals are wrong')));
  if (!play.read('docs/product/sprint_board.md').includes('- [x] Add up'))
    throw new Error('it could not run pactwright');
  return {
    commands: { read: allowedSince(first, tree), write },
    own: logsIn(play).includes('outside of its sandbox') ? 'request' : 'direct',
    commits: play.git('log', '--format=%s').includes('By the agent'),
    network: page.visits() > 0,
    writesOutside: existsSync(path.join(play.folder, '../elsewhere.txt')),
  };
}

/** All that is recorded of sessions. */
function logsIn({ folder }: Play): string {
  const logs = path.join(folder, '.git/pactwright/agents');
  const names = readdirSync(logs).filter((name) => name.endsWith('.jsonl'));
  return names.map((name) => readFileSync(path.join(logs, name), 'utf8')).join('');
}

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

/** A page that counts who looks at it. */
async function openPage(): Promise<{ readonly address: string; readonly visits: () => number }> {
  let visits = 0;
  const server = createServer((_, response) => {
    visits++;
    response.end('A page');
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { address: `http://127.0.0.1:${port}`, visits: () => visits };
}
