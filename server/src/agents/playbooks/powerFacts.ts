import type { AgentAccess, AgentPowers } from '../agent.js';
import type { PlaybookFacts } from './facts.js';
import { row, type Row } from './row.js';

interface Work {
  readonly access: AgentAccess;
  readonly item: string | undefined;
  /** The commit that changes are compared with. */
  readonly base: string | undefined;
}

/** What an agent has to know of what its program will refuse, and which command shows it the changes. */
export function powerFacts(powers: AgentPowers | undefined, { access, item, base }: Work): PlaybookFacts {
  const commands = powers?.commands[access] ?? 'all';
  const diff = commands === 'none' ? `pactwright diff ${item}` : `git diff ${base?.slice(0, 12) ?? 'HEAD'}`;
  return {
    ...(item === undefined ? {} : { diff }),
    powers: [
      ...commandRows(commands, item),
      // Commands that read need none.
      ...(powers && !powers.network && commands === 'all' ? [row`There is no network: nothing can be installed.`] : []),
    ],
  };
}

function commandRows(commands: AgentPowers['commands'][AgentAccess], item: string | undefined): readonly Row[] {
  switch (commands) {
    case 'all':
      return [];
    case 'safe':
      return [row`Besides ${'pactwright'}, only commands that read are allowed; others are refused.`];
    case 'none': {
      const more = item === undefined ? [] : [row`${`pactwright diff ${item}`} shows what changed.`];
      return [row`Only ${'pactwright'} is allowed as a command, without pipes; others are refused.`, ...more];
    }
  }
}
