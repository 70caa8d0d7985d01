import type { Row } from './row.js';

/**
 * What a playbook can name, and how it is there. `own`: our own words, as they are. `word`: an id, quoted where it is more than
 * that. `text`: of the repository, quoted.
 * `list`: one line for each. `whole`: what a person wrote, whole, in a fence.
 */
export const factTypes = {
  role: 'own',
  'role.instructions': 'own',
  roles: 'own',
  phase: 'own',
  'item.id': 'word',
  'item.title': 'text',
  'item.status': 'text',
  'item.stage': 'own',
  about: 'whole',
  branch: 'text',
  version: 'word',
  'spec.path': 'text',
  'spec.requirements': 'list',
  'spec.criteria': 'list',
  'spec.interfaces': 'list',
  'testCase.path': 'text',
  'board.path': 'text',
  'prd.path': 'text',
  tasks: 'list',
  findings: 'list',
  gaps: 'list',
  'changes.base': 'word',
  changes: 'list',
  tests: 'list',
  security: 'list',
  concerns: 'list',
  related: 'list',
  code: 'list',
  unclear: 'list',
  lessons: 'list',
  commands: 'list',
  servers: 'list',
  powers: 'list',
  diff: 'word',
  items: 'list',
  'gate.name': 'own',
  'gate.next': 'list',
  'gate.told': 'list',
} as const satisfies Readonly<Record<string, 'own' | 'word' | 'text' | 'list' | 'whole'>>;

export type FactName = keyof typeof factTypes;

interface ValueOfType {
  readonly own: string;
  readonly word: string;
  readonly text: string;
  readonly list: readonly Row[];
  readonly whole: string;
}

/** More lines of a list than this are counted, not shown. */
export function mostRows(name: FactName): number {
  return rowsOf[name] ?? 12;
}

/** What has to be done needs to be known whole, as far as anybody reads so much. */
const rowsOf: { readonly [K in FactName]?: number } = {
  code: 18,
  'spec.requirements': 40,
  'spec.criteria': 40,
  tasks: 40,
  changes: 40,
  'gate.next': 60,
  tests: 40,
  'gate.told': 40,
};

/** The length of a list in UTF-16 units; the rest is only counted. Requirements and criteria get more: the work is judged by them. */
export function longestList(name: FactName): number {
  return name === 'spec.requirements' || name === 'spec.criteria' ? 13_600 : 4_800;
}

/** What to shorten if a prompt gets too long, the least important first. Requirements and criteria are never shortened. */
export const givingWay: readonly FactName[] = [
  'lessons',
  'related',
  'code',
  'tests',
  'findings',
  'gate.told',
  'changes',
  'gaps',
  'items',
  'servers',
  'powers',
  'spec.interfaces',
  'commands',
  'concerns',
  'security',
  'tasks',
];

/** What is not there is left out. */
export type PlaybookFacts = { readonly [K in FactName]?: ValueOfType[(typeof factTypes)[K]] | undefined };
