import { stripVTControlCharacters } from 'node:util';
import { type Stack, stacksOf } from '../../code/stacks.js';
import type { Program } from '../../code/runners/runner.js';
import { Refused } from '../../operations/errorCodes.js';
import { type CodeFolder, openCodeFolder } from '../../project/codeFolder.js';
import type { ProgramEnd } from '../programs/runProgram.js';
import { configurationAt, runDeclared, runHere } from './projectCommand.js';
import type { QueryAnswer, QueryScene } from './query.js';

interface AskedLint {
  readonly fix: boolean;
  readonly advisory: boolean;
}

/** A linter of a language. */
interface Linter {
  readonly name: string;
  readonly program: Program;
  readonly args: readonly string[];
  /** What has it fix; undefined if it cannot. */
  readonly fix?: readonly string[];
}

/** What came of a linter. */
interface LinterEnd {
  readonly name: string;
  /** Null where it was not started or did not end by itself. */
  readonly code: number | null;
  readonly said: string;
}

/** What the linters of a project say. */
export async function stackLintAnswer(scene: QueryScene, { fix, advisory }: AskedLint): Promise<QueryAnswer> {
  const code = await openCodeFolder(scene.machine, scene.folder, scene.signal);
  const configuration = await configurationAt(scene.machine, scene.folder);
  const declared = configuration.gates.commands.get('lint');
  const ends: LinterEnd[] = [];
  if (declared) {
    const more = fix ? fixOf(declared) : [];
    ends.push(endOf('the lint command', await runDeclared(scene, code, configuration, 'lint', more)));
  } else
    for (const linter of lintersOf(code)) {
      scene.progress(`Running ${linter.name}`);
      const args = [...linter.args, ...(fix ? (linter.fix ?? []) : [])];
      ends.push(endOf(linter.name, await runHere(scene, code.root, linter.program, args)));
    }
  scene.signal.throwIfAborted();
  if (ends.length === 0)
    throw new Refused(
      'not-found',
      'no linter is known for this project: set `gates.commands.lint` in .pactwright/config.yaml',
    );
  if (ends.every(({ code: exit }) => exit === null))
    throw new Refused('failed', ends.map(({ name, said }) => `${name} could not be run: ${said}`).join('; '));
  return {
    message: ends.map(sentence).join('\n'),
    data: { root: code.root, linters: ends },
    isBad: !advisory && ends.some(({ code: exit }) => exit !== null && exit !== 0),
  };
}

function endOf(name: string, end: ProgramEnd): LinterEnd {
  if (end.kind === 'brokenOff') return { name, code: null, said: 'it was canceled' };
  if (end.kind !== 'ended') return { name, code: null, said: end.message };
  return { name, code: end.code, said: stripVTControlCharacters(end.said).trim() };
}

function sentence({ name, code, said }: LinterEnd): string {
  if (code === null) return `missing  ${name}: ${said}`;
  const verdict = code === 0 ? `pass  ${name}` : `fail  ${name}: exit code ${code}`;
  return said === '' ? verdict : `${said}\n${verdict}`;
}

/** @throws Refused if the command is of no linter that is known. */
function fixOf(command: readonly string[]): readonly string[] {
  const words = command.join(' ');
  if (/\bbiome\b/u.test(words)) return ['--write'];
  if (/\b(?:eslint|ruff|oxlint|golangci-lint|stylelint|clippy)\b/u.test(words)) return ['--fix'];
  throw new Refused('not-allowed', `nothing is known of how \`${words}\` fixes: run it yourself, or leave out --fix`);
}

const ofStack: Readonly<Record<Stack, (code: CodeFolder) => Linter>> = {
  python: ({ paths }) => {
    const folders = ['src', 'tests'].filter((folder) => paths.some((path) => path.startsWith(`${folder}/`)));
    const args = ['check', ...(folders.length > 0 ? folders : ['.'])];
    return { name: 'Ruff', program: { kind: 'declared', word: 'ruff' }, args, fix: ['--fix'] };
  },
  node: ({ paths }) => {
    if (paths.some((path) => /^biome\.jsonc?$/u.test(path)))
      return { name: 'Biome', program: ofPackage('@biomejs/biome', 'biome'), args: ['check', '.'], fix: ['--write'] };
    if (paths.some((path) => /^\.?oxlintrc\.json$/u.test(path)))
      return { name: 'oxlint', program: ofPackage('oxlint', 'oxlint'), args: [], fix: ['--fix'] };
    return { name: 'ESLint', program: ofPackage('eslint', 'eslint'), args: ['.'], fix: ['--fix'] };
  },
  go: () => ({
    name: 'golangci-lint',
    program: { kind: 'installed', name: 'golangci-lint' },
    args: ['run'],
    fix: ['--fix'],
  }),
  java: ({ paths }) =>
    paths.includes('pom.xml')
      ? {
          name: 'Checkstyle',
          program: { kind: 'wrapper', script: 'mvnw', name: 'mvn' },
          args: ['-q', 'checkstyle:check'],
        }
      : {
          name: 'Gradle check',
          program: { kind: 'wrapper', script: 'gradlew', name: 'gradle' },
          args: ['-q', 'check', '-x', 'test'],
        },
  rust: () => ({
    name: 'Clippy',
    program: { kind: 'installed', name: 'cargo' },
    args: ['clippy', '--quiet', '--all-targets'],
    fix: ['--fix', '--allow-dirty'],
  }),
};

const ofPackage = (name: string, bin: string): Program => ({ kind: 'package', name, bin });

function lintersOf(code: CodeFolder): readonly Linter[] {
  return stacksOf(code.paths).map((stack) => ofStack[stack](code));
}
