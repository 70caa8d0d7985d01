import path from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';
import { describeError, isErrorCode } from '../../../base/errors.js';
import { relativePath } from '../../../base/relativePath.js';
import type { Machine } from '../../../workspace/machine.js';

/** The files of the folder where an agent works, for an agent that leaves reading and writing them to us. Paths are absolute. */
export interface ServedFiles {
  /** Whether a file is in the folder once links are followed; what git keeps there does not. */
  readonly holds: (file: string, use: 'read' | 'write') => Promise<boolean>;
  /**
   * @param line from 1: where it begins; `limit`: how many lines.
   * @throws RequestError
   */
  readonly read: (file: string, line: number, limit: number | undefined) => Promise<string>;
  /** Makes folders on the way. @throws RequestError */
  readonly write: (file: string, text: string) => Promise<void>;
}

/** In bytes: what is larger is no text that a model reads. */
const largestFile = 20 * 1024 * 1024;

export function serveFiles({ disk }: Pick<Machine, 'disk'>, folder: string): ServedFiles {
  /** What a file leads to, so that a link that is put there meanwhile is not followed; a text that says why it is not served. */
  const placeOf = async (file: string, use: 'read' | 'write'): Promise<{ readonly real: string } | string> => {
    const root = await disk.realpath(folder);
    const relative = relativePath(folder, file) ?? relativePath(root, file);
    const inside = relative === '' ? folder : relative && (await disk.insideRoot(folder, relative));
    if (inside === undefined) return `${file} is outside of ${folder}`;
    const real = await disk.realOf(inside);
    return use === 'write' && isOfGit(relativePath(root, real) ?? '') ? `${file} belongs to git` : { real };
  };
  const placeFor = async (file: string, use: 'read' | 'write'): Promise<string> => {
    const place = await placeOf(file, use);
    if (typeof place === 'string') throw RequestError.invalidParams(undefined, place);
    return place.real;
  };
  const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_TRUNC, O_WRONLY } = disk.constants;
  return {
    holds: async (file, use) => typeof (await placeOf(file, use).catch(describeError)) !== 'string',
    read: async (file, line, limit) => {
      const handle = await disk.open(await placeFor(file, 'read'), O_RDONLY | O_NOFOLLOW).catch((error: unknown) => {
        throw isErrorCode(error, 'ENOENT') ? RequestError.resourceNotFound(file) : error;
      });
      try {
        const { size } = await handle.stat();
        if (size > largestFile) throw RequestError.invalidParams(undefined, `${file} is too large`);
        const text = await handle.readFile('utf8');
        if (line <= 1 && limit === undefined) return text;
        const lines = text.split('\n').slice(line - 1);
        return lines.slice(0, limit).join('\n');
      } finally {
        await handle.close();
      }
    },
    write: async (file, text) => {
      const target = await placeFor(file, 'write');
      await disk.makeFolder(path.dirname(target));
      const handle = await disk.open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
      try {
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Hooks and settings there are run and read by git: no item needs to write them. @param relative to the folder, with `/`. */
function isOfGit(relative: string): boolean {
  return relative.split('/').some((name) => /^\.git$/iu.test(name));
}
