import path from 'node:path';
import * as v from 'valibot';
import { type FoundProgram, pathFolders } from '../../base/foundProgram.js';
import { parseJson } from '../../base/json.js';
import { relativePath } from '../../base/relativePath.js';
import { read, some, someRecordOf } from '../../base/schema.js';
import type { Program } from '../../code/runners/runner.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';

// The one place where programs are looked for. Who trusts what: `findInstalled` takes no program that a repository brings along,
// `findOfProject` takes the project's own first, because tests and declared commands are the project's.

type Env = Readonly<Record<string, string | undefined>>;
type Programs = Pick<Machine, 'files' | 'disk' | 'places' | 'self'>;

interface InstalledSearch {
  /** The machine's by default. */
  readonly env?: Env;
  /** The repository whose files are not trusted, with the folder in it; undefined: all of the PATH is. */
  readonly outside?: { readonly folder: string; readonly repository: GitRepository | undefined };
}

/**
 * Finds a program in the PATH. What is in the project is skipped, links followed: it is not the program that the person
 * installed. So are entries of the PATH that are relative, because their meaning depends on the current folder.
 *
 * @param name a name, or an absolute path.
 */
export async function findInstalled(
  machine: Pick<Machine, 'disk' | 'places'>,
  name: string,
  search: InstalledSearch,
): Promise<FoundProgram> {
  const { places, disk } = machine;
  const { env = places.env, outside } = search;
  if (!path.isAbsolute(name) && /[/\\]/u.test(name)) return missing(`${name} is a relative path: use an absolute path`);
  const foreign = outside ? foreignFolders(places.home, outside.folder, outside.repository) : [];
  const isBare = places.platform === 'win32' && !/\.(?:exe|com|cmd)$/iu.test(name);
  const endings = isBare ? ['.exe', '.com', '.cmd'] : [''];
  let isForeign = false;
  for (const folder of path.isAbsolute(name) ? [''] : pathFolders(env))
    for (const ending of endings) {
      const file = path.join(folder, `${name}${ending}`);
      if (!(await isProgram(disk, file))) continue;
      if (await isBelow(disk, file, foreign)) isForeign = true;
      else
        return /\.cmd$/iu.test(file) ? resolveShim(machine, file, search) : { kind: 'found', program: file, args: [] };
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
function foreignFolders(home: string, folder: string, repository: GitRepository | undefined): readonly string[] {
  const { top = folder, commonFolder = '' } = repository ?? {};
  const main = path.basename(commonFolder) === '.git' ? [path.dirname(commonFolder)] : [];
  return [folder, top, ...main].filter((one) => relativePath(one, home) === undefined);
}

/**
 * The script that a shim of npm for Windows runs, with Node.js: a shell, which would have to read the shim, would read the arguments,
 * too.
 *
 * @see https://github.com/npm/cmd-shim
 */
async function resolveShim(
  machine: Pick<Machine, 'disk' | 'places'>,
  file: string,
  search: InstalledSearch,
): Promise<FoundProgram> {
  const script = scriptOfShim(await machine.disk.readFile(file, 'utf8'));
  if (script === undefined)
    return missing(`${file} needs a shell, which Pactwright does not use: install the program as an .exe, or with npm`);
  const target = path.join(path.dirname(file), ...script.split('\\'));
  if (/\.exe$/iu.test(target)) return { kind: 'found', program: target, args: [] };
  const beside = path.join(path.dirname(file), 'node.exe');
  if (await isProgram(machine.disk, beside)) return { kind: 'found', program: beside, args: [target] };
  const node = await findInstalled(machine, 'node.exe', search);
  return node.kind === 'found' ? { ...node, args: [target] } : node;
}

/** @returns relative to the shim's folder, with `\`; undefined for a file that npm did not write. */
function scriptOfShim(text: string): string | undefined {
  return /"%(?:~dp0|dp0%)\\?([^"%]+\.(?:[cm]?js|exe))"\s+%\*/iu.exec(text)?.[1];
}

async function isProgram(disk: Machine['disk'], file: string): Promise<boolean> {
  try {
    if (!(await disk.stat(file)).isFile()) return false;
    await disk.access(file, disk.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function isBelow(disk: Machine['disk'], file: string, folders: readonly string[]): Promise<boolean> {
  const real = await disk.realpath(file);
  for (const folder of folders) {
    const realFolder = await disk.realpath(folder).catch(() => folder);
    if (relativePath(folder, file) !== undefined || relativePath(realFolder, real) !== undefined) return true;
  }
  return false;
}

function missing(message: string): FoundProgram {
  return { kind: 'missing', message };
}

/** Where a project's own program is looked for. */
export interface ProjectSearch {
  readonly machine: Programs;
  readonly env: Env;
  /** Absolute. */
  readonly root: string;
  /** Absolute: where the program is to run. */
  readonly folder: string;
}

const onWindows = ({ machine }: ProjectSearch): boolean => machine.places.platform === 'win32';

/** Finds what a runner or a declared command needs: in the project itself, before anything that is installed on the machine. */
export async function findOfProject(program: Program, search: ProjectSearch): Promise<FoundProgram> {
  const isWindows = onWindows(search);
  switch (program.kind) {
    case 'installed':
      return found(program.name);
    case 'node':
      return found(await findNode(search.machine, search.env));
    case 'package': {
      const script = await packageBin(program.name, program.bin, search);
      if (script !== undefined) return found(await findNode(search.machine, search.env), [script]);
      return {
        kind: 'missing',
        message: `${program.name} is not installed in ${search.folder}: install the project's packages first`,
      };
    }
    case 'python':
      return found(await findPython(search));
    case 'wrapper': {
      for (const folder of isWindows ? [] : foldersUpTo(search.root, search.folder)) {
        const script = path.join(folder, program.script);
        if ((await search.machine.files.kindOf(script)) === 'file') return found(script);
      }
      // Node.js starts no scripts for Windows without a shell, and a shell would read the names of tests.
      return isWindows
        ? { kind: 'missing', message: `${program.name} cannot be started on Windows: set \`pactwright.tests.command\`` }
        : found(program.name);
    }
    case 'declared':
      return findDeclared(program.word, search);
  }
}

/** A word with a `/` in it is a path from the folder where it runs. */
async function findDeclared(word: string, search: ProjectSearch): Promise<FoundProgram> {
  const isWindows = onWindows(search);
  if (word.includes('/')) return found(path.resolve(search.folder, word));
  if (word === 'node') return found(await findNode(search.machine, search.env));
  if (/^python3?$/u.test(word)) return found(await findPython(search));
  // What is in `node_modules/.bin` is for a shell there.
  const script = isWindows ? await packageBin(word, word, search) : undefined;
  if (script !== undefined) return found(await findNode(search.machine, search.env), [script]);
  const places = isWindows ? ['.venv/Scripts', 'venv/Scripts'] : ['node_modules/.bin', '.venv/bin', 'venv/bin'];
  for (const folder of foldersUpTo(search.root, search.folder))
    for (const place of places) {
      const program = path.join(folder, place, isWindows ? `${word}.exe` : word);
      if ((await search.machine.files.kindOf(program)) === 'file') return found(program);
    }
  return found(word);
}

function found(program: string, args: readonly string[] = []): FoundProgram {
  return { kind: 'found', program, args };
}

/** The Node.js of the PATH: the one that runs us may be the editor's own, which is another than the project is made for. */
export async function findNode(machine: Programs, env: Env): Promise<string> {
  const name = machine.places.platform === 'win32' ? 'node.exe' : 'node';
  const node = await findInstalled(machine, name, { env });
  return node.kind === 'found' ? node.program : machine.self.node;
}

async function findPython(search: ProjectSearch): Promise<string> {
  const { machine, env, root, folder } = search;
  const isWindows = onWindows(search);
  const inside = isWindows ? path.join('Scripts', 'python.exe') : path.join('bin', 'python');
  const environments = foldersUpTo(root, folder).flatMap((one) => [path.join(one, '.venv'), path.join(one, 'venv')]);
  for (const environment of [...environments, env['VIRTUAL_ENV'] ?? '']) {
    const program = path.join(environment, inside);
    if (environment !== '' && (await machine.files.kindOf(program)) === 'file') return program;
  }
  return isWindows ? 'python' : 'python3';
}

/** More than any `package.json` has. */
const maxBytes = 4 * 1024 * 1024;

const packageManifest = some({ bin: v.union([v.string(), someRecordOf(v.string())]) });

/** The script of a package's program, as Node.js would find the package from the folder; undefined if it is not installed. */
async function packageBin(name: string, bin: string, { machine, folder }: ProjectSearch): Promise<string | undefined> {
  for (const above of foldersUpTo(path.parse(folder).root, folder)) {
    const home = path.join(above, 'node_modules', name);
    const manifest = await machine.files.read(path.join(home, 'package.json'), {
      within: path.parse(home).root,
      maxBytes,
    });
    if (manifest.kind !== 'file') continue;
    const bins = read(packageManifest, parseJson(new TextDecoder().decode(manifest.bytes)))?.bin;
    const script = typeof bins === 'object' ? bins[bin] : bins;
    if (script !== undefined) return path.join(home, script);
  }
  return undefined;
}

/** A folder and those that hold it, up to another one. */
function foldersUpTo(last: string, folder: string): string[] {
  const above = path.dirname(folder);
  return folder === last || above === folder ? [folder] : [folder, ...foldersUpTo(last, above)];
}
