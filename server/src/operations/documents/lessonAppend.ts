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
  details: `A lesson has to name something that can be looked at (a file, a path, a function, code in back ticks), and must not be there already: where half of the words are those of another one, it is refused. The row is written at the end of the table, wherever that stands in the file, with pipes escaped. With more than ${mostLessons} rows the first ones move to the archive of their month, \`archive/lessons_archive_YYYYMM.md\` beside the file. Where there is no file yet, it is made.`,
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
      description: 'the item it was learned with, e.g. STORY-042',
      check: itemIdProblem,
      completes: 'item',
    },
    context: {
      type: 'text',
      description: 'where it belongs, e.g. a file (default: the item)',
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
      throw new Refused('invalid-input', 'item or context is missing: say what the lesson was learned with');
    if (!isSpecific(lesson))
      throw new Refused(
        'invalid-input',
        'lesson names nothing that can be looked at: name a file, a path, a function(), or put code into back ticks',
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
  if (!added)
    throw new Refused('not-allowed', `${path} ends in a fence or comment that is never closed: close it first`);
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
  throw new Refused('exists', `the lesson is there already, or one much like it (line ${line})`, [
    same.row.lesson.value,
  ]);
}
