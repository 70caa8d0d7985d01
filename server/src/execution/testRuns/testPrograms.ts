import path from 'node:path';
import * as v from 'valibot';
import type { FoundProgram } from '../../base/foundProgram.js';
import { parseJson } from '../../base/json.js';
import { read, some, someRecordOf } from '../../base/schema.js';
import type { Program } from '../../code/runners/runner.js';
import type { Machine } from '../../workspace/machine.js';
import { resolveProgram } from '../agents/resolveProgram.js';

/** What programs are looked for with. */
type Programs = Pick<Machine, 'files' | 'disk' | 'places' | 'self'>;

export interface ProgramSearch {
  readonly machine: Programs;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly root: string;
  /** Absolute: where the program is to run. */
  readonly folder: string;
}

const onWindows = ({ machine }: ProgramSearch): boolean => machine.places.platform === 'win32';

/** Finds what a runner needs: in the project itself, before anything that is installed on the machine. */
export async function findProgram(program: Program, search: ProgramSearch): Promise<FoundProgram> {
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
async function findDeclared(word: string, search: ProgramSearch): Promise<FoundProgram> {
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
export async function findNode(machine: Programs, env: ProgramSearch['env']): Promise<string> {
  const { platform } = machine.places;
  const node = await resolveProgram(machine, platform === 'win32' ? 'node.exe' : 'node', {
    env,
    platform,
    foreign: [],
  });
  return node.kind === 'found' ? node.program : machine.self.node;
}

async function findPython(search: ProgramSearch): Promise<string> {
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
async function packageBin(name: string, bin: string, { machine, folder }: ProgramSearch): Promise<string | undefined> {
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
