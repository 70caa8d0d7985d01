import type { LoggedChange, LoggedCommit } from '../../workspace/ports.js';

/** With `-z --raw` each commit is these fields and then, for each file, what changed and its path; all end with a NUL. */
export const logFormat = ['%m%H', '%P', '%T', '%at', '%ct', '%an', '%s', '%b', '%(trailers:only,unfold)'].join('%x00');

export interface LogParser {
  /** @returns false once the output is not what git is known to say. */
  take(bytes: Buffer): boolean;
  /** Hands out the last commit. @returns false if the output was cut off or could not be read. */
  end(): boolean;
}

type Expected = 'hash' | 'parents' | 'tree' | 'authoredAt' | 'at' | 'author' | 'subject' | 'body' | 'trailers' | 'path';

const lineFeed = 0x0a;
const colon = 0x3a;
const zero = 0x30;
const minus = 0x2d;

/**
 * Reads the output of `git log --raw -z` piece by piece, so that it is done when git is, and no piece takes long.
 *
 * @param take handed each commit in the order of the log.
 */
export function createLogParser(take: (commit: LoggedCommit) => void): LogParser {
  return new PiecewiseParser(take);
}

class PiecewiseParser implements LogParser {
  readonly #handOut: (commit: LoggedCommit) => void;
  #rest: Buffer | undefined;
  #expected: Expected = 'hash';
  #readable = true;
  #hash = '';
  #isEdge = false;
  #parents: readonly string[] = [];
  #tree = '';
  #authoredAt = 0;
  #at = 0;
  #author = '';
  #subject = '';
  #body = '';
  #trailers = '';
  #changes: LoggedChange[] = [];
  #merged: LoggedChange[] = [];
  /** The file's blobs in the parents: of a merge several. */
  #before: readonly (string | undefined)[] = [];
  #after: string | undefined;
  // A few names and paths are in thousands of commits.
  readonly #strings = new Map<string, string>();

  constructor(handOut: (commit: LoggedCommit) => void) {
    this.#handOut = handOut;
  }

  take(piece: Buffer): boolean {
    const bytes = this.#rest ? Buffer.concat([this.#rest, piece]) : piece;
    let from = 0;
    for (let end = bytes.indexOf(0); end !== -1 && this.#readable; end = bytes.indexOf(0, from)) {
      this.#readable = this.#token(bytes, from, end);
      from = end + 1;
    }
    this.#rest = from < bytes.length ? bytes.subarray(from) : undefined;
    return this.#readable;
  }

  end(): boolean {
    if (this.#readable && this.#rest === undefined && this.#expected === 'hash') this.#flush();
    else this.#readable = false;
    return this.#readable;
  }

  #flush(): void {
    if (this.#hash !== '')
      this.#handOut({
        hash: this.#hash,
        parents: this.#parents,
        tree: this.#tree,
        isEdge: this.#isEdge,
        authoredAt: this.#authoredAt,
        at: this.#at,
        author: this.#author,
        subject: this.#subject,
        body: this.#body,
        trailers: this.#trailers,
        changes: this.#changes,
        ...(this.#merged.length === 0 ? {} : { merged: this.#merged }),
      });
    this.#hash = '';
    this.#changes = [];
    this.#merged = [];
  }

  #token(bytes: Buffer, from: number, end: number): boolean {
    switch (this.#expected) {
      case 'hash': {
        const start = bytes[from] === lineFeed ? from + 1 : from;
        // A merge that made nothing of its own has an empty record instead of these.
        if (start === end && this.#parents.length > 1) return true;
        return bytes[start] === colon ? this.#beginChange(bytes, start, end) : this.#beginCommit(bytes, start, end);
      }
      case 'parents':
        this.#parents = from === end ? [] : bytes.toString('latin1', from, end).split(' ');
        this.#expected = 'tree';
        return true;
      case 'tree':
        this.#tree = bytes.toString('latin1', from, end);
        this.#expected = 'authoredAt';
        return isHashLong(end - from);
      case 'authoredAt':
        this.#authoredAt = secondsIn(bytes, from, end);
        this.#expected = 'at';
        return Number.isFinite(this.#authoredAt);
      case 'at':
        this.#at = secondsIn(bytes, from, end);
        this.#expected = 'author';
        return Number.isFinite(this.#at);
      case 'author':
        this.#author = this.#known(bytes.toString('utf8', from, end));
        this.#expected = 'subject';
        return true;
      case 'subject':
        this.#subject = bytes.toString('utf8', from, end);
        this.#expected = 'body';
        return true;
      case 'body':
        this.#body = from === end ? '' : bytes.toString('utf8', from, end);
        this.#expected = 'trailers';
        return true;
      case 'trailers':
        this.#trailers = from === end ? '' : bytes.toString('utf8', from, end);
        this.#expected = 'hash';
        return true;
      case 'path': {
        const path = this.#known(bytes.toString('utf8', from, end));
        const list = this.#before.length > 1 ? this.#merged : this.#changes;
        for (const before of this.#before) list.push(toChange(path, before, this.#after));
        this.#expected = 'hash';
        return true;
      }
    }
  }

  #beginCommit(bytes: Buffer, start: number, end: number): boolean {
    this.#flush();
    // Git's mark, `-` for what was left out.
    this.#isEdge = bytes[start] === minus;
    this.#hash = bytes.toString('latin1', start + 1, end);
    this.#expected = 'parents';
    return isHashLong(end - start - 1);
  }

  /** `:100644 100644 <before> <after> M`; a mode that begins with 0 is that of no file. */
  #beginChange(bytes: Buffer, start: number, end: number): boolean {
    if (bytes[start + 1] === colon) return this.#beginMerged(bytes.toString('latin1', start, end));
    const digits = (end - start - 18) / 2;
    if (this.#hash === '' || (digits !== 40 && digits !== 64)) return false;
    const blob = (mode: number, at: number): string | undefined =>
      bytes[mode] === zero ? undefined : bytes.toString('latin1', at, at + digits);
    this.#before = [blob(start + 1, start + 15)];
    this.#after = blob(start + 8, start + 16 + digits);
    this.#expected = 'path';
    return true;
  }

  /** `::100644 100644 100644 <before> <before> <after> MM`: as many colons as parents. */
  #beginMerged(record: string): boolean {
    const parents = /^:*/u.exec(record)?.[0].length ?? 0;
    const fields = record.slice(parents).split(' ');
    const blobs = fields.slice(parents + 1, 2 * parents + 2);
    if (this.#hash === '' || blobs.length !== parents + 1 || !blobs.every(({ length }) => isHashLong(length)))
      return false;
    const there = blobs.map((blob, place) => (fields[place]?.startsWith('0') ? undefined : blob));
    this.#before = there.slice(0, -1);
    this.#after = there.at(-1);
    this.#expected = 'path';
    return true;
  }

  #known(text: string): string {
    const known = this.#strings.get(text);
    if (known === undefined) this.#strings.set(text, text);
    return known ?? text;
  }
}

const isHashLong = (length: number): boolean => length === 40 || length === 64;

const secondsIn = (bytes: Buffer, from: number, end: number): number =>
  Number(bytes.toString('latin1', from, end)) * 1000;

function toChange(path: string, before: string | undefined, after: string | undefined): LoggedChange {
  if (before === undefined) return after === undefined ? { path } : { path, after };
  return after === undefined ? { path, before } : { path, before, after };
}
