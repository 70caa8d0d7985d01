import type { ParsedDocument } from '../../documents/document.js';
import { appendLessons, lessonRow, newLessons, removeFirstLessons } from '../../documents/lessons/lessonEdits.js';
import { mostLessons } from '../../documents/lessons/lessons.js';
import { isSpecific, sameLesson, similarity } from '../../documents/lessons/lessonText.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import { defineOperation, type OperationWorkspace } from '../operation.js';
import { archiveLessons } from '../support/archiveLessons.js';
import { itemIdProblem } from '../support/fields.js';
import { localDate } from '../support/localDate.js';
import { oneLineProblem } from '../support/oneLineText.js';

const longestLesson = 1000;

/** Adds a lesson to those that are learned. */
export const lessonAppend = defineOperation({
  name: 'lesson-append',
  group: 'documents',
  summary: 'Adds a lesson to the table of lessons',
  details: `A lesson has to name something concrete (a file, a path, a function, code in backticks) and must be new: it is rejected if it shares half of its words with another. The row is added at the end of the table, with pipes escaped. With more than ${mostLessons} rows, the first ones move to the archive of their month, \`archive/lessons_archive_YYYYMM.md\` next to the file. The file is created if it does not exist.`,
  example: { lesson: 'A cart outlives the session: key it by account', item: 'STORY-042' },
  fields: {
    lesson: {
      type: 'text',
      description: 'what was learned, in one line',
      required: true,
      positional: true,
      check: (text) => oneLineProblem(text, longestLesson),
    },
    item: {
      type: 'text',
      description: 'the item it comes from, e.g. STORY-042',
      check: itemIdProblem,
      completes: 'item',
    },
    context: {
      type: 'text',
      description: 'the context, e.g. a file (default: the item)',
      check: (text) => oneLineProblem(text),
    },
  },
  reads: ['lessons'],
  needs: 'documents',
  writes: true,
  plan: async (workspace, { lesson: given, item, context: place }) => {
    const lesson = given.trim();
    const context = place?.trim() ?? item;
    if (context === undefined)
      throw new Refused('invalid-input', 'item or context is missing: say where the lesson comes from');
    if (!isSpecific(lesson))
      throw new Refused(
        'invalid-input',
        'the lesson names nothing concrete: name a file, a path, a function(), or put code in backticks',
      );
    const { path, changes, moved, archives } = await plannedChanges(workspace, lesson, context);
    return {
      changes,
      answer: {
        message: `added the lesson to ${path}${moved === 0 ? '' : `, and moved the first ${moved === 1 ? 'row' : `${moved} rows`} to ${archives.join(', ')}`}`,
        data: { path, date: localDate(workspace.now), lesson, context, moved, archives },
      },
    };
  },
});

async function plannedChanges(
  workspace: OperationWorkspace,
  lesson: string,
  context: string,
): Promise<{
  readonly path: string;
  readonly changes: readonly FileChange[];
  readonly moved: number;
  readonly archives: readonly string[];
}> {
  const { project, configuration, now } = workspace;
  const path = configuration.paths.lessons;
  const row = lessonRow(localDate(now), lesson, context);
  const [document] = project.ofKind('lessons');
  if (!document)
    return {
      path,
      changes: [{ kind: 'create', path, text: newLessons('Lessons Learned', [row]) }],
      moved: 0,
      archives: [],
    };
  const [problem] = document.problems;
  if (problem) throw new Refused('unreadable', `${path} cannot be changed. ${problem.message}`);
  refuseKnown(document, lesson);
  const added = appendLessons(document, [row]);
  if (!added) throw new Refused('not-allowed', `${path} ends with an unclosed fence or comment: close it first`);
  const moved = Math.max(0, document.model.rows.length + 1 - mostLessons);
  const edits = moved === 0 ? [added] : [removeFirstLessons(document, moved), added];
  const { archives, changes } = await archiveLessons(workspace, document, moved);
  return { path, changes: [...changes, { kind: 'edit', path, edits }], moved, archives };
}

/** @throws Refused */
function refuseKnown({ model, lines }: ParsedDocument<'lessons'>, lesson: string): void {
  const [same] = model.rows
    .map((row) => ({ row, alike: similarity(row.lesson.value, lesson) }))
    .filter(({ alike }) => alike >= sameLesson)
    .sort((one, other) => other.alike - one.alike);
  if (!same) return;
  const line = lines.positionAt(same.row.row.span.start).line + 1;
  throw new Refused('exists', `the lesson, or a very similar one, already exists (line ${line})`, [
    same.row.lesson.value,
  ]);
}
