import { describe, expect, it } from 'vitest';
import type { GitHistory } from '../../../../server/src/workspace/git/gitFacts.js';
import { carryOutOn, type OperationCase, refusalOf } from '../../../support/checkOperation.js';
import { lintFiles } from '../../../support/lintFiles.js';
import { cleanSpec } from '../../../support/projectTexts.js';

const path = 'docs/product/context.md';
const board = [
  '# Sprint Board',
  '## 📋 Backlog',
  '### [STORY-009] Later',
  '## 🔄 In Progress',
  '### [STORY-001] Keep the cart',
  '- [ ] One',
  '### BUG-2: x',
  '- [ ] One',
  '## ✅ Done',
  ...[3, 4, 5, 6].map((number) => `### [STORY-00${number}] Done ${number}`),
  '',
].join('\n\n');
const lessons = `| Date | Lesson | Context |\n|---|---|---|\n${[1, 2, 3, 4, 5, 6].map((day) => `| 2026-01-0${day} | use \`a\\|b\` ${day} | c |\n`).join('')}`;
const files = {
  'docs/product/sprint_board.md': board,
  'docs/architecture/governance/lessons.md': lessons,
  'docs/specs/STORY-001.md': cleanSpec().replace('(R1)\n', '(R1, R2)\n'),
  'docs/specs/STORY-006.md': cleanSpec('STORY-006'),
};

const tip = 'a'.repeat(40);
// What is not asked for is left out.
const history = {
  head: { branch: 'feature/STORY-001', commit: tip },
  branches: [
    { name: 'feature/STORY-001', tip, items: [], at: 0 },
    { name: 'main', tip, items: [], at: 0 },
    { name: 'other', tip, items: [], at: 0 },
    { name: 'main', remote: 'origin', tip, items: [], at: 0 },
  ],
  worktrees: [{ path: '/w', main: false, branch: 'other', items: [], locked: false, prunable: false }],
} as unknown as GitHistory;

const call = (given: Partial<OperationCase> = {}): OperationCase => ({
  operation: 'context',
  input: {},
  files,
  git: { ignored: new Set(), notices: [], history },
  ...given,
});

async function written(given: Partial<OperationCase> = {}): Promise<string> {
  const { changed } = await carryOutOn(call(given));
  expect(Object.keys(changed)).toEqual([path]);
  return changed[path] ?? '';
}

/** What stands below a heading. */
const below = (text: string, heading: string): string =>
  text.split(`## ${heading}\n`)[1]?.split('\n\n## ')[0]?.trimEnd() ?? '';

describe('context', () => {
  it('tells of board, lessons and branches, and lints clean', async () => {
    const text = await written();
    expect(text).toMatch(
      /^# Project Context \(Auto-generated\)\n> Last updated: 2026-0[23]-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d by pactwright context\n\n## Sprint Status\n/,
    );
    expect(text.match(/^## .*/gm)?.map((heading) => [heading.slice(3), below(text, heading.slice(3))])).toEqual([
      ['Sprint Status', 'Backlog: 1 | In Progress: 2 | Done: 4 stories'],
      ['Current Stories', '- STORY-001: Keep the cart\n- BUG-2: x'],
      ['Recent Completions', '- STORY-004: Done 4\n- STORY-005: Done 5\n- STORY-006: Done 6 (its spec is In Progress)'],
      ['Active Branches', '- feature/STORY-001 (current)\n- main\n- other (in another worktree)'],
      ['Key Decisions', [2, 3, 4, 5, 6].map((day) => `- use \`a|b\` ${day}`).join('\n')],
      ['Next Recommended Action', '`/project-act` (stories in progress)'],
      ['Agent Continuation', 'No active work session.'],
    ]);
    const { findings } = await lintFiles([{ path, text }]);
    expect(findings).toEqual([]);
  });

  it.each([
    ['a backlog', '## 📋 Backlog\n\n### [STORY-009] Later\n', '`/project-plan` (stories in the backlog)'],
    ['an empty board', '## 📋 Backlog\n', '`/project-design` (nothing is planned)'],
  ])('recommends what comes next: %s', async (_, text, action) => {
    const made = await written({ files: { 'docs/product/sprint_board.md': text } });
    expect(below(made, 'Next Recommended Action')).toBe(action);
    expect(below(made, 'Current Stories')).toBe('None');
    expect(below(made, 'Key Decisions')).toBe('None');
  });

  it('says what is not known', async () => {
    const notices = [{ kind: 'unavailable' as const, message: 'there is no git' }];
    const text = await written({ files: {}, git: { ignored: new Set(), notices } });
    expect(below(text, 'Active Branches')).toBe('- unknown: there is no git');
    expect(below(text, 'Sprint Status')).toBe('There is no sprint board.');
  });

  const before =
    '\u{FEFF}# Old\r\n\r\n## Sprint Status\r\nlies\r\n\r\n## Mine\r\n\r\n- note\r\n\r\n## Agent Continuation\r\nLast Command: x\r\n\r\n### Sprint Contract (STORY-1)\r\n- [x] AC1: a  \r\n\r\n## Notes\r\n\r\nEnd';

  it('keeps Agent Continuation, sections of your own, line breaks and byte order mark', async () => {
    const text = await written({ files: { ...files, [path]: before } });
    expect(text.startsWith('\u{FEFF}# Project Context (Auto-generated)\r\n> Last')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(text.endsWith(before.slice(before.indexOf('## Mine')))).toBe(true);
    expect(text.match(/^## .*/gm)?.map((heading) => heading.slice(3).trimEnd())).toEqual([
      ...['Sprint Status', 'Current Stories', 'Recent Completions', 'Active Branches', 'Key Decisions'],
      ...['Next Recommended Action', 'Mine', 'Agent Continuation', 'Notes'],
    ]);
    expect(text).not.toContain('lies');
    const again = { ...call({ files: { ...files, [path]: text } }), now: 0 };
    expect(await written(again)).toBe(
      text.replace(/> Last updated: .*/, (await written({ now: 0 })).match(/> Last updated: .*/)?.[0] ?? ''),
    );
  });

  it('changes the bodies that differ, and no text of people', async () => {
    const made = await written({ now: 0 });
    const own = (text: string): string =>
      `---\na: b\n---\n\nAbove.\n\n${text
        .replace('pactwright context\n', 'pactwright context\n> and mine\n\nBetween.\n\n<!-- note -->\n')
        .replace('## Current Stories\n', '## Current Stories\n\n<!-- first -->\n\n')
        .replace('\n\n## Active', '\n\n### Mine\n\nDone too.\n\n<!-- next -->\n## Active')}
## Mine

> Last updated: never by me

## Agent Continuation
The second.

## Sprint Status
As well.

<div>
`;
    const stale = own(made).replace('- main', '- gone').replace('In Progress: 2', 'In Progress: 9');
    const { plan, changed } = await carryOutOn(call({ files: { ...files, [path]: stale }, now: 1000 }));
    expect(changed[path]).toBe(own(await written({ now: 1000 })));
    const [change] = plan.changes;
    expect(change?.kind === 'edit' && change.edits.map(({ newText }) => newText.split('\n')[0])).toEqual([
      expect.stringMatching(/^> Last updated: /),
      'Backlog: 1 | In Progress: 2 | Done: 4 stories',
      '- feature/STORY-001 (current)',
    ]);
  });

  it.each([
    ['nothing', '', []],
    ['blanks', '\u{FEFF}\n\n', []],
    ['text', 'Mine.', ['Mine.']],
    ['text right below the title', '# Old\nMine.\nToo.\n', ['\n\nMine.\nToo.\n']],
    ['an underlined title', 'Old\n===\n\nMine.\n', ['\n\nMine.\n']],
    ['front matter', '---\na: b\n---\nMine.\n', ['---\na: b\n---\n', '\n\nMine.\n']],
    ['no title, own section', '## Mine\n\n# Other\n\nText.\n', ['\n\n## Mine\n\n# Other\n\nText.\n']],
    [
      'the last section alone',
      'Top.\n\n## Agent Continuation\nGoes on.\n',
      ['Top.\n', '## Agent Continuation\nGoes on.\n'],
    ],
    ['another order', '## Key Decisions\n## Sprint Status\n### Mine\nText', ['\n\n### Mine\nText'.slice(2)]],
  ])('makes whole what has %s, and the same again from that', async (_, text, stays) => {
    const made = await written({ files: { ...files, [path]: text }, now: 0 });
    for (const own of stays) expect(made).toContain(own);
    const { findings } = await lintFiles([{ path, text: made }]);
    const found = findings.map(({ code }) => code).filter((code) => /^PW40[124]$/.test(code));
    expect(found).toEqual([]);
    expect(made.match(/^## Sprint Status\nBacklog: 1 /gm)).toHaveLength(1);
    const again = await carryOutOn(call({ files: { ...files, [path]: made }, now: 0 }));
    expect(again.changed[path] ?? made).toBe(made);
  });

  it('refuses to write into a fence that is never closed, and else leaves it', async () => {
    const open = { ...files, [path]: '# Old\n\n## Mine\n\n```\n## Sprint Status\n' };
    expect(await refusalOf(call({ files: open }))).toMatchObject({ code: 'not-allowed' });
    const below = '\n## Mine\n\n```\n## Sprint Status\n';
    const made = (await written({ now: 0 })) + below;
    expect(await written({ files: { ...files, [path]: made }, now: 1000 })).toBe(
      (await written({ now: 1000 })) + below,
    );
  });

  it('empties it, or begins it anew with the contract of the items named', async () => {
    const on = { ...files, [path]: before };
    const ended = await written({ files: on, input: { end: true } });
    expect(ended).toContain('## Agent Continuation\r\nNo active work session.\r\n\r\n## Notes');
    const text = await written({
      input: { lastCommand: ' act STORY-001 and STORY-999 ', phase: 'red', blockers: 'none' },
    });
    expect(below(text, 'Agent Continuation')).toBe(
      'Last Command: act STORY-001 and STORY-999\nPhase Reached: red\nBlockers: none\n\n### Sprint Contract (STORY-001)\n- [ ] AC1: Reload keeps the cart',
    );
  });

  it.each([{ phase: 'red' }, { lastCommand: 'x', end: true }, { lastCommand: 'a\n## b' }])(
    'refuses %j',
    async (input) => {
      expect(await refusalOf(call({ input }))).toMatchObject({ code: 'invalid-input' });
    },
  );
});
