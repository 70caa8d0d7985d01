import { isDeepStrictEqual } from 'node:util';
import { contentHash } from '../../base/contentHash.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { keptPiece, type Manifest, type SharedFile } from './manifest.js';
import type { FilePiece, Piece, SharedPiece } from './piece.js';
import { holds, type Inserted, withoutPiece, withPiece } from './sharedText.js';

type ReadFile = (path: string) => Promise<string | undefined>;

/** What becomes of one file. `edited`: a person changed what we deployed. `theirs`: there was one of their own. */
export type FileState = 'current' | 'missing' | 'outdated' | 'edited' | 'theirs' | 'unwanted';

export interface Reconciled {
  readonly changes: readonly FileChange[];
  readonly files: Manifest['files'];
  readonly shared: Manifest['shared'];
  readonly states: ReadonlyMap<string, FileState>;
}

type Deployed = Pick<Manifest, 'files' | 'shared'>;

/**
 * What brings the deployed files from what they are to what is wanted. What a person wrote or edited stays.
 *
 * @param force what of ours was edited is replaced or removed, too.
 * @throws Refused if a shared file cannot be read.
 */
export async function reconcile(
  wanted: readonly Piece[],
  deployed: Deployed,
  readFile: ReadFile,
  force: boolean,
): Promise<Reconciled> {
  const desk = new Desk(deployed, readFile, force);
  const own = new Map<string, FilePiece>();
  const shared = new Map<string, SharedPiece[]>();
  for (const piece of wanted)
    if (piece.kind === 'file') own.set(piece.path, piece);
    else shared.set(piece.path, [...(shared.get(piece.path) ?? []), piece]);
  for (const path of new Set([...own.keys(), ...Object.keys(deployed.files)])) await desk.ownFile(path, own.get(path));
  for (const path of new Set([...shared.keys(), ...Object.keys(deployed.shared)]))
    await desk.sharedFile(path, shared.get(path) ?? []);
  return desk;
}

class Desk implements Reconciled {
  readonly changes: FileChange[] = [];
  readonly files: Record<string, string> = {};
  readonly shared: Record<string, SharedFile> = {};
  readonly states = new Map<string, FileState>();

  readonly #deployed: Deployed;
  readonly #readFile: ReadFile;
  readonly #force: boolean;

  constructor(deployed: Deployed, readFile: ReadFile, force: boolean) {
    this.#deployed = deployed;
    this.#readFile = readFile;
    this.#force = force;
  }

  async ownFile(path: string, piece: FilePiece | undefined): Promise<void> {
    const text = await this.#readFile(path);
    const before = this.#deployed.files[path];
    const now = text === undefined ? undefined : hashOf(text);
    const wanted = piece && hashOf(piece.text);
    const isOurs = now === undefined || now === before;
    if (!isOurs && now !== wanted && (before === undefined || !this.#force)) {
      this.states.set(path, before === undefined ? 'theirs' : 'edited');
      if (before !== undefined) this.files[path] = before;
      return;
    }
    if (piece === undefined) {
      this.states.set(path, 'unwanted');
      if (text !== undefined) this.changes.push({ kind: 'delete', path });
      return;
    }
    this.states.set(path, now === wanted ? 'current' : text === undefined ? 'missing' : 'outdated');
    if (before === undefined && now === wanted) return;
    this.files[path] = wanted ?? '';
    this.#write(path, text, piece.text);
  }

  async sharedFile(path: string, pieces: readonly SharedPiece[]): Promise<void> {
    const before = await this.#readFile(path);
    const known = this.#deployed.shared[path] ?? { made: before === undefined, inserted: [] };
    if (before !== undefined && known.inserted.length > 0 && isCurrent(before, known.inserted, pieces)) {
      this.shared[path] = known;
      this.states.set(path, 'current');
      return;
    }
    const cut = this.#cut(before ?? '', known.inserted);
    const added = this.#add(
      cut.text,
      pieces.filter((piece) => !cut.kept.some((one) => isSamePlace(one.piece, piece))),
    );
    const inserted = [...cut.kept, ...added.inserted];
    this.states.set(path, stateOf(before, known, cut.kept, pieces, added.inserted));
    if (inserted.length > 0) this.shared[path] = { made: known.made, inserted };
    if (inserted.length === 0 && known.made && isEmpty(added.text)) {
      if (before !== undefined) this.changes.push({ kind: 'delete', path });
    } else this.#write(path, before, added.text);
  }

  /** Without what we inserted: the last first, as it may lie in one before. */
  #cut(given: string, inserted: readonly Inserted[]): { readonly text: string; readonly kept: readonly Inserted[] } {
    let text = given;
    const kept: Inserted[] = [];
    for (const one of inserted.toReversed()) {
      const without = withoutPiece(text, one, this.#force);
      if (without !== undefined) text = without;
      else if (isEdited(text, one)) kept.unshift(one);
    }
    return { text, kept };
  }

  #add(
    given: string,
    pieces: readonly SharedPiece[],
  ): { readonly text: string; readonly inserted: readonly Inserted[] } {
    let text = given;
    const inserted: Inserted[] = [];
    for (const piece of pieces) {
      const added = withPiece(text, piece);
      if (!added) continue;
      ({ text } = added);
      inserted.push({ piece: keptPiece(piece), text: added.inserted });
    }
    return { text, inserted };
  }

  #write(path: string, before: string | undefined, after: string): void {
    if (before === undefined) {
      if (after !== '') this.changes.push({ kind: 'create', path, text: after });
      return;
    }
    if (before === after) return;
    let start = 0;
    while (start < before.length && start < after.length && before[start] === after[start]) start++;
    let same = 0;
    const most = Math.min(before.length, after.length) - start;
    while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
    const span = { start, end: before.length - same };
    this.changes.push({ kind: 'edit', path, edits: [{ span, newText: after.slice(start, after.length - same) }] });
  }
}

function stateOf(
  before: string | undefined,
  { inserted }: SharedFile,
  kept: readonly Inserted[],
  wanted: readonly SharedPiece[],
  added: readonly Inserted[],
): FileState {
  if (kept.length > 0) return 'edited';
  if (wanted.length === 0) return 'unwanted';
  if (added.length === 0) return 'theirs';
  return before === undefined || inserted.length === 0 ? 'missing' : 'outdated';
}

/** A block that was deleted by hand is gone; one whose markers are there, or a key that holds another value, was edited. */
function isEdited(text: string, one: Inserted): boolean {
  const { piece } = one;
  if (piece.kind === 'json' && piece.isElement) return holds(text, one);
  return withPiece(text, piece) === undefined;
}

function isSamePlace(one: SharedPiece, other: SharedPiece): boolean {
  if (one.kind === 'json' && other.kind === 'json') return isDeepStrictEqual(one.keys, other.keys);
  return one.kind === other.kind;
}

/** All that was inserted is wanted and there, and what else is wanted the person has already. */
function isCurrent(text: string, inserted: readonly Inserted[], pieces: readonly SharedPiece[]): boolean {
  const wanted = pieces.map(keptPiece);
  const isIn = (list: readonly SharedPiece[], piece: SharedPiece): boolean =>
    list.some((one) => isDeepStrictEqual(one, piece));
  const known = inserted.map(({ piece }) => piece);
  return (
    inserted.every((one) => isIn(wanted, one.piece) && holds(text, one)) &&
    pieces.every((piece) => isIn(known, keptPiece(piece)) || withPiece(text, piece) === undefined)
  );
}

const isEmpty = (text: string): boolean => /^\s*(?:\{\s*\}\s*)?$/u.test(text);

/** Line endings are git's business. */
const hashOf = (text: string): string => contentHash(text.replaceAll('\r\n', '\n'));
