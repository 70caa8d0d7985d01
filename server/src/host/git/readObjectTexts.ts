import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { unreadable } from './output.js';
import type { RunGit } from './runGit.js';
import type { Scratch } from './scratch.js';

const mostBytesOfText = 2 * 1024 * 1024;

/** All texts together; what comes after is left out. */
const mostBytes = 256 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function readObjectTexts(
  run: RunGit,
  scratch: Scratch,
  repository: GitRepository,
  objects: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  // A line is asked for, so a path with a line break in it cannot be.
  const wanted = [...new Set(objects)].filter((name) => name !== '' && !name.includes('\n'));
  const texts = new Map<string, string>();
  if (wanted.length === 0) return { kind: 'answer', value: texts };
  const parser = createBatchParser(wanted, (name, text) => texts.set(name, text));
  const answer = await scratch.withObjects(repository, (places) =>
    run({
      folder: repository.top,
      args: ['cat-file', '--batch'],
      input: [...wanted, ''].join('\n'),
      take: (bytes) => parser.take(bytes),
      places,
      signal,
    }),
  );
  if (answer.kind !== 'answer') return answer;
  return parser.isReadable() ? { kind: 'answer', value: texts } : unreadable('cat-file');
}

interface BatchParser {
  /** @returns false once there is enough, or the output is not what git is known to say. */
  take(bytes: Buffer): boolean;
  isReadable(): boolean;
}

const lineFeed = 0x0a;

/** Reads, for each object in the order asked for, `<hash> <type> <size>`, its bytes and a line break; or `<name> missing`. */
function createBatchParser(wanted: readonly string[], found: (name: string, text: string) => void): BatchParser {
  let place = 0;
  let header = '';
  /** Bytes still to come of the object, its line break included; undefined in a header. */
  let left: number | undefined;
  /** Undefined where the object is too large. */
  let pieces: Buffer[] | undefined;
  let taken = 0;
  let readable = true;

  const endHeader = (): void => {
    const size = /^[0-9a-f]+ [a-z]+ (\d+)$/.exec(header)?.[1];
    if (size !== undefined) {
      left = Number(size) + 1;
      pieces = left > mostBytesOfText ? undefined : [];
    } else if (/ (?:missing|ambiguous)$/.test(header)) place++;
    else readable = false;
    header = '';
  };
  const endObject = (): void => {
    const bytes = pieces && Buffer.concat(pieces).subarray(0, -1);
    if (bytes && !bytes.includes(0)) found(wanted[place] ?? '', bytes.toString('utf8'));
    taken += bytes?.length ?? 0;
    left = undefined;
    place++;
  };
  return {
    take: (bytes) => {
      for (let from = 0; from < bytes.length && readable && taken < mostBytes;) {
        if (left === undefined) {
          const end = bytes.indexOf(lineFeed, from);
          header += bytes.toString('utf8', from, end === -1 ? bytes.length : end);
          from = end === -1 ? bytes.length : end + 1;
          if (end !== -1) endHeader();
        } else {
          const piece = bytes.subarray(from, from + left);
          pieces?.push(piece);
          left -= piece.length;
          from += piece.length;
          if (left === 0) endObject();
        }
      }
      return readable && taken < mostBytes;
    },
    isReadable: () => readable && (taken >= mostBytes || place === wanted.length),
  };
}
