import { appendEntry } from '../../documents/boardEdits.js';
import { boardHeadings } from '../../documents/board.js';
import { newSpec } from '../../documents/specTemplate.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { developerPrefix, prefixField } from '../support/developerPrefix.js';
import { findBoard } from '../support/findBoard.js';
import { firstPlaceholder } from '../support/firstPlaceholder.js';
import { itemTypes, typeOf } from '../support/itemTypes.js';
import { newFile } from '../support/newFile.js';
import { kindsWithIds, nextId } from '../support/nextId.js';
import { oneLineProblem, titleProblem } from '../support/oneLineText.js';
import { testCaseOfText } from '../support/testCaseOfText.js';

/** Makes an item: its id, spec, test case and entry on the board at once. */
export const newItem = defineOperation({
  name: 'new-item',
  group: 'scaffold',
  summary: 'Makes a story, bug or hotfix: id, spec, test case and board entry',
  details:
    'The id is the next that is free (see `next-id`), and nobody else gets it. The spec is a Draft to fill in, the test case has a scenario for its criterion, the entry stands at the end of the Backlog. `data` of the answer has the id, the paths, and the place of the first text to replace (`span` in UTF-16 offsets, `range` in lines and characters from 0).',
  fields: {
    type: { type: 'text', description: 'what kind of item', required: true, positional: true, values: itemTypes },
    title: {
      type: 'text',
      description: 'what it is about, in a few words',
      required: true,
      positional: true,
      check: titleProblem,
    },
    task: { type: 'texts', description: 'a task for the board', check: oneLineProblem },
    prefix: prefixField,
  },
  reads: kindsWithIds,
  needs: 'git',
  writes: true,
  begins: true,
  plan: async (workspace, { type, title: given, task, prefix }) => {
    const { project, configuration } = workspace;
    const board = findBoard(workspace);
    const title = given.trim();
    const { id } = nextId(project, typeOf(type), developerPrefix(project, prefix));
    const spec = newSpec({ id, title, status: 'Draft' }, configuration.paths.specs);
    const testCase = await testCaseOfText(spec, configuration.paths.testCases);
    const tasks = distinctTasks(task);
    const edits = appendEntry(board, 'backlog', { id, title, specPath: spec.path, tasks, ticked: false });
    if (!edits)
      throw new Refused(
        'not-found',
        `${board.path} has no section "${boardHeadings.backlog}" at whose end an entry can stand: put that right first`,
      );
    return {
      changes: [
        await newFile(workspace, spec),
        await newFile(workspace, testCase),
        { kind: 'edit', path: board.path, edits },
      ],
      answer: {
        message: `made ${id} "${title}": ${spec.path}, ${testCase.path} and its entry on the board`,
        data: {
          item: id,
          title,
          paths: { spec: spec.path, testCase: testCase.path, board: board.path },
          placeholder: firstPlaceholder(spec.path, spec.text),
        },
      },
    };
  },
});

function distinctTasks(given: readonly string[]): readonly string[] {
  const tasks = given.map((task) => task.trim());
  const twice = tasks.find((task, index) => tasks.indexOf(task) !== index);
  if (twice !== undefined)
    throw new Refused('invalid-input', `the task "${twice}" is given twice, and nobody could tell them apart`);
  return tasks;
}
