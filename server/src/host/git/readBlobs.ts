import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { isHash, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** Years of versions of a long board come to a few tens of megabytes. */
const mostBytes = 96 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function readBlobs(
  run: RunGit,
  { folder }: GitRepository,
  blobs: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  const wanted = [...new Set(blobs)].filter(isHash);
  if (wanted.length === 0) return { kind: 'answer', value: new Map() };
  const pieces: Buffer[] = [];
  let length = 0;
  const answer = await run({
    folder,
    args: ['cat-file', '--batch'],
    input: [...wanted, ''].join('\n'),
    take: (bytes) => {
      pieces.push(bytes);
      length += bytes.length;
      return length < mostBytes;
    },
    signal,
  });
  if (answer.kind !== 'answer') return answer;
  const texts = parse(Buffer.concat(pieces));
  return texts ? { kind: 'answer', value: texts } : unreadable('cat-file');
}

const lineFeed = 0x0a;

/** For each object `<hash> <type> <size>`, its bytes and a line break; or `<hash> missing`. What is cut off at the end is left out. */
function parse(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  let from = 0;
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
    const [hash = '', type = '', digits = ''] = bytes.toString('latin1', from, end).split(' ');
    from = end + 1;
    if (type === 'missing') continue;
    const size = Number(digits);
    if (!isHash(hash) || !Number.isSafeInteger(size)) return undefined;
    if (from + size >= bytes.length) break;
    if (type === 'blob') texts.set(hash, bytes.toString('utf8', from, from + size));
    from += size + 1;
  }
  return texts;
}
