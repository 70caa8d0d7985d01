/** An item as a project's life has it at one moment; plain data, so that a branch can have its own copy. */
export interface ItemState {
  readonly id: string;
  readonly title: string;
  stage: 'backlog' | 'inProgress' | 'done' | 'archived' | 'off';
  status: 'Draft' | 'In Progress' | 'Done';
  release: string;
  tasks: { text: string; checked: boolean }[];
  built: boolean;
  dependsOn: string;
  hasSpec: boolean;
  hasCase: boolean;
  hasTests: boolean;
  /** Texts to replace in a document of the item, in order. */
  readonly replaced: Record<ItemDocument, [string, string][]>;
}

export type ItemDocument = 'spec' | 'testCase' | 'entry' | 'test';

const subjects = [
  'cart',
  'order',
  'price',
  'stock',
  'guest',
  'coupon',
  'refund',
  'invoice',
  'search',
  'profile',
] as const;
const deeds = ['keeps', 'shows', 'counts', 'stores', 'sends', 'sorts', 'merges', 'prints', 'checks'] as const;
const objects = ['totals', 'dates', 'names', 'labels', 'limits', 'notes', 'rates', 'codes'] as const;

const pick = <T>(list: readonly [T, ...T[]], at: number): T => list[at % list.length] ?? list[0];

export function newItem(number: number): ItemState {
  return {
    id: itemId(number),
    title: `The ${pick(subjects, number)} ${pick(deeds, number >> 1)} ${pick(objects, number >> 2)}`,
    stage: 'backlog',
    status: 'Draft',
    release: 'TBD',
    tasks: ['Model', 'View'].map((text) => ({ text, checked: false })),
    built: false,
    dependsOn: 'None',
    hasSpec: true,
    hasCase: true,
    hasTests: true,
    replaced: { spec: [], testCase: [], entry: [], test: [] },
  };
}

export const itemId = (number: number): string => `STORY-${String(number).padStart(3, '0')}`;

export const paths = {
  spec: (id: string): string => `docs/specs/${id}.md`,
  testCase: (id: string): string => `docs/test_cases/${id}_case.md`,
  source: (id: string): string => `src/${id.toLowerCase().replace('-', '')}.ts`,
  test: (id: string): string => `tests/${id.toLowerCase().replace('-', '')}.test.ts`,
  board: 'docs/product/sprint_board.md',
  archive: 'docs/product/archive/archive_202601.md',
  context: 'docs/product/context.md',
} as const;

const replacing = (text: string, pairs: readonly [string, string][]): string =>
  pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`"${from}" is not there to be replaced`);
    return now.replace(from, () => to);
  }, text);

/** The text of an item's spec. */
export function spec({ id, title, status, release, dependsOn, replaced }: ItemState): string {
  return replacing(
    `# ${id}: ${title}

| Field | Value |
| --- | --- |
| ID | ${id} |
| Status | ${status} |
| Priority | P1 |
| Release | ${release} |

## Background

People who buy here ask for it.

## Requirements

### R1: Keep it (MUST)

The shop MUST keep it when the page is loaded again.

### R2: Say so (SHOULD)

The shop SHOULD say what was kept.

## Acceptance Criteria

### AC1: It is kept (R1)

- **Given** a page with one of them
- **When** the page is loaded again
- **Then** it is still there

### AC2: It is said (R2)

- **Given** a page with one of them
- **When** the page is loaded again
- **Then** a line names it

## Target Call Chain

page → shop → storage

## Dependency Surface

| Field | Value |
| --- | --- |
| Depends on | ${dependsOn} |
| Provides | ${title.toLowerCase()} |
| Touches | \`${paths.source(id)}\` |
| Conflict risk | LOW |

## Implementation Steps

| Step | File | Action | Dependencies | Risk |
| --- | --- | --- | --- | --- |
| 1 | \`${paths.source(id)}\` | Write it | None | Low |

## Security Scope

| Check | Applicable | Reason |
| --- | --- | --- |
| SEC-1 | N/A | nothing secret |

## Out of Scope

- Anything on the server
`,
    replaced.spec,
  );
}

function testCase({ id, title, replaced }: ItemState): string {
  return replacing(
    `# Test Cases: ${id} — ${title}

> Spec: ${paths.spec(id)}

## TC-1: It is kept (AC1)

- **Given** a page with one of them
- **When** the page is loaded again
- **Then** it is still there

## TC-2: It is said (AC2)

- **Given** a page with one of them
- **When** the page is loaded again
- **Then** a line names it
`,
    replaced.testCase,
  );
}

function test({ id, replaced }: ItemState): string {
  return replacing(
    `import { expect, it, describe } from 'vitest';
import { keep } from '../${paths.source(id).replace('.ts', '.js')}';

describe('${id}', () => {
  it('AC1: is kept', () => {
    expect(keep(1)).toBe(1);
  });

  it('AC2: is said', () => {
    expect(keep(2)).toBe(2);
  });
});
`,
    replaced.test,
  );
}

function entry({ id, title, tasks, replaced, hasSpec }: ItemState): string {
  const lines = tasks.map(({ text, checked }) => `- [${checked ? 'x' : ' '}] ${text}`).join('\n');
  return replacing(
    `### [${id}] ${title}\n\n${hasSpec ? `> Spec: ${paths.spec(id)}\n\n` : ''}${lines}\n`,
    replaced.entry,
  );
}

interface ItemTexts {
  readonly files: readonly (readonly [string, string])[];
  readonly entry: string;
}

// An item is the same in most of a life's commits.
const knownTexts = new Map<string, ItemTexts>();

function textsOf(item: ItemState): ItemTexts {
  const key = JSON.stringify(item);
  const known = knownTexts.get(key);
  if (known) return known;
  const { id } = item;
  const files: (readonly [string, string])[] = [];
  if (item.hasSpec) files.push([paths.spec(id), spec(item)]);
  if (item.hasCase) files.push([paths.testCase(id), testCase(item)]);
  if (item.built) files.push([paths.source(id), `export const keep = (what: number): number => what;\n`]);
  if (item.built && item.hasTests) files.push([paths.test(id), test(item)]);
  const texts = { files, entry: entry(item) };
  knownTexts.set(key, texts);
  return texts;
}

/** All files of a project with these items, by path. */
export function render(
  items: Iterable<ItemState>,
  { context, extra }: { context: string; extra: ReadonlyMap<string, string> },
): Map<string, string> {
  const files = new Map<string, string>([['package.json', '{ "name": "shop", "private": true }\n']]);
  const sections = { backlog: '', inProgress: '', done: '', archived: '', off: '' };
  for (const item of items) {
    const texts = textsOf(item);
    for (const [path, text] of texts.files) files.set(path, text);
    sections[item.stage] += `\n${texts.entry}`;
  }
  files.set(
    paths.board,
    `# Sprint Board\n\n## 📋 Backlog\n${sections.backlog}\n## 🔄 In Progress\n${sections.inProgress}\n## ✅ Done\n${sections.done}`,
  );
  if (sections.archived !== '') files.set(paths.archive, `# Archive 2026-01\n${sections.archived}`);
  files.set(
    paths.context,
    `# Project Context (Auto-generated)

> Last updated: ${context} by pactkit

## Sprint Status

Under way.

## Current Stories

See the board.

## Recent Completions

See the board.

## Active Branches

See git.

## Key Decisions

None.

## Next Recommended Action

Go on.

## Agent Continuation

None.
`,
  );
  for (const [file, text] of extra) files.set(file, text);
  return files;
}
