/** What `git cat-file --batch` says, piece by piece. */
export interface BatchParser {
  /** @returns false once there is enough, or the output is not what git is known to say. */
  take(bytes: Buffer): boolean;
  /** Whether all was said that was asked for, or there was enough. */
  isReadable(): boolean;
}

export interface BatchOptions {
  /** The names of objects, as they were asked for. */
  readonly wanted: readonly string[];
  /** Larger objects are skipped. */
  readonly mostBytesEach: number;
  /** Once so many bytes were handed out, the rest is left out. */
  readonly mostBytes: number;
  /** Handed each object that is there; must not throw. */
  readonly found: (name: string, bytes: Buffer, type: string) => void;
}

const lineFeed = 0x0a;

/** Reads, for each object in the order asked for, `<hash> <type> <size>`, its bytes and a line break; or `<name> missing`. */
export function createBatchParser({ wanted, mostBytesEach, mostBytes, found }: BatchOptions): BatchParser {
  let place = 0;
  let header = '';
  let type = '';
  /** Bytes still to come of the object, its line break included; undefined in a header. */
  let left: number | undefined;
  /** Undefined if the object is too large. */
  let pieces: Buffer[] | undefined;
  let taken = 0;
  let readable = true;

  const endHeader = (): void => {
    const [, said = '', size] = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(header) ?? [];
    if (size !== undefined) {
      type = said;
      left = Number(size) + 1;
      pieces = left - 1 > mostBytesEach ? undefined : [];
    } else if (/ (?:missing|ambiguous)$/.test(header)) place++;
    else readable = false;
    header = '';
  };
  const endObject = (): void => {
    const bytes = pieces && joined(pieces).subarray(0, -1);
    if (bytes) found(wanted[place] ?? '', bytes, type);
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

/** Most objects come in one piece, and copying thousands of them takes as long as all else. */
function joined(pieces: readonly Buffer[]): Buffer {
  const [only, ...others] = pieces;
  return only && others.length === 0 ? only : Buffer.concat(pieces);
}
