import { describe, expect, it } from 'vitest';
import type { GitHistory } from '../../../../server/src/workspace/git/gitFacts.js';
import { carryOutOn, type OperationCase, refusalOf } from '../../../support/checkOperation.js';
import { lintFiles } from '../../../support/checkRule.js';
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
    expect(below(text, 'Active Branches')).toBe('- not known: there is no git');
    expect(below(text, 'Sprint Status')).toBe('There is no sprint board.');
  });

  const before =
    '\u{FEFF}# Old\r\n\r\n## Sprint Status\r\nlies\r\n\r\n## Mine\r\n\r\n- note\r\n\r\n## Agent Continuation\r\nLast Command: x\r\n\r\n### Sprint Contract (STORY-1)\r\n- [x] AC1: a  \r\n\r\n## Notes\r\n\r\nEnd';

  it('keeps Agent Continuation, sections of your own, line breaks and byte order mark', async () => {
    const text = await written({ files: { ...files, [path]: before } });
    expect(text.startsWith('\u{FEFF}# Project Context (Auto-generated)\r\n> Last')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(
      text.endsWith(
        '## Agent Continuation\r\nLast Command: x\r\n\r\n### Sprint Contract (STORY-1)\r\n- [x] AC1: a\r\n\r\n## Mine\r\n\r\n- note\r\n\r\n## Notes\r\n\r\nEnd\r\n',
      ),
    ).toBe(true);
    expect(text).not.toContain('lies');
    expect(await written({ files: { ...files, [path]: text }, now: 0 })).toBe(
      text.replace(/> Last updated: \S+/, (await written({ now: 0 })).match(/> Last updated: \S+/)?.[0] ?? ''),
    );
  });

  it('empties it, or begins it anew with the contract of the items named', async () => {
    const on = { ...files, [path]: before };
    const ended = await written({ files: on, input: { end: true } });
    expect(ended).toContain('## Agent Continuation\r\nNo active work session.\r\n\r\n## Mine');
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
