import { describe, expect, it } from 'vitest';
import { tasks } from '../../../server/src/gates/conditions/tasks.js';
import { change, checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { board, gateProject } from '../../support/gateProject.js';

const archive = (task: string): string =>
  `=== docs/product/archive/archive_202601.md\n# Archive\n\n### [STORY-001] Keep the cart\n\n- ${task} Model\n`;

/** The tasks there were when the work began; now they are Model and View, ticked. */
const began = (tasksThen: string): GateCase => ({
  project: gateProject(),
  work: {
    changes: [change('docs/product/sprint_board.md', board.replace('- [x] Model\n- [x] View', tasksThen), board)],
  },
});

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  [
    'passes where all are ticked',
    { project: gateProject(), work: 'none' },
    { state: 'pass', summary: '2 tasks ticked' },
  ],
  ['passes an entry in the archive', { project: gateProject({ board: '', more: archive('[x]') }) }, { state: 'pass' }],
  [
    'passes an entry on the board whatever a copy in the archive says',
    { project: gateProject({ more: archive('[ ]') }) },
    { state: 'pass' },
  ],
  [
    'passes an entry without tasks',
    { project: gateProject({ board: board.replace(/- \[x\].*\n/gu, '') }) },
    { state: 'pass', summary: 'no tasks' },
  ],
  [
    'fails where one is open',
    { project: gateProject({ board: board.replace('[x] View', '[ ] View') }) },
    { state: 'fail', problems: ['"View" is not ticked'], summary: '1 task not done (2 on the board)' },
  ],
  [
    'fails at a mark that is no tick',
    { project: gateProject({ board: board.replace('[x] View', '[-] View') }) },
    { state: 'fail', problems: ['has the marker "-"'] },
  ],
  [
    'passes a task that was reworded, and one that came and went ticked',
    began('- [ ] Modell\n- [x] Sketch\n- [ ] View'),
    { state: 'pass' },
  ],
  [
    'passes a task that a person let go',
    { ...began('- [ ] Model\n- [ ] View\n- [ ] Docs'), words: [{ about: 'approve', what: 'tasks:Docs' }] },
    { state: 'pass', summary: '1 approved' },
  ],
  [
    'fails where an open task was taken off the board',
    began('- [ ] Model\n- [ ] View\n- [ ] Docs'),
    { state: 'fail', problems: ['"Docs" was open when the work started'], approvable: ['tasks:Docs'] },
  ],
  [
    'fails without an entry',
    { project: gateProject({ board: '# Sprint Board\n\n## ✅ Done\n' }) },
    { state: 'fail', problems: ['no entry'], next: 'Add an entry' },
  ],
];

describe('the condition tasks', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(tasks, stated, expected);
  });

  it('points at the task', async () => {
    const project = gateProject({ board: board.replace('[x] View', '[ ] View') });
    const { problems } = await checkCondition(tasks, { project }, { state: 'fail' });
    expect(problems?.[0]?.place).toEqual({
      path: 'docs/product/sprint_board.md',
      range: { start: { line: 10, character: 6 }, end: { line: 10, character: 10 } },
    });
  });
});
