import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { contentHash } from '../../server/src/base/contentHash.js';
import { parseSource } from '../../server/src/code/parseSource.js';
import { wantedTest } from '../../server/src/code/runners/wantedTest.js';
import type { TestStatus, WantedTest } from '../../server/src/code/runners/runner.js';
import { createLab } from '../../server/src/execution/gates/lab.js';
import type { LabOptions } from '../../server/src/execution/gates/labBench.js';
import type { FolderState } from '../../server/src/execution/gates/sources.js';
import type { EvidenceEntry, EvidenceLog, EvidenceRecord } from '../../server/src/gates/evidence/evidenceLog.js';
import type { Lab, TestsRun } from '../../server/src/gates/lab.js';
import { defaultConfiguration, type GateConfiguration } from '../../server/src/workspace/configuration.js';
import type { GitAnswer } from '../../server/src/workspace/ports.js';
import { type Files, type GitRepository, gitRepository } from './gitRepository.js';
import { temporaryFolder } from './temporaryFolder.js';
import { testMachine } from './testMachine.js';

export interface LabCase extends Partial<Omit<LabOptions, 'configuration'>> {
  readonly configuration?: Partial<GateConfiguration>;
  /** The sources that the item changed. */
  readonly product?: readonly string[];
}

/**
 * A PATH on which the Node that runs the tests, whose version nobody has to ask for, comes first. Where it does already, the folder it
 * is in stays where it is: other programs in it, such as Python, may not be those that a person runs.
 */
function pathWithOwnNode(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const own = path.dirname(process.execPath);
  const first = folders.find((folder) => existsSync(path.join(folder, path.basename(process.execPath))));
  return (first === own ? folders : [own, ...folders]).join(path.delimiter);
}

/** A lab over a real repository, with real processes; what it keeps is kept as long as the log lives. */
export function labOf(repository: GitRepository, { configuration, product = [], ...others }: LabCase = {}): Lab {
  let before: FolderState | undefined;
  return createLab({
    root: repository.folder,
    configuration: { ...defaultConfiguration.gates, ...configuration },
    sources: {
      before: () => Promise.resolve(answer((before ??= folderState(repository)))),
      now: () => Promise.resolve(answer(folderState(repository))),
      changed: (a, b) =>
        Promise.resolve(
          answer(
            repository
              .git('diff', '--no-renames', '--name-status', a, b)
              .split('\n')
              .filter(Boolean)
              .map((line) => ({ path: line.replace(/^\w\t/u, ''), isNew: line.startsWith('A') })),
          ),
        ),
      product: () => Promise.resolve(product),
      checkOut: (tree, folder) => {
        mkdirSync(folder);
        withIndex(repository, folder, ['read-tree', tree], ['checkout-index', '--all']);
        return Promise.resolve(answer(undefined));
      },
      top: repository.folder,
    },
    log: memoryLog(),
    fresh: false,
    isApproved: () => true,
    machine: testMachine({ ...process.env, PATH: pathWithOwnNode() }),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...others,
  });
}

/** Runs git with an index of its own. @returns what the last command says. */
function withIndex(repository: GitRepository, workTree: string, ...commands: readonly (readonly string[])[]): string {
  const env = {
    PATH: process.env['PATH'],
    GIT_INDEX_FILE: path.join(temporaryFolder(), 'index'),
    GIT_DIR: path.join(repository.folder, '.git'),
    GIT_WORK_TREE: workTree,
  };
  return (
    commands.map((args) => execFileSync('git', args, { cwd: workTree, env, encoding: 'utf8' }).trim()).at(-1) ?? ''
  );
}

function folderState(repository: GitRepository): FolderState {
  const head = repository.git('rev-parse', 'HEAD');
  const tree = withIndex(repository, repository.folder, ['read-tree', 'HEAD'], ['add', '--all'], ['write-tree']);
  const entries = repository.git('ls-tree', '-r', tree).split('\n');
  return { head, tree, relevant: contentHash(entries.filter((entry) => !entry.endsWith('.md')).join('\n')) };
}

function answer<T>(value: T): GitAnswer<T> {
  return { kind: 'answer', value };
}

/** A log without chain: nothing here is read by anybody else. */
export function memoryLog(): EvidenceLog {
  const records: EvidenceRecord[] = [];
  return {
    records,
    words: [],
    run: (key) => records.findLast(({ entry }) => entry.kind === 'run' && entry.key === key),
    append: (entry: EvidenceEntry) => {
      // What is kept is text.
      const kept = JSON.parse(JSON.stringify(entry)) as EvidenceEntry;
      records.push({ number: records.length + 1, at: Date.now(), entry: kept });
      return Promise.resolve(records.length);
    },
  };
}

/** A repository with one commit; packages are those of this very project. */
export function labProject(projectFiles: Files): GitRepository {
  const repository = gitRepository();
  repository.commit('Begin', { '.gitignore': 'node_modules\n__pycache__\n.pytest_cache\ntarget\n', ...projectFiles });
  symlinkSync(path.resolve('node_modules'), path.join(repository.folder, 'node_modules'));
  return repository;
}

/** The tests of a file of the repository, as it is in the folder. */
export function testsOf({ folder }: GitRepository, ...paths: readonly string[]): readonly WantedTest[] {
  return paths.flatMap((name) => {
    const file = parseSource(name, readFileSync(path.join(folder, name), 'utf8'));
    return file.tests.map((test) => wantedTest(file, test));
  });
}

/** By the title of the test. */
export const statusesOf = ({ results }: TestsRun): Readonly<Record<string, TestStatus>> =>
  Object.fromEntries(Array.from(results, ([id, { status }]) => [id.replace(/^.* > /u, ''), status]));
