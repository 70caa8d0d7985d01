import path from 'node:path';
import {
  isOpen,
  lineNow,
  parseComments,
  type PlacedComment,
  renderComments,
  type ReviewComment,
} from '../../agents/reviewComments.js';
import { parseItemId } from '../../documents/itemId.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import { changeSharedFile, readSharedFile } from './sharedFile.js';
import { findSessionPlace } from './sessionPlace.js';

/** What a person says about an item's work: a file beside the sessions, which all worktrees share. */
export interface CommentsFile {
  readonly read: () => Promise<readonly ReviewComment[]>;
  /** @throws what `change` throws; UsageError where it cannot be written. */
  readonly change: (
    change: (comments: readonly ReviewComment[]) => readonly ReviewComment[],
  ) => Promise<readonly ReviewComment[]>;
}

const ending = '.comments.json';

/** @param folder any in the repository or project: absolute. @throws UsageError for what is no item, and where git fails. */
export async function openComments(
  machine: Machine,
  folder: string,
  item: string,
  signal?: AbortSignal,
): Promise<CommentsFile> {
  // It becomes the name of a file.
  if (!parseItemId(item)) throw new UsageError(`${item} is not an item id`);
  const { logs } = await findSessionPlace(machine, folder, signal);
  return commentsIn(machine, logs, item);
}

/** @param logs the folder of the sessions: absolute. */
export function commentsIn(machine: Machine, logs: string, item: string): CommentsFile {
  const file = path.join(logs, `${item}${ending}`);
  const parse = (text: string | undefined): readonly ReviewComment[] => {
    const comments = text === undefined ? [] : parseComments(text);
    if (!comments) throw new UsageError(`${file} holds no comments that this version knows: delete it`);
    return comments;
  };
  return {
    read: async () => parse(await readSharedFile(machine, file)),
    change: async (change) => {
      let now: readonly ReviewComment[] = [];
      await changeSharedFile(machine, file, (text) => {
        now = change(parse(text));
        return renderComments(now);
      });
      return now;
    },
  };
}

/** The comments of all items whose files are there. @param logs the folder of the sessions: absolute. */
export async function readAllComments(
  machine: Machine,
  logs: string,
): Promise<readonly { readonly item: string; readonly comments: readonly ReviewComment[] }[]> {
  const names = await machine.disk.readdir(logs).catch(() => []);
  const items = names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
  return Promise.all(
    items.map(async (item) => {
      // One that cannot be read hides no other.
      const comments = await commentsIn(machine, logs, item)
        .read()
        .catch(() => []);
      return { item, comments: await Promise.all(comments.map((one) => placed(machine, one))) };
    }),
  );
}

async function placed(machine: Machine, comment: ReviewComment, top = comment.top): Promise<ReviewComment> {
  const text = await machine.disk.readFile(path.join(top, comment.path), 'utf8').catch(() => undefined);
  return { ...comment, line: lineNow(comment, text) };
}

/** The comments that the next round of an agent gets, as it sees them. @param folder where it works: absolute. */
export async function openCommentsOf(
  machine: Machine,
  file: CommentsFile,
  { folder, top }: { readonly folder: string; readonly top: string },
): Promise<readonly PlacedComment[]> {
  const open = (await file.read()).filter(isOpen);
  return Promise.all(
    open.map(async (comment) => {
      const { id, path: of, line, code, text } = await placed(machine, comment, top);
      return { id, path: path.relative(folder, path.join(top, of)).replaceAll('\\', '/'), line, code, text };
    }),
  );
}
