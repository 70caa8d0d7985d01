import path from 'node:path';
import { parseItemId } from '../documents/itemId.js';
import type { AnyDocument } from '../documents/document.js';
import { readBriefly } from '../documents/unreadDocument.js';
import type { Span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import type { TextFile } from '../markdown/textFile.js';
import type { ItemTrace } from '../trace/graph.js';
import { idReferencesOf, mayConcern } from '../trace/idReferences.js';
import { sourceReferencesTo } from '../trace/sourceReferences.js';
import type { UnseenFolder } from '../workspace/codeFacts.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { FeatureContext } from './featureContext.js';
import { namesFile, namesPath, pathAround } from './pathMentions.js';

/** What a rename takes, or why it is refused. */
export type Renaming =
  | {
      readonly kind: 'renaming';
      readonly changes: readonly FileChange[];
      /** What was renamed and what keeps the old name, in sentences; undefined if the editor shows all of it. */
      readonly done: string | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export function refused(reason: string): Renaming {
  return { kind: 'refused', reason };
}

/**
 * Gives an item another id: in the names of its spec and test cases, in every document and in the files of its tests. Fences
 * of code keep what they quote, and so do paths of other files and branches. Refused for what is no item id, and for one that
 * is taken.
 *
 * @param moving paths of files that are renamed already, or by somebody else.
 */
export function renameItem(
  context: Omit<FeatureContext, 'document'>,
  id: string,
  newId: string,
  moving: readonly string[] = [],
): Renaming {
  const { project, trace } = context;
  if (newId === id) return refused(`This is already ${id}: enter another id.`);
  if (!parseItemId(newId))
    return refused(
      `\`${newId}\` is not an item id: it starts with STORY, BUG or HOTFIX and ends in a number, such as STORY-042.`,
    );
  const owner = trace.item(newId);
  if (owner) return refused(`${newId} is taken${whereIs(owner)}: choose an unused id.`);
  const files = filesOf(project.documents, id, newId);
  const there = files.find(
    ({ newPath }) =>
      !moving.includes(newPath) &&
      (project.code?.exists(newPath) ?? project.documents.some((document) => document.path === newPath)),
  );
  if (there) return refused(whyTaken(newId, there.newPath, project.code?.unseen(there.newPath)));

  const isKept = keptWords(context, id);
  const edits = new Map<string, TextEdit[]>();
  const note = (file: TextFile, span: Span): void => {
    const list = edits.get(file.path);
    if (list) list.push({ span, newText: newId });
    else edits.set(file.path, [{ span, newText: newId }]);
  };
  for (const document of project.documents) {
    if (!mayConcern(document, id)) continue;
    readBriefly(document, () => {
      for (const { kind, id: named, span, quoted } of idReferencesOf(document))
        if (kind === 'item' && named === id && !quoted && !isKept(document.text, span)) note(document, span);
    });
  }
  const spelledOtherwise = new Set<string>();
  for (const { file, span } of sourceReferencesTo(trace, { kind: 'item', id, item: id }))
    if (file.text.slice(span.start, span.end) !== id) spelledOtherwise.add(file.path);
    else if (!isKept(file.text, span)) note(file, span);

  const changes = [
    ...Array.from(edits, ([file, list]): FileChange => ({ kind: 'edit', path: file, edits: list })),
    ...files
      .filter((file) => !moving.includes(file.path))
      .map((file): FileChange => ({ kind: 'rename', path: file.path, newPath: file.newPath })),
  ];
  const changed = new Set(changes.map(({ path: file }) => file)).size;
  return {
    kind: 'renaming',
    changes,
    done: renamedWords(trace.item(id), { id, newId, files: changed, sources: [...spelledOtherwise] }),
  };
}

function whyTaken(newId: string, file: string, unseen: UnseenFolder | undefined): string {
  if (!unseen) return `${newId} is taken: there is a file ${file}.`;
  const { path: place, isLink } = unseen;
  const [why, wayOut] = isLink
    ? ['is a link, which is not followed', 'replace it with the folder itself']
    : ['is not searched', 'choose another id'];
  return `${newId} may be taken: ${place} ${why}, so it is unknown whether ${file} exists; ${wayOut}.`;
}

function filesOf(
  documents: readonly AnyDocument[],
  id: string,
  newId: string,
): readonly { readonly path: string; readonly newPath: string }[] {
  return documents.flatMap(({ item, path: file }) => {
    if (item !== id) return [];
    const name = path.posix.basename(file);
    return [{ path: file, newPath: path.posix.join(path.posix.dirname(file), newId + name.slice(id.length)) }];
  });
}

/** What holds the id but is the name of something that keeps it: of a branch, or of a file that is not renamed. */
function keptWords(
  { project, configuration }: Omit<FeatureContext, 'document'>,
  id: string,
): (text: string, span: Span) => boolean {
  const { specs, testCases } = configuration.paths;
  const renamed = [
    ...project.documents.filter(({ item }) => item === id).map(({ path: file }) => file),
    `${specs}/${id}.md`,
    ...['_case.md', '.md', '.feature', '.feature.md'].map((ending) => `${testCases}/${id}${ending}`),
  ];
  const branches = new Set(project.git?.history?.branches.map(({ name }) => name));
  return (text, span) => {
    const around = pathAround(text, span);
    const word = text.slice(around.start, around.end);
    return branches.has(word) || (namesFile(word) && !renamed.some((file) => namesPath(word, file)));
  };
}

function whereIs({ spec, entries, testCases }: ItemTrace): string {
  const file = spec ?? entries[0]?.document ?? testCases[0];
  return file ? ` (${file.path})` : '';
}

/** What was renamed, what keeps the old id, and what is left to do. */
function renamedWords(
  item: ItemTrace | undefined,
  { id, newId, files, sources }: Renamed & { readonly sources: readonly string[] },
): string {
  const commits = item?.commits.length ?? 0;
  const worktrees = item?.worktrees.filter(({ main }) => !main).length ?? 0;
  const keeping = [
    ...(commits > 0 ? [count(commits, 'commit')] : []),
    ...(worktrees > 0 ? [count(worktrees, 'worktree')] : []),
  ];
  const branches = (item?.branches ?? []).map(({ name }) => `git branch -m ${name} ${name.replace(id, newId)}`);
  return [
    `Renamed ${id} to ${newId} in ${count(files, 'file')}.`,
    ...(keeping.length > 0 ? [`The old id stays in ${keeping.join(' and ')}; no action is needed.`] : []),
    ...(branches.length > 0 ? [`To rename the branch as well, run: ${branches.join(' && ')}`] : []),
    ...(sources.length > 0 ? [`Change the names in ${sources.slice(0, 3).join(', ')} yourself.`] : []),
  ].join(' ');
}

interface Renamed {
  readonly id: string;
  readonly newId: string;
  /** How many were changed or renamed. */
  readonly files: number;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
