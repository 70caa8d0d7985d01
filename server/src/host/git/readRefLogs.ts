import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GitRepository, RefLogEntry } from '../../workspace/ports.js';

const mostEntries = 1000;

/** What is written down of the moves of refs, and of this worktree's `HEAD`; nothing if there is no log, or none that can be read. */
export async function readRefLogs(
  { commonFolder, gitFolder }: GitRepository,
  refs: readonly string[],
): Promise<readonly RefLogEntry[]> {
  const logs = await Promise.all(
    refs.map(async (ref) => {
      const folder = ref === 'HEAD' ? gitFolder : commonFolder;
      const text = await readFile(path.join(folder, 'logs', ...ref.split('/')), 'utf8').catch(() => '');
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.slice(-mostEntries).flatMap((line) => toEntry(ref, line) ?? []);
    }),
  );
  return logs.flat();
}

/** `<before> <after> Name <mail> 1700000000 +0100<TAB>commit: message` */
function toEntry(ref: string, line: string): RefLogEntry | undefined {
  const tab = line.indexOf('\t');
  const head = tab === -1 ? line : line.slice(0, tab);
  const hashes = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /.exec(head);
  const seconds = / (\d+) [+-]\d{4}$/.exec(head)?.[1];
  if (!hashes || seconds === undefined) return undefined;
  const [, before = '', after = ''] = hashes;
  return {
    ref,
    ...(isNone(before) ? {} : { before }),
    ...(isNone(after) ? {} : { after }),
    at: Number(seconds) * 1000,
    message: tab === -1 ? '' : line.slice(tab + 1),
  };
}

const isNone = (hash: string): boolean => /^0+$/.test(hash);
