import { newSpec as specFromTemplate } from '../../documents/spec/specTemplate.js';
import { statusOfStage } from '../../rules/drift/boardState.js';
import { entryTraces, stageOf } from '../../trace/entryTraces.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { firstPlaceholder } from '../support/firstPlaceholder.js';
import { newFile } from '../support/newFile.js';
import { titleProblem } from '../support/oneLineText.js';

/** Makes the spec of an item that has none. */
export const newSpec = defineOperation({
  name: 'new-spec',
  group: 'scaffold',
  summary: 'Creates the spec of an item from the template',
  details:
    'Without a title, uses the title of the entry on the board or in the archive. The Status follows the section of the entry, or is Draft if there is none.',
  example: { item: 'STORY-042', title: 'Keep the cart' },
  fields: {
    item: itemField,
    title: { type: 'text', description: 'the title, in a few words', positional: true, check: titleProblem },
  },
  reads: ['spec', 'board', 'archive'],
  needs: 'documents',
  writes: true,
  begins: true,
  plan: async (workspace, { item, title: given }) => {
    const { title, status } = fromEntry(workspace.project, item);
    const chosen = given?.trim() ?? title;
    if (chosen === undefined || chosen === '')
      throw new Refused('invalid-input', `title is missing, and ${item} has no board entry to take it from`);
    const problem = titleProblem(chosen);
    if (problem !== undefined)
      throw new Refused(
        'invalid-input',
        `the title of the entry, "${chosen.slice(0, 60)}", ${problem}; or specify a title`,
      );
    const spec = specFromTemplate({ id: item, title: chosen, status }, workspace.configuration.paths.specs);
    return {
      changes: [await newFile(workspace, spec)],
      answer: {
        message: `created ${spec.path}`,
        data: { item, title: chosen, path: spec.path, placeholder: firstPlaceholder(spec.path, spec.text) },
      },
    };
  },
});

function fromEntry(
  project: Project,
  item: string,
): { readonly title?: string; readonly status: ReturnType<typeof statusOfStage> } {
  const entries = [...project.ofKind('board'), ...project.ofKind('archive')].flatMap((document) =>
    entryTraces(document).flatMap(({ id, trace }) => (id === item ? [trace] : [])),
  );
  const title = entries[0]?.entry.title.value;
  return { status: statusOfStage(stageOf(entries)), ...(title === undefined ? {} : { title }) };
}
