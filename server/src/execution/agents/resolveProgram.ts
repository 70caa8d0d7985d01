import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import type { GitRepository } from '../../workspace/ports.js';
import { type FoundProgram, pathFolders } from '../../base/foundProgram.js';
import { relativePath } from '../../base/relativePath.js';

type Disks = Pick<Machine, 'disk'>;

export interface ProgramPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absolute folders that hold what a repository brings along: no program is taken from them. */
  readonly foreign: readonly string[];
}

/**
 * Finds a program in the PATH. What is in the project is skipped, links followed: it is not the program that the person
 * installed. So are entries of the PATH that are relative, because their meaning depends on the current folder.
 *
 * @param name a name, or an absolute path.
 */
export async function resolveProgram(machine: Disks, name: string, places: ProgramPlaces): Promise<FoundProgram> {
  const { env, platform } = places;
  if (!path.isAbsolute(name) && /[/\\]/u.test(name)) return missing(`${name} is a relative path: use an absolute path`);
  const entries = path.isAbsolute(name) ? [''] : pathFolders(env);
  const endings = platform === 'win32' && !/\.(?:exe|com|cmd)$/iu.test(name) ? ['.exe', '.com', '.cmd'] : [''];
  let isForeign = false;
  for (const folder of entries)
    for (const ending of endings) {
      const file = path.join(folder, `${name}${ending}`);
      if (!(await isProgram(machine, file))) continue;
      if (await liesIn(machine, file, places.foreign)) isForeign = true;
      else
        return /\.cmd$/iu.test(file) ? resolveShim(machine, file, places) : { kind: 'found', program: file, args: [] };
    }
  return missing(
    isForeign
      ? `${name} exists only inside the project, and Pactwright starts no programs from there: install it on your machine`
      : path.isAbsolute(name)
        ? `${name} is not an executable program`
        : `${name} is not found in the PATH`,
  );
}

/**
 * What a repository brings along: its folder, that of the worktree, and the main one beside git's own folder; not what holds the
 * person's home, and with it all that they installed.
 */
export function foreignFolders(
  { places }: Pick<Machine, 'places'>,
  folder: string,
  repository: GitRepository | undefined,
): readonly string[] {
  const { top = folder, commonFolder = '' } = repository ?? {};
  const main = path.basename(commonFolder) === '.git' ? [path.dirname(commonFolder)] : [];
  return [folder, top, ...main].filter((one) => relativePath(one, places.home) === undefined);
}

/**
 * The script that a shim of npm for Windows runs, with Node.js: a shell, which would have to read the shim, would read the arguments,
 * too.
 *
 * @see https://github.com/npm/cmd-shim
 */
async function resolveShim(machine: Disks, file: string, places: ProgramPlaces): Promise<FoundProgram> {
  const script = scriptOfShim(await machine.disk.readFile(file, 'utf8'));
  if (script === undefined)
    return missing(`${file} needs a shell, which Pactwright does not use: install the program as an .exe, or with npm`);
  const target = path.join(path.dirname(file), ...script.split('\\'));
  if (/\.exe$/iu.test(target)) return { kind: 'found', program: target, args: [] };
  const beside = path.join(path.dirname(file), 'node.exe');
  if (await isProgram(machine, beside)) return { kind: 'found', program: beside, args: [target] };
  const node = await resolveProgram(machine, 'node.exe', places);
  return node.kind === 'found' ? { ...node, args: [target] } : node;
}

/** @returns relative to the shim's folder, with `\`; undefined for a file that npm did not write. */
export function scriptOfShim(text: string): string | undefined {
  return /"%(?:~dp0|dp0%)\\?([^"%]+\.(?:[cm]?js|exe))"\s+%\*/iu.exec(text)?.[1];
}

async function isProgram(machine: Disks, file: string): Promise<boolean> {
  try {
    if (!(await machine.disk.stat(file)).isFile()) return false;
    await machine.disk.access(file, machine.disk.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function liesIn(machine: Disks, file: string, folders: readonly string[]): Promise<boolean> {
  const real = await machine.disk.realpath(file);
  for (const folder of folders) {
    const realFolder = await machine.disk.realpath(folder).catch(() => folder);
    if (relativePath(folder, file) !== undefined || relativePath(realFolder, real) !== undefined) return true;
  }
  return false;
}

function missing(message: string): FoundProgram {
  return { kind: 'missing', message };
}
