import { describe, expect, it } from 'vitest';
import { complete } from '../../../server/src/languageFeatures/completion.js';
import { featureCase } from '../../support/checkFeature.js';

const cart = `=== docs/specs/STORY-001.md
# STORY-001: Keep the cart

| Field | Value |
|-------|-------|
| ID | STORY-001 |
| Status | In Progress |
| Priority | P1 |
| Release | 1.4.0 |

## Requirements

### R1: Persist the cart (MUST)

The client MUST store it.

### R2: Expire old carts (SHOULD)

## Acceptance Criteria

### AC1: Reload keeps the cart (R1)

- **Given** a cart with one item
- **When** the page is reloaded
- **Then** the item is still there
- **And** its price is shown
`;
const board = `=== docs/product/sprint_board.md
# Sprint Board

## 🔄 In Progress

### [STORY-001] Keep the cart
> Spec: docs/specs/STORY-001.md

- [x] Model
`;
const source = '=== src/cart/store.ts\n\n=== src/cart/view.ts\n\n=== src/main.ts\n\n';

/**
 * Completes at the `‸` of a project that also has STORY-001, in progress.
 *
 * @param labels of the first offers, or all of them.
 * @param after the lines around the cursor after the first offer was taken.
 */
async function check(source: string, labels: readonly string[], after?: string): Promise<void> {
  const known = source.includes('STORY-001.md') ? '' : cart;
  const { context, document, offset } = await featureCase(source + known + board, { code: true });
  const { items } = complete(context, offset);
  expect(items.map(({ label }) => label).slice(0, labels.length || undefined)).toEqual(labels);
  for (const { edit, filterText } of items) {
    // What editors ask for: the replaced text stands on the cursor's line and fits what they filter by.
    const { start, end } = document.lines.rangeOf(edit.span);
    expect([start.line, end.line]).toEqual([document.lines.positionAt(offset).line, start.line]);
    expect(edit.span.start).toBeLessThanOrEqual(offset);
    expect(edit.span.end).toBeGreaterThanOrEqual(offset);
    expect(filterText.toLowerCase()).toContain(document.text.slice(edit.span.start, offset).toLowerCase().slice(0, 1));
  }
  expect(items.map(({ sortText }) => sortText)).toEqual(items.map(({ sortText }) => sortText).sort());
  const [first] = items;
  if (after === undefined || !first) return;
  const { span, newText } = first.edit;
  const whole = document.text.slice(0, span.start) + newText + document.text.slice(span.end);
  expect(whole).toContain(after);
}

const spec = (body: string): string => `=== docs/specs/STORY-002.md\n# STORY-002: Share the cart\n\n${body}`;
const fields = (rows: string): string => spec(`| Field | Value |\n|---|---|\n${rows}\n`);
const testCase = (body: string): string => `=== docs/test_cases/STORY-001_case.md\n# Test Cases: STORY-001\n\n${body}`;
const ownRole = '=== .pactwright/roles/a11y.md\nRead it aloud.\n';
const workPackage = (front: string): string =>
  `=== kitty-specs/007-red/tasks/WP01-red.md\n---\nwork_package_id: WP01\n${front}---\n\nWrite it.\n`;
const role = (front: string): string => `=== .pactwright/roles/a11y.md\n---\n${front}---\n\ntitle: no key\n`;
const config = (body: string): string => `=== .pactwright/config.yaml\n${body}`;

describe('completion of item ids', () => {
  it.each([
    ['where an id begins', spec('See STO‸\n'), ['STORY-001'], 'See STORY-001\n'],
    ['replaces the whole id', spec('See STORY-0‸09 now\n'), ['STORY-001'], 'See STORY-001 now'],
    ['behind a bracket', spec('See [‸\n'), ['STORY-001'], 'See [STORY-001\n'],
    ['by the title', spec('See [cart‸\n'), ['STORY-001'], 'See [STORY-001\n'],
    ['in Depends on, and None', dependency('| Depends on | ‸ |'), ['None', 'STORY-001'], '| Depends on | None |'],
    ['not one that is named', dependency('| Depends on | STORY-001, ‸ |'), ['None']],
    ['in the title', '=== docs/specs/STORY-002.md\n# ‸\n', ['STORY-002: '], '# STORY-002: \n'],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it.each([
    ['in a sentence', spec('S‸\n')],
    ['in a word', spec('MYSTO‸\n')],
    ['in a fence', spec('```\nSTORY-‸\n```\n')],
    ['in a code span', spec('`STORY-‸`\n')],
    ['in a comment', spec('<!-- STORY-‸ -->\n')],
    ['in a task box', spec('- [‸ ] a\n')],
  ])('not %s', (_, source) => check(source, []));

  it('in the title of an entry, those without one first', async () => {
    const own = board.replace('### [STORY-001] Keep the cart', '### [‸]\n\n### [STORY-001] Keep the cart');
    const { context, document, offset } = await featureCase(cart + spec('') + own);
    const { items } = complete(context, offset);
    expect(items.map(({ label, detail }) => [label, detail])).toEqual([
      ['STORY-002', 'Share the cart'],
      ['STORY-001', 'Keep the cart · In Progress'],
    ]);
    const { span, newText } = items[0]?.edit ?? { span: { start: 0, end: 0 }, newText: '' };
    expect(document.text.slice(span.start, span.end)).toBe(']');
    expect(newText).toBe('STORY-002] Share the cart');
  });

  it('behind Spec:, that of the entry first', async () => {
    const own = `${board}\n## 📋 Backlog\n\n### [STORY-002] Share\n> Spec: ‸\n`;
    const { context, offset } = await featureCase(cart + spec('') + own);
    expect(complete(context, offset).items.map(({ label }) => label)).toEqual([
      'docs/specs/STORY-002.md',
      'docs/specs/STORY-001.md',
    ]);
  });

  it('are a hundred at most, and more when more is typed', async () => {
    const many = Array.from(
      { length: 150 },
      (_, at) => `=== docs/specs/STORY-${at + 100}.md\n# STORY-${at + 100}: a\n`,
    );
    const { context, offset } = await featureCase(`${many.join('')}${spec('See STORY-‸\n')}`);
    const { items, complete: all } = complete(context, offset);
    expect([items.length, all, items[0]?.label]).toEqual([100, false, 'STORY-249']);
  });

  it('lead to the card of the item', async () => {
    const { context, offset } = await featureCase(`${cart}${spec('See STORY-‸\n')}`);
    expect(complete(context, offset).items[0]?.about).toEqual({ kind: 'item', id: 'STORY-001', item: 'STORY-001' });
  });
});

function dependency(row: string): string {
  return spec(`## Dependency Surface\n\n| Field | Value |\n|---|---|\n${row}\n`);
}

describe('completion of requirements and criteria', () => {
  const criteria = (line: string): string =>
    spec(`## Requirements\n\n### R1: One\n\n### R2: Two\n\n## Acceptance Criteria\n\n### AC1: First (R1)\n\n${line}\n`);
  it.each([
    ['those without a criterion first', criteria('### AC2: Second (‸)'), ['R2', 'R1'], '### AC2: Second (R2)'],
    ['the next of a list', criteria('### AC2: Second (R1, R‸)'), ['R2', 'R1'], '(R1, R2)'],
    ['in text', criteria('As in AC‸ above'), ['AC1'], 'As in AC1 above'],
    ['in a test case heading', testCase('## TC-1: Reload (‸)\n'), ['AC1', 'R2', 'R1'], '## TC-1: Reload (AC1)'],
    ['in a tag', testCase('```gherkin\n@A‸\nScenario: a\n  Given b\n```\n'), ['AC1'], '@AC1\n'],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it.each([
    ['a document without item', '=== docs/product/context.md\n# Context\n\nAC‸\n'],
    ['a word', criteria('MAC‸')],
  ])('not in %s', (_, source) => check(source, []));
});

describe('completion in tables', () => {
  it.each([
    ['statuses', fields('| Status | ‸ |'), ['Draft', 'In Progress', 'Done'], '| Status | Draft |'],
    ['the whole value', fields('| Status | In P‸rog |'), ['In Progress'], '| Status | In Progress |'],
    ['an unfinished row', fields('| Status |‸'), ['Draft', 'In Progress', 'Done'], '| Status | Draft\n'],
    ['priorities', fields('| Priority | P‸ |'), ['P0', 'P1', 'P2', 'P3']],
    ['releases of the project', fields('| Release | ‸ |'), ['1.4.0', 'TBD']],
    ['the id', fields('| ID | ‸ |'), ['STORY-002']],
    ['missing fields', fields('| ID | STORY-002 |\n| ‸'), ['Status', 'Priority', 'Release'], '| Status | '],
    ['risks', dependency('| Conflict risk | ‸ |'), ['LOW', 'MEDIUM', 'HIGH']],
    ['missing checks', security('| SEC-1 | N/A | a |\n| ‸'), ['SEC-2', 'SEC-3']],
    ['whether a check applies', security('| SEC-1 | ‸ | a |'), ['Yes', 'No', 'N/A']],
    ['folders and files', source + dependency('| Touches | `src/‸` |'), ['src/cart/', 'src/main.ts'], '`src/cart/`'],
    ['files by name', source + dependency('| Touches | vi‸ |'), ['src/cart/view.ts'], '| src/cart/view.ts |'],
    ['the next file', source + steps('| 1 | src/main.ts, src/cart/v‸ | a |'), ['src/cart/view.ts']],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it.each([
    ['the header', spec('| Field | Value‸ |\n|---|---|\n| ID | a |\n')],
    ['an unknown field', fields('| Owner | ‸ |')],
    ['a table of something else', spec('## Background\n\n| Status | a |\n|---|---|\n| Status | ‸ |\n')],
  ])('not in %s', (_, source) => check(source, []));
});

function security(rows: string): string {
  return spec(`## Security Scope\n\n| Check | Applicable | Reason |\n|---|---|---|\n${rows}\n`);
}

function steps(row: string): string {
  return spec(`## Implementation Steps\n\n| Step | File | Action |\n|---|---|---|\n${row}\n`);
}

describe('completion of sections', () => {
  it.each([
    ['missing ones in order', spec('## Background\n\na\n\n## ‸\n'), ['Requirements', 'Acceptance Criteria']],
    ['with their body', spec('## Out‸\n'), ['Out of Scope'], '\n## Out of Scope\n\n- TODO\n'],
    ['the next requirement', spec('## Requirements\n\n### R1: a\n\n### ‸\n'), ['R2: TODO (MUST)']],
    [
      'a criterion for what has none',
      spec('## Requirements\n\n### R1: a\n\n### R2: b\n\n## Acceptance Criteria\n\n### AC1: a (R1)\n\n### ‸\n'),
      ['AC2: TODO (R2)'],
      '### AC2: TODO (R2)\n\n- **Given** TODO\n- **When** TODO\n- **Then** TODO\n',
    ],
    [
      'a scenario for a criterion',
      testCase('## TC-3: Other (R2)\n\n## ‸\n'),
      ['TC-4: Reload keeps the cart (AC1, R1)'],
      '## TC-4: Reload keeps the cart (AC1, R1)\n\n- **Given** a cart with one item\n',
    ],
    ['of the context', '=== docs/product/context.md\n# C\n\n## ‸\n', ['Sprint Status', 'Current Stories']],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it.each([
    ['a fence', spec('```\n## ‸\n```\n')],
    ['a heading that goes on', spec('## ‸Background\n')],
  ])('not in %s', (_, source) => check(source, []));

  it('of a board, and the entries it has not yet', async () => {
    for (const [line, label, text] of [
      ['## ‸', '📋 Backlog', '## 📋 Backlog'],
      [
        '### ‸',
        '[STORY-002] Share the cart',
        '### [STORY-002] Share the cart\n> Spec: docs/specs/STORY-002.md\n\n- [ ] TODO',
      ],
    ] as const) {
      const { context, offset } = await featureCase(`${cart}${spec('')}${board}\n${line}\n`);
      const [first] = complete(context, offset).items;
      expect([first?.label, first?.edit.newText]).toEqual([label, text]);
    }
  });
});

describe('completion of steps', () => {
  const step = (line: string): string => spec(`## Acceptance Criteria\n\n### AC1: a\n\n${line}\n`);
  it.each([
    ['with the keyword', step('- **Given** ‸'), ['a cart with one item'], '- **Given** a cart with one item\n'],
    ['that begin so', step('- When the p‸'), ['the page is reloaded']],
    ['behind And', step('- **Then** b\n- **And** ‸'), ['b', 'the item is still there', 'its price is shown']],
    ['in Gherkin', testCase('```gherkin\nScenario: a\n  Given ‸\n```\n'), ['a cart with one item']],
    [
      'in a feature',
      '=== docs/test_cases/STORY-001.feature\nFeature: a\n  Scenario: b\n    Given ‸\n',
      ['a cart with one item'],
    ],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it('not in prose', () => check(spec('## Background\n\nGiven ‸\n'), []));
});

describe('completion of words', () => {
  const requirement = (line: string): string => spec(`## Requirements\n\n${line}\n`);
  it.each([
    ['levels', requirement('### R1: Keep it (‸)'), ['MUST', 'SHOULD', 'MAY'], '### R1: Keep it (MUST)'],
    ['in the text', requirement('### R1: Keep it\n\nIt MU‸ stay'), ['MUST', 'MUST NOT'], 'It MUST stay'],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it.each([
    ['elsewhere', spec('## Background\n\nIt MU‸\n')],
    ['in small letters', requirement('### R1: Keep it\n\nIt mu‸\n')],
  ])('not %s', (_, source) => check(source, []));
});

describe('completion of suppressions', () => {
  it.each([
    [
      'directives',
      spec('<!-- pactwright‸ -->\n'),
      ['pactwright-disable-next-line', 'pactwright-disable', 'pactwright-enable'],
    ],
    ['codes', spec('<!-- pactwright-disable W007, W00‸ -->\n'), ['W001', 'W002']],
    ['by name', spec('<!-- pactwright-disable-next-line unknown-st‸ -->\n'), ['W006'], 'next-line W006 -->'],
    ['in YAML', config('# pactwright-disable PW51‸\n'), ['PW511', 'PW512']],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it('not in the reason', () => check(spec('<!-- pactwright-disable W007 -- W00‸ -->\n'), []));
});

describe('completion of YAML', () => {
  it.each([
    ['keys', config('com‸\n'), ['compat'], 'compat: \n'],
    ['keys that are not there', config('compat: "2.20.0"\nco‸\n'), ['conventions'], 'conventions:\n'],
    ['keys of a map', config('paths:\n  specs: a\n  te‸\n'), ['testCases'], '  testCases: \n'],
    ['codes of rules', config('rules:\n  PW101: off\n  PW10‸\n'), ['PW102', 'PW103']],
    ['values', config('rules:\n  PW101: ‸\n'), ['off', 'error', 'warning', 'info'], 'PW101: off\n'],
    ['texts that look like numbers', config('compat: ‸\n'), ['2.10.6', '2.20.0'], 'compat: "2.10.6"\n'],
    ['phases', config('agents:\n  phases:\n    che‸\n'), ['check'], '    check:\n'],
    ['what is said of a phase', config('agents:\n  phases:\n    check:\n      ro‸\n'), ['role'], '      role: \n'],
    [
      'roles, the project’s own too',
      `${config('agents:\n  phases:\n    check:\n      role: a1‸\n')}${ownRole}`,
      ['a11y'],
    ],
    ['roles as keys', `${config('agents:\n  roles:\n    a1‸\n')}${ownRole}`, ['a11y'], '    a11y:\n'],
    ['keys of a role', role('phases: [check]\nti‸\n'), ['title'], 'title: \n---\n'],
    ['phases of a role', role('phases: ch‸\n'), ['check'], 'phases: check\n---\n'],
    ['keys of a work package', workPackage('own‸\n'), ['owned_files'], 'owned_files:\n---\n'],
    ['modes of a work package', workPackage('execution_mode: c‸\n'), ['code_change'], 'execution_mode: code_change\n'],
    ['behind deeper values', config('paths:\n  specs: a\nrul‸\n'), ['rules']],
    ['items of a list', '=== .claude/pactkit.yaml\nagents:\n- qa‸\n', ['qa-engineer'], '- qa-engineer\n'],
    [
      'keys in a list of maps',
      '=== .claude/pactkit.yaml\nvisualize:\n  layers:\n    - name: a\n      pa‸\n',
      ['patterns'],
    ],
    ['a switch', '=== .claude/pactkit.yaml\nauto_fix: ‸\n', ['true', 'false']],
  ])('%s', (_, source, labels, after?: string) => check(source, labels, after));

  it.each([
    ['a comment', config('# com‸\n')],
    ['the instructions of a role', role('title: x\n').replace('no key', '‸')],
    ['an unknown map', config('nothing:\n  a‸\n')],
    ['free text', config('baseline: a‸\n')],
  ])('not in %s', (_, source) => check(source, []));
});
