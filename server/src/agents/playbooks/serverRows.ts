import type { Phase } from '../phase.js';
import { own, row, type Row } from './row.js';

interface Use {
  /** Words in the names of such servers. */
  readonly named: RegExp;
  readonly phases: readonly Phase[];
  /** What it is good for there. */
  readonly says: string;
}

/** What a server is for in a phase, by what its kind is usually called: only where an agent does something else for it. */
const uses: readonly Use[] = [
  {
    named: /context7|docs|deepwiki/iu,
    phases: ['plan', 'act', 'hotfix', 'design'],
    says: 'look up how a library works in the version used here before you rely on it',
  },
  {
    named: /playwright|puppeteer|browser|devtools/iu,
    phases: ['act', 'check', 'hotfix', 'debug'],
    says: 'open what a user would see and look whether it does what is claimed, console and network included',
  },
  {
    named: /postgres|mysql|sqlite|database|supabase|mongo/iu,
    phases: ['plan', 'act', 'check', 'hotfix', 'debug'],
    says: 'look at the real schema before you assume one; only read',
  },
  {
    named: /sentry|datadog|grafana|logs/iu,
    phases: ['debug', 'hotfix'],
    says: 'look when the problem began, and what it says there',
  },
  {
    named: /github|gitlab|jira|linear|issue/iu,
    phases: ['clarify', 'plan', 'debug', 'release', 'pr'],
    says: 'read the issue that is named; write nothing there',
  },
  { named: /figma|design/iu, phases: ['plan', 'act', 'check', 'design'], says: 'read the design that is named' },
  { named: /draw/iu, phases: ['design', 'plan'], says: 'draw diagrams with it' },
];

/** A line for each MCP server that the agent has. */
export function serverRows(names: readonly string[], phase: Phase): readonly Row[] {
  return names.map((name) => {
    const use = uses.find(({ named, phases }) => phases.includes(phase) && named.test(name));
    return use ? row`${name}: ${own(use.says)}` : row`${name}`;
  });
}
