import { expect, it } from 'vitest';
import { createBoardAnswers } from '../../server/src/doors/lsp/boardAnswers.js';
import { ProjectWatch } from '../../server/src/project/projectWatch.js';
import { allRules } from '../../server/src/rules/registry.js';
import { createRandom, generateSpec } from '../support/generateProject.js';
import { createMemoryFiles } from '../support/memoryFiles.js';
import { calibrate, median, report } from './measure.js';

const boardPath = 'docs/product/sprint_board.md';
const edited = 'docs/specs/STORY-0007.md';
const ids = Array.from({ length: 2_000 }, (_, index) => `STORY-${String(index + 1).padStart(4, '0')}`);
const random = createRandom(3);
const texts = new Map(ids.map((id) => [`docs/specs/${id}.md`, generateSpec(id, random)]));
const spec = texts.get(edited) ?? '';
const board = `# Sprint Board\n\n## 🔄 In Progress\n\n${ids
  .map((id) => `### [${id}] Title of ${id}\n> Spec: docs/specs/${id}.md\n\n- [x] Data model\n- [ ] Tests\n`)
  .join('\n')}`;

it('a board of 2,000 specs is looked through after an edit, and told of where it shows another thing', async () => {
  const files = Object.fromEntries(Array.from(texts.set(boardPath, board), ([name, text]) => [`/p/${name}`, text]));
  const project = new ProjectWatch({
    root: '/p',
    nested: [],
    files: createMemoryFiles(files),
    rules: allRules,
    log: () => undefined,
    git: () => undefined,
    clock: Date.now,
  });
  const { signal } = new AbortController();
  await project.load(signal);
  await project.learn(signal);
  await project.judge(signal);
  let told = 0;
  const answers = createBoardAnswers(
    () =>
      project.boards().map((one) => ({
        board: one,
        rootUri: 'file:///p',
        name: 'p',
        project: project.project(),
        trace: project.trace(),
        findingsOf: project.findingsOf,
        uriOf: project.uriOf,
        files: () => project.files(),
      })),
    () => told++,
  );
  const edits: readonly (readonly [name: string, path: string, written: (run: number) => string, tells: boolean])[] = [
    ['prose of a spec', edited, (run) => spec.replace('## Background', `## Background\n\nWord ${run}.`), false],
    ['Status of a spec', edited, (run) => spec.replace('In Progress', run % 2 ? 'Done' : 'Draft'), true],
    ['title of an entry', boardPath, (run) => board.replace('Title of STORY-0007', `Title ${run}`), true],
  ];
  for (const [name, path, written, tells] of edits) {
    const [looking, answering]: [number[], number[]] = [[], []];
    answers.answer();
    for (let run = 0; run < 30; run++) {
      await project.setOverlay(path, written(run));
      await project.judge(signal);
      told = 0;
      const began = performance.now();
      answers.announce();
      const looked = performance.now();
      answers.answer();
      answering.push(performance.now() - looked);
      looking.push(looked - began);
      expect(told, `${name}, edit ${run}`).toBe(tells ? 1 : 0);
    }
    for (const times of [looking, answering]) times.sort((a, b) => a - b);
    report(`board of 2,000 specs, ${name}`, {
      'look through ms': median(looking),
      'answer ms': median(answering),
      'calibration ms': calibrate(),
    });
    await project.setOverlay(path, undefined);
    await project.judge(signal);
  }
});
