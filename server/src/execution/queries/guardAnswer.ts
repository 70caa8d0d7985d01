import path from 'node:path';
import { pactkitConfigPaths } from '../../documents/pactkitConfig/kind.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import { configurationAt } from './projectCommand.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** A part that a project needs before work begins. */
interface Part {
  readonly name: string;
  /** Any of them will do. */
  readonly paths: readonly string[];
  readonly kind: 'file' | 'folder';
  readonly makes: string;
}

/** Which parts of a project are there. */
export async function guardAnswer({ machine, folder, signal }: QueryScene): Promise<QueryAnswer> {
  const { root } = await openCodeFolder(machine, folder, signal);
  const { paths } = await configurationAt(machine, folder);
  const isThere = async (part: Part): Promise<boolean> => {
    for (const one of part.paths) if ((await machine.files.kindOf(path.join(root, one))) === part.kind) return true;
    return false;
  };
  const configurations: Part = {
    name: 'configuration',
    paths: [configurationPath, ...pactkitConfigPaths],
    kind: 'file',
    makes: 'init',
  };
  const ofPactkit: Part = { name: 'graphs', paths: ['docs/architecture/graphs'], kind: 'folder', makes: 'draw-graphs' };
  const usesPactkit = await isThere({ ...configurations, paths: pactkitConfigPaths });
  const parts: readonly Part[] = [
    configurations,
    { name: 'board', paths: [paths.board], kind: 'file', makes: 'new-board' },
    { name: 'specs', paths: [paths.specs], kind: 'folder', makes: 'init' },
    ...(usesPactkit ? [ofPactkit] : []),
  ];
  const found = await Promise.all(parts.map(async (part) => ({ ...part, there: await isThere(part) })));
  const missing = found.filter(({ there }) => !there);
  return {
    message:
      missing.length === 0
        ? `set up: ${found.map(({ name }) => name).join(', ')}`
        : missing
            .map(
              ({ name, paths: places, makes }) =>
                `missing: ${name} (${places[0] ?? ''}): \`pactwright ${makes}\` makes it`,
            )
            .join('\n'),
    data: {
      root,
      parts: found.map(({ name, paths: places, there, makes }) => ({ name, paths: places, there, makes })),
    },
    isBad: missing.length > 0,
  };
}
