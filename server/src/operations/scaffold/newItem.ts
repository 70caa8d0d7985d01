import { statusOfSection } from '../../documents/board/board.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { newSpec } from '../../documents/spec/specTemplate.js';
import { testCaseFor } from '../../documents/testCase/testCaseTemplate.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { entryTitleProblem, taskProblem } from '../support/boardText.js';
import { developerPrefix, prefixField } from '../support/developerPrefix.js';
import { sectionDescription, sectionWords } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findSection } from '../support/findSection.js';
import { firstPlaceholder } from '../support/firstPlaceholder.js';
import { itemTypes, typeOf } from '../support/itemTypes.js';
import { newEntry } from '../support/newEntry.js';
import { newFile } from '../support/newFile.js';
import { kindsWithIds, nextId } from '../support/nextId.js';

/** Makes an item: its id, spec, test case and entry on the board at once. */
export const newItem = defineOperation({
  name: 'new-item',
  group: 'scaffold',
  summary: 'Creates a story, bug or hotfix: id, spec, test case and board entry',
  details:
    'Uses the next free id (see `next-id`) and reserves it. The spec is made from the template, with the Status of its section, the test case has a scenario for its criterion, and the entry is added at the end of the section. `data` contains the id, the paths, and the location of the first text to replace (`span` in UTF-16 offsets, `range` in lines and characters from 0).',
  example: { type: 'story', title: 'Keep the cart', task: ['Write it to storage', 'Read it back'] },
  fields: {
    type: { type: 'text', description: 'the type of item', required: true, positional: true, values: itemTypes },
    title: {
      type: 'text',
      description: 'the title, in a few words',
      required: true,
      positional: true,
      check: entryTitleProblem,
    },
    task: { type: 'texts', description: 'a task for the board', check: taskProblem },
    section: { type: 'text', description: `${sectionDescription} (default: backlog)`, completes: sectionWords },
    prefix: prefixField,
  },
  reads: kindsWithIds,
  needs: 'git',
  writes: true,
  begins: true,
  plan: async (workspace, { type, title: given, task, section: named = 'backlog', prefix }) => {
    const { project, configuration } = workspace;
    const board = findBoard(workspace);
    const section = findSection(board, named);
    const status = statusOfSection[section.kind ?? 'backlog'];
    const title = given.trim();
    const { id } = await nextId(workspace, typeOf(type), developerPrefix(project, prefix));
    const spec = newSpec({ id, title, status }, configuration.paths.specs);
    const testCase = await testCaseOfText(spec, configuration.paths.testCases);
    return {
      changes: [
        await newFile(workspace, spec),
        await newFile(workspace, testCase),
        newEntry(board, section, {
          id,
          title,
          specPath: spec.path,
          tasks: task.map((text) => text.trim()),
        }),
      ],
      answer: {
        message: `created ${id} "${title}": ${spec.path}, ${testCase.path} and its entry on the board`,
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

/**
 * The test case of a spec that is not written yet.
 *
 * @param folder of the test cases, relative to the project root.
 */
async function testCaseOfText(
  spec: { readonly path: string; readonly text: string },
  folder: string,
): Promise<{ readonly path: string; readonly text: string }> {
  const testCase = testCaseFor(await parseDocument('spec', spec.path, spec.text), folder);
  if (!testCase) throw new Refused('not-allowed', `${spec.path} has no acceptance criterion to write a scenario for`);
  return testCase;
}
