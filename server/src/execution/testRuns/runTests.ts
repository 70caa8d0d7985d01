import { runForOutput } from '../../workspace/processOutput.js';
import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type DetectedRunner, detectRunner, foldersAbove, projectFileNames } from '../../code/runners/detectRunner.js';
import { groupBy } from '../../base/groupBy.js';
import { apart } from '../../code/runners/chunks.js';
import { runners } from '../../code/runners/index.js';
import { present } from '../../base/json.js';
import { matchResults, type TestResult } from '../../code/runners/matchResults.js';
import { ownCommands, ownResults } from '../../code/runners/ownCommand.js';
import type { RunnerCommand, RunnerName, RunnerReport, TestOrder, WantedTest } from '../../code/runners/runner.js';
import type { TestEvent } from '../../protocol.js';
import { decodeText } from '../../base/decodeText.js';
import { mostOutput, runProgram } from '../programs/runProgram.js';
import { findNode } from '../programs/findProgram.js';

export interface TestRun {
  /** Absolute. */
  readonly root: string;
  readonly tests: readonly WantedTest[];
  /** Runs all tests of its languages instead of the runner that the project's files tell. */
  readonly runner?: RunnerName;
  /** A command of the user's own, which runs all tests. */
  readonly template?: readonly string[];
  readonly order?: TestOrder;
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long each process may take, in milliseconds; without it, as long as it likes. */
  readonly timeLimit?: number;
  readonly onEvent: (event: TestEvent) => void;
  readonly signal: AbortSignal;
}

/** A process that ran tests. */
interface StartedCommand {
  /** The program and its arguments; undefined if it could not be started, or took too long. */
  readonly words?: readonly string[];
  /** Whether it ended by itself: then the same sources would make it say the same. */
  readonly toItsEnd: boolean;
}

export interface RanTests {
  /** By test id; a canceled run lacks some. */
  readonly results: ReadonlyMap<string, TestResult>;
  readonly commands: readonly StartedCommand[];
}

/** Runs tests by the runners of their project, one process after the other, and tells each result as soon as it is known. */
export async function runTests(run: TestRun): Promise<RanTests> {
  const results = new Map<string, TestResult>();
  const ran: StartedCommand[] = [];
  const tell = (some: readonly TestResult[]): void => {
    for (const result of some) {
      results.set(result.id, result);
      const { id, status, message, durationMs, line } = result;
      run.onEvent({ event: 'result', test: id, status, ...present({ message, durationMs, line }) });
    }
  };
  await run.machine.withScratchFolder(async (scratch) => {
    if (run.template) {
      for (const command of ownCommands(run.template, run.tests)) {
        const report = await runCommand(run, command, tell, ran);
        if (report) tell(ownResults(command.tests, report));
      }
      return;
    }
    const projectFiles = await readProjectFiles(run);
    const detected = run.tests.map((test) => ({ test, by: choose(run, test, projectFiles) }));
    tell(detected.flatMap(({ test, by }) => (by ? [] : [withoutRunner(test)])));
    let number = 0;
    const runGroup = async (tests: readonly WantedTest[], by: DetectedRunner): Promise<void> => {
      const runner = runners[by.runner];
      const commands = runner.commands(tests, {
        root: run.root.split(path.sep).join('/'),
        folder: by.folder,
        scratch: path.join(scratch, `report-${number++}`).split(path.sep).join('/'),
        nodeMajor: by.runner === 'node' ? await nodeMajor(run) : 0,
        nodeOptions: by.nodeOptions,
        shuffled: run.order === 'shuffled',
      });
      for (const command of commands) {
        const report = await runCommand(run, command, tell, ran);
        if (!report) continue;
        const smaller = runner.spoilt?.(report) === true ? apart(command.tests) : [];
        for (const some of smaller) await runGroup(some, by);
        if (smaller.length === 0)
          tell(matchResults(command.tests, runner, report).map((one) => inSandbox(one, report, run)));
      }
    };
    for (const group of groupBy(detected, ({ by }) => JSON.stringify(by ?? null)).values()) {
      const by = group[0]?.by;
      const tests = group.map(({ test }) => test);
      if (by)
        for (const some of run.order === 'apart' ? tests.map((test) => [test]) : [tests]) await runGroup(some, by);
    }
  });
  return { results, commands: ran };
}

function choose(
  { runner }: TestRun,
  { file }: WantedTest,
  projectFiles: ReadonlyMap<string, string>,
): DetectedRunner | undefined {
  const found = detectRunner(file, projectFiles);
  if (runner === undefined) return found;
  if (file.language === undefined || !runners[runner].languages.includes(file.language)) return undefined;
  return found?.runner === runner ? found : { runner, folder: found?.folder ?? '', nodeOptions: [] };
}

/** What a system says of what it does not let a program do. */
const forbidden = /\bE(?:PERM|ACCES|ROFS)\b|operation not permitted|permission denied|read-only file system/iu;

/** What Node.js prints of each run: counts, and files that it could load. */
const summary = /^[ℹ✔].*$/gmu;

/**
 * A sandbox that keeps a runner from starting processes leaves no trace of them, or what the system says: nothing has failed then. What
 * else a runner says of its own, as of a file that it cannot read, is no fault of the sandbox.
 */
function inSandbox(result: TestResult, { said }: RunnerReport, { env }: Pick<TestRun, 'env'>): TestResult {
  if (result.status !== 'errored' || result.unasked || !isSandboxed(env)) return result;
  if (
    stripVTControlCharacters(said).replace(summary, '').trim() !== '' &&
    !forbidden.test(`${said}\n${result.message ?? ''}`)
  )
    return result;
  const message = `did not run: the sandbox of the agent keeps the test runner from what it needs; run it outside of that, or in a phase\n${result.message ?? ''}`;
  return { ...result, unasked: true, message };
}

/** Codex sets it for what it runs. */
export function isSandboxed(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['CODEX_SANDBOX_NETWORK_DISABLED'] !== undefined || env['CODEX_SANDBOX'] !== undefined;
}

function withoutRunner({ id, file }: WantedTest): TestResult {
  return {
    id,
    status: 'errored',
    unasked: true,
    message: `did not run: no test runner found for ${file.path}; choose one with --runner, or set a command (\`pactwright.tests.command\` in the editor)`,
  };
}

/** More than any of them has. */
const maxBytes = 4 * 1024 * 1024;

/** What tells how tests are run: the files of that kind above each test file, up to the root. */
async function readProjectFiles({ root, tests, machine: { files } }: TestRun): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of new Set(tests.flatMap(({ file }) => foldersAbove(file.path)))) {
    for (const { name, kind } of (await files.list(path.join(root, folder))).entries) {
      if (kind === 'folder' || !projectFileNames.has(name)) continue;
      const file = path.join(root, folder, name);
      const result = await files.read(file, { within: path.parse(root).root, maxBytes });
      const decoded = result.kind === 'file' ? decodeText(result.bytes) : undefined;
      if (decoded?.kind === 'text') found.set(folder === '' ? name : `${folder}/${name}`, decoded.text);
    }
  }
  return found;
}

async function nodeMajor({ machine, env, root, signal }: TestRun): Promise<number> {
  const program = await findNode(machine, env);
  // It is asked nothing that this process knows of itself: starting it takes longer than many tests do.
  if (program === machine.self.node && !machine.self.isElectron) return Number.parseInt(machine.self.nodeVersion, 10);
  const end = await runForOutput(machine.processes, {
    program,
    args: ['--version'],
    folder: root,
    env: cleaned(env),
    signal,
  });
  return Number((end.kind === 'ended' && /^v(\d+)/u.exec(end.output)?.[1]) || 20);
}

/** @returns undefined if it could not be started or took too long, which is reported, or if it was interrupted. */
async function runCommand(
  run: TestRun,
  command: RunnerCommand,
  tell: (results: readonly TestResult[]) => void,
  commands: StartedCommand[],
): Promise<RunnerReport | undefined> {
  const { root, machine, env, signal, onEvent, timeLimit } = run;
  const folder = path.join(root, ...command.folder.split('/'));
  if (!signal.aborted) for (const { id } of command.tests) onEvent({ event: 'started', test: id });
  const began = machine.clock();
  const ended = await runProgram({
    program: command.program,
    args: command.args,
    root,
    folder,
    machine,
    env: cleaned(env),
    ...(timeLimit === undefined ? {} : { timeLimit }),
    keepOutput: command.report.kind === 'output',
    onOutput: (text) => {
      onEvent({ event: 'output', text });
    },
    signal,
  });
  switch (ended.kind) {
    case 'brokenOff':
      return undefined;
    case 'timedOut':
    case 'notStarted': {
      commands.push({ toItsEnd: false });
      const tail = ended.said.trim().slice(-4_000);
      const message = `did not run: ${ended.message}${tail === '' ? '' : `\n${tail}`}`;
      const unasked = ended.kind === 'notStarted' ? { unasked: true as const } : {};
      tell(command.tests.map(({ id }) => ({ id, status: 'errored', message, ...unasked })));
      return undefined;
    }
    case 'ended': {
      const { output, said, code, command: words } = ended;
      commands.push({ words, toItsEnd: code !== null });
      return { output, said, files: await readReport(machine, command, folder, began), exitCode: code };
    }
  }
}

async function readReport(
  machine: Machine,
  { report }: RunnerCommand,
  folder: string,
  began: number,
): Promise<readonly string[]> {
  switch (report.kind) {
    case 'output':
      return [];
    case 'folder':
      return machine.disk.readFilesSince(path.join(folder, report.path), '.xml', began, mostOutput);
    case 'file': {
      const result = await machine.files.read(report.path, {
        within: path.parse(report.path).root,
        maxBytes: mostOutput,
      });
      return result.kind === 'file' ? [new TextDecoder().decode(result.bytes)] : [];
    }
  }
}

/** What tells a program that it is a part of the editor, or of another run of tests. */
const notHandedOn: ReadonlySet<string> = new Set(['ELECTRON_RUN_AS_NODE', 'NODE_TEST_CONTEXT']);

function cleaned(env: TestRun['env']): TestRun['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !notHandedOn.has(name)));
}
