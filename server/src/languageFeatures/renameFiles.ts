import type { ParsedDocument } from '../documents/document.js';
import { documentKindOf, itemOf } from '../documents/documentKind.js';
import { readBriefly } from '../documents/unreadDocument.js';
import { overlaps } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { FeatureContext } from './featureContext.js';
import { followPath } from './pathMentions.js';
import { renameItem } from './renameItem.js';

/** A file that is about to get another name. Paths are relative to the project root, with `/`. */
export interface MovedFile {
  readonly oldPath: string;
  readonly newPath: string;
}

type Context = Omit<FeatureContext, 'document'>;

/**
 * What follows from files that somebody renames, before they are. A spec with a new item id takes its item along: ids, test
 * cases, entries, links. A test case with a new id mentions that item from then on. Any other new name, one that is taken
 * included, changes only what names the path.
 */
export function renameFiles(context: Context, moved: readonly MovedFile[]): readonly FileChange[] {
  return merge(moved.flatMap((file) => changesFor(context, file, moved)));
}

function changesFor(
  context: Context,
  { oldPath, newPath }: MovedFile,
  moved: readonly MovedFile[],
): readonly FileChange[] {
  const document = context.project.documents.find(({ path }) => path === oldPath);
  if (document?.kind !== 'spec' && document?.kind !== 'testCase') return [];
  const kind = documentKindOf(newPath, context.configuration.paths);
  const newItem = kind === document.kind ? itemOf(kind, newPath) : undefined;
  const { item } = document;
  const itsOwnFolder = newPath.slice(0, newPath.lastIndexOf('/')) === oldPath.slice(0, oldPath.lastIndexOf('/'));
  if (item !== undefined && newItem !== undefined && newItem !== item && itsOwnFolder) {
    if (document.kind === 'spec') {
      const moving = moved.flatMap((file) => [file.oldPath, file.newPath]);
      const renaming = renameItem(context, item, newItem, moving);
      if (renaming.kind === 'renaming') return renaming.changes;
    } else if (isMovedAlong(context, item, newItem, moved)) return [];
    else return [...ownItem(document, item, newItem), ...pathChanges(context, oldPath, newPath)];
  }
  return pathChanges(context, oldPath, newPath);
}

/** Whether the spec goes the same way, and takes its test cases along. */
function isMovedAlong({ project }: Context, item: string, newItem: string, moved: readonly MovedFile[]): boolean {
  const spec = project.spec(item)?.path;
  return moved.some(({ oldPath, newPath }) => oldPath === spec && itemOf('spec', newPath) === newItem);
}

/** What a test case says of the item it is about. */
function ownItem({ path, model }: ParsedDocument<'testCase'>, item: string, newItem: string): readonly FileChange[] {
  const { title, specPath } = model;
  const edits: TextEdit[] = [];
  if (title?.id?.value === item) edits.push({ span: title.id.span, newText: newItem });
  const at = specPath?.value.lastIndexOf(item) ?? -1;
  if (specPath && at >= 0) {
    const start = specPath.span.start + at;
    edits.push({ span: { start, end: start + item.length }, newText: newItem });
  }
  return edits.length > 0 ? [{ kind: 'edit', path, edits }] : [];
}

function pathChanges({ project }: Context, oldPath: string, newPath: string): readonly FileChange[] {
  return [...project.documents, ...(project.code?.sources ?? [])].flatMap((file): readonly FileChange[] => {
    const { path } = file;
    const edits = readBriefly(file, () => followPath(file.text, path, oldPath, newPath));
    return edits.length > 0 ? [{ kind: 'edit', path, edits }] : [];
  });
}

/** Two files renamed at once may ask for edits of the same place: the first that is asked for counts. */
function merge(changes: readonly FileChange[]): readonly FileChange[] {
  const edits = new Map<string, TextEdit[]>();
  const others = new Map<string, FileChange>();
  for (const change of changes) {
    if (change.kind !== 'edit') {
      others.set(change.path, change);
      continue;
    }
    const known = edits.get(change.path);
    if (!known) edits.set(change.path, [...change.edits]);
    else known.push(...change.edits.filter(({ span }) => !known.some((other) => overlaps(other.span, span))));
  }
  return [
    ...Array.from(edits, ([path, list]): FileChange => ({ kind: 'edit', path, edits: list })),
    ...others.values(),
  ];
}
