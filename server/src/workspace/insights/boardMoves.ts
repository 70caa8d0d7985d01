import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { createBoardReader, type SectionKey } from '../git/boardStates.js';
import type { CacheFiles, Git, GitAnswer, GitRepository } from '../ports.js';
import type { BoardPast, BoardVersion } from './boardPast.js';
import { type ItemMove, type KeptMoves, readKeptMoves, writeKeptMoves } from './movesCache.js';

/** What a version of the board moved. */
export interface BoardStep {
  readonly version: BoardVersion;
  /** All its entries, where it is the first. */
  readonly moves: readonly ItemMove[];
}

/** In which section each item is. */
type Sections = ReadonlyMap<string, SectionKey>;

interface BoardMoves {
  /** Oldest first. */
  readonly steps: readonly BoardStep[];
  /** How many versions git does not have, though it names them. */
  readonly missing: number;
}

/** Reads what happened on one board; versions that were read before are not read again. */
export interface BoardMovesReader {
  /** @throws the signal's reason once it is aborted. */
  read(repository: GitRepository, past: BoardPast, signal?: AbortSignal): Promise<GitAnswer<BoardMoves>>;
}

export interface BoardMovesReaderOptions {
  readonly git: Git;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles | undefined;
}

/** From so many new versions on, writing the cache is cheaper than reading them again. */
const worthSaving = 100;

const nothing: KeptMoves = { objects: [], moves: [] };

export function createBoardMovesReader({ git, cache }: BoardMovesReaderOptions): BoardMovesReader {
  let kept: (KeptMoves & { readonly file: string }) | undefined;
  let saved = 0;

  const keptFor = async (file: string): Promise<KeptMoves> => {
    if (kept?.file === file) return kept;
    const text = await cache?.read(file);
    const read = (text === undefined ? undefined : readKeptMoves(text)) ?? nothing;
    saved = read.objects.length;
    return read;
  };

  return {
    read: async (repository, { versions, paths }, signal) => {
      const file = cacheFile(repository, paths[0] ?? '');
      const before = await keptFor(file);
      const same = sharedLength(before.objects, versions);
      const moves = before.moves.slice(0, same);
      const read = createSectionsReader();
      const absent = new Set<string>();
      let sections = sectionsAfter(moves);
      // The last one that is known comes first, as the next is compared with it.
      const wanted = versions.slice(Math.max(0, same - 1)).map(({ object }) => object);
      if (same < versions.length) {
        const positions = new Map<string, Sections>();
        const answer = await git.objects(
          repository,
          wanted,
          (object, bytes) => void positions.set(object, read(bytes)),
          signal,
        );
        if (answer.kind !== 'answer') return answer;
        // The same version may come back later, and is read once.
        for (const { object } of versions.slice(same)) {
          const now = positions.get(object);
          moves.push(now ? movesBetween(sections, now) : []);
          if (now) sections = now;
          else absent.add(object);
        }
      }
      const objects = versions.map(({ object }) => object);
      // What git lacks today it may have tomorrow.
      const whole = objects.findIndex((object) => absent.has(object));
      const end = whole < 0 ? objects.length : whole;
      kept = { file, objects: objects.slice(0, end), moves: moves.slice(0, end) };
      if (cache && end - saved >= worthSaving) {
        await cache.write(file, writeKeptMoves(kept));
        saved = end;
      }
      const missing = [...absent].filter((object) => !object.includes(':')).length;
      return {
        kind: 'answer',
        value: { steps: versions.map((version, at) => ({ version, moves: moves[at] ?? [] })), missing },
      };
    },
  };
}

/** Reads the versions of a board one after the other. Most only tick a task, which moves nothing: for them nothing is read. */
function createSectionsReader(): (bytes: Uint8Array) => Sections {
  const read = createBoardReader();
  let last = { bytes: '', sections: new Map() as Sections };
  return (given) => {
    // A byte is a character here, as only the versions that differ are worth decoding.
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      .toString('latin1')
      .replaceAll('\n- [x] ', '\n- [ ] ');
    if (bytes !== last.bytes) {
      const state = read(Buffer.from(bytes, 'latin1').toString());
      last = { bytes, sections: new Map(Array.from(state, ([item, { section }]) => [item, section])) };
    }
    return last.sections;
  };
}

function sharedLength(objects: readonly string[], versions: readonly BoardVersion[]): number {
  let length = 0;
  while (length < objects.length && objects[length] === versions[length]?.object) length++;
  return length;
}

function sectionsAfter(moves: readonly (readonly ItemMove[])[]): Sections {
  const sections = new Map<string, SectionKey>();
  for (const step of moves)
    for (const { item, section } of step)
      if (section === undefined) sections.delete(item);
      else sections.set(item, section);
  return sections;
}

function movesBetween(before: Sections, now: Sections): readonly ItemMove[] {
  if (before === now) return none;
  const moves: ItemMove[] = [];
  for (const [item, section] of now) if (before.get(item) !== section) moves.push({ item, section });
  for (const item of before.keys()) if (!now.has(item)) moves.push({ item, section: undefined });
  return moves.length === 0 ? none : moves;
}

const none: readonly ItemMove[] = [];

/** One for each board, beside what is kept of the log. */
function cacheFile({ commonFolder, prefix }: GitRepository, board: string): string {
  return path.join(commonFolder, 'pactwright', 'cache', `board-${contentHash(prefix + board).slice(0, 12)}.jsonl`);
}
