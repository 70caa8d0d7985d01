import type { LoggedChange, LoggedCommit } from '../../workspace/ports.js';

/** With `-z --raw` each commit is these fields and then, for each file, what changed and its path; all end with a NUL. */
export const logFormat = '%H%x00%P%x00%ct%x00%an%x00%s%x00%b';

export interface LogParser {
  /** @returns false once the output is not what git is known to say. */
  take(bytes: Buffer): boolean;
  /** Hands out the last commit. @returns false where the output was cut off or could not be read. */
  end(): boolean;
}

type Expected = 'hash' | 'parents' | 'at' | 'author' | 'subject' | 'body' | 'path';

const lineFeed = 0x0a;
const colon = 0x3a;
const zero = 0x30;

/**
 * Reads the output of `git log --raw -z` piece by piece, so that it is done when git is, and no piece takes long.
 *
 * @param take handed each commit in the order of the log.
 */
export function createLogParser(take: (commit: LoggedCommit) => void): LogParser {
  let rest: Buffer | undefined;
  let expected: Expected = 'hash';
  let readable = true;
  let hash = '';
  let parents: readonly string[] = [];
  let at = 0;
  let author = '';
  let subject = '';
  let body = '';
  let changes: LoggedChange[] = [];
  let before: string | undefined;
  let after: string | undefined;
  // A few names and paths stand in thousands of commits.
  const strings = new Map<string, string>();
  const once = (text: string): string => {
    const known = strings.get(text);
    if (known === undefined) strings.set(text, text);
    return known ?? text;
  };

  const flush = (): void => {
    if (hash !== '') take({ hash, parents, at, author, subject, body, changes });
    hash = '';
    changes = [];
  };
  const beginCommit = (bytes: Buffer, start: number, end: number): boolean => {
    flush();
    hash = bytes.toString('latin1', start, end);
    expected = 'parents';
    return end - start === 40 || end - start === 64;
  };
  /** `:100644 100644 <before> <after> M`; a mode that begins with 0 is that of no file. */
  const beginChange = (bytes: Buffer, start: number, end: number): boolean => {
    const digits = (end - start - 18) / 2;
    if (hash === '' || (digits !== 40 && digits !== 64)) return false;
    before = bytes[start + 1] === zero ? undefined : bytes.toString('latin1', start + 15, start + 15 + digits);
    after =
      bytes[start + 8] === zero ? undefined : bytes.toString('latin1', start + 16 + digits, start + 16 + 2 * digits);
    expected = 'path';
    return true;
  };
  const token = (bytes: Buffer, from: number, end: number): boolean => {
    switch (expected) {
      case 'hash': {
        const start = bytes[from] === lineFeed ? from + 1 : from;
        return bytes[start] === colon ? beginChange(bytes, start, end) : beginCommit(bytes, start, end);
      }
      case 'parents':
        parents = from === end ? [] : bytes.toString('latin1', from, end).split(' ');
        expected = 'at';
        return true;
      case 'at':
        at = Number(bytes.toString('latin1', from, end)) * 1000;
        expected = 'author';
        return Number.isFinite(at);
      case 'author':
        author = once(bytes.toString('utf8', from, end));
        expected = 'subject';
        return true;
      case 'subject':
        subject = bytes.toString('utf8', from, end);
        expected = 'body';
        return true;
      case 'body':
        body = from === end ? '' : bytes.toString('utf8', from, end);
        expected = 'hash';
        return true;
      case 'path':
        changes.push(toChange(once(bytes.toString('utf8', from, end)), before, after));
        expected = 'hash';
        return true;
    }
  };

  return {
    take: (piece) => {
      const bytes = rest ? Buffer.concat([rest, piece]) : piece;
      let from = 0;
      for (let end = bytes.indexOf(0); end !== -1 && readable; end = bytes.indexOf(0, from)) {
        readable = token(bytes, from, end);
        from = end + 1;
      }
      rest = from < bytes.length ? bytes.subarray(from) : undefined;
      return readable;
    },
    end: () => {
      if (readable && rest === undefined && expected === 'hash') flush();
      else readable = false;
      return readable;
    },
  };
}

function toChange(path: string, before: string | undefined, after: string | undefined): LoggedChange {
  if (before === undefined) return after === undefined ? { path } : { path, after };
  return after === undefined ? { path, before } : { path, before, after };
}
