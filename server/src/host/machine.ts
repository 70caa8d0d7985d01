import * as nodeFiles from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describeError, isErrorCode } from '../base/errors.js';
import { once } from '../base/memo.js';
import { environmentOfPrograms } from '../base/gitEnvironment.js';
import type { UserPlaces } from '../base/userFolders.js';
import type { Disk, LogFiles, Machine, Programs, Terminal } from '../workspace/machine.js';
import { targetedGit, targetVariable } from '../workspace/git/targetedGit.js';
import type { CacheFiles, FileSystem, Processes } from '../workspace/ports.js';
import { applyChanges } from './applyChanges.js';
import { askTerminal, confirmAtTerminal, holdTerminal, readStandardInput } from './askTerminal.js';
import { writeAtomically } from './atomicWrite.js';
import { cacheFiles } from './cacheFiles.js';
import { createEvidenceFiles } from './evidenceFiles.js';
import { readFilesSince } from './filesSince.js';
import { withoutFilters } from './git/filterOverrides.js';
import { createLastingRefs } from './git/lastingRefs.js';
import { readSettings } from './git/readSettings.js';
import { writeBlob } from './git/writeBlob.js';
import { git } from './git.js';
import { outputOf } from './git/output.js';
import { createRunGit } from './git/runGit.js';
import { createWorkGit } from './gitWork.js';
import { insideRoot, exists } from './insideRoot.js';
import { withLock } from './lock.js';
import { appendToLog, createLog, readLog } from './logFile.js';
import { makeFolder } from './makeFolder.js';
import { stat, unlink } from './quickFiles.js';
import { withScratchFolder } from './scratchFolder.js';
import { ignoringInterrupts, untilTermination } from './termination.js';
import { worktreeGit } from './worktreeGit.js';
import { occupantsOf, realOf, removeRemains, sizeOfFolder, occupancyOf } from './worktrees/folders.js';

declare const PACTWRIGHT_GRAMMARS: string | undefined;
declare const PACTWRIGHT_BUILD: string | undefined;

/** Beside the bundle; from the sources, as tests run them, in the package itself. */
const grammars = path.resolve(
  __dirname,
  typeof PACTWRIGHT_GRAMMARS === 'string' ? PACTWRIGHT_GRAMMARS : '../../../node_modules/@vscode/tree-sitter-wasm/wasm',
);

/** Made when it is asked for: of Node's functions all are taken, and that loads them. */
const disk = once((): Disk => ({
  ...nodeFiles,
  stat,
  unlink,
  writeAtomically,
  applyChanges,
  makeFolder,
  insideRoot,
  exists,
  whyUnlisted,
  readFilesSince,
  realOf,
  sizeOfFolder,
  occupancyOf,
  removeRemains,
  occupantsOf,
  realPathNow: (file) => realpathSync.native(file),
}));

// What starts programs is loaded when one is started: most runs start none, and a cold command line pays for all that it reads.
const processes: Processes = {
  run: async (start) => (await import('./processes.js')).processes.run(start),
};

const programs: Programs = {
  start: async (start) => (await import('./processes.js')).startProgram(start),
  list: async (pids) => (await import('./processTable.js')).listProcesses(pids),
  whichLive: async (marks) => (await import('./processTable.js')).whichLive(marks),
  isRunning: async (pid) => (await import('./processTable.js')).isRunning(pid),
  askToEnd: (pid) => {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  },
  endWithDescendants: async (root, mark) => (await import('./endProcess.js')).endWithDescendants(root, mark),
};

/** Git may check out many files, and run hooks of the person's own. */
const run = createRunGit(120_000, () => undefined);

const logs: LogFiles = { create: createLog, append: appendToLog, read: readLog };

const terminal: Terminal = {
  ask: askTerminal,
  confirm: confirmAtTerminal,
  hold: holdTerminal,
  readInput: readStandardInput,
  untilTermination,
  ignoringInterrupts,
  isAttended: () => process.stdin.isTTY,
};

/** What of the machine a main file, or a test, chooses. */
export interface MachineOptions {
  readonly files: FileSystem;
  /** Undefined: without blocking. */
  readonly cache?: CacheFiles;
  /** Undefined: this process's. */
  readonly env?: UserPlaces['env'];
  /** Milliseconds since 1970; undefined: the real time. */
  readonly clock?: () => number;
}

/** In the engines of Node 20, 22 and 24: it complains of a flag that it does not know. */
const enginesWithGrowth = /^(?:11\.3|12\.4|13\.6)\./u;

/**
 * The engine lets the heap become several times as large as what is in it. And optimized code makes objects among old ones where most
 * of those before got old: models of documents, too, which leave holes between what stays.
 */
function reclaimEarly(): void {
  if (enginesWithGrowth.test(process.versions.v8))
    // A run that ends soon has the third already, and the second otherwise (`engineFlags`).
    setFlagsFromString(
      '--heap-growing-percent=40 --incremental-marking-soft-trigger=0 --no-allocation-site-pretenuring',
    );
}

/** By itself, V8 does so only when more memory is needed. */
function reclaimNow(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // what that flag makes
  collect();
}

function reclaimSoon(): void {
  whenIdle(() => {
    reclaimNow();
    // The first time it moves few of the objects that keep nearly empty pages.
    whenIdle(reclaimNow);
  });
}

/** How long is looked at how busy this process is, in milliseconds; and the share of that time in which it may be and counts as idle. */
const idleMs = 1_000;
const idleShare = 0.2;

/** Waits until nobody is likely to wait for an answer; does not keep the process running. */
function whenIdle(act: () => void): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > idleShare) return;
    clearInterval(timer);
    act();
  }, idleMs);
  timer.unref();
}

const self: Machine['self'] = {
  build: typeof PACTWRIGHT_BUILD === 'string' ? PACTWRIGHT_BUILD : undefined,
  pid: process.pid,
  architecture: process.arch,
  node: process.execPath,
  nodeVersion: process.versions.node,
  isElectron: process.versions['electron'] !== undefined,
  script: process.argv[1] === undefined ? undefined : path.resolve(process.argv[1]),
  grammars,
};

/** The machine that this process runs on. */
export function nodeMachine({
  files,
  cache = cacheFiles,
  env = process.env,
  clock = Date.now,
}: MachineOptions): Machine {
  return {
    files,
    get disk() {
      return disk();
    },
    git: targetedGit(git, env[targetVariable]),
    workGit: (scratchFolder) => createWorkGit(scratchFolder),
    worktreeGit,
    openRefs: () => createLastingRefs(() => environmentOfPrograms(env, false)),
    runGit: async (folder, args, signal, { index, acts = false, config = [], ...call } = {}) => {
      const filters = acts ? { kind: 'answer' as const, value: [] } : await withoutFilters(run, folder, signal);
      if (filters.kind !== 'answer') return filters;
      const places = index === undefined ? {} : { GIT_INDEX_FILE: index };
      return outputOf(run, {
        ...call,
        folder,
        args,
        signal,
        places,
        hooks: acts,
        config: [...config, ...filters.value],
      });
    },
    writeBlob,
    gitSettings: readSettings,
    processes,
    programs,
    withLock,
    logs,
    evidence: (places) => createEvidenceFiles(places),
    cache,
    reclaimEarly,
    reclaimNow,
    reclaimSoon,
    withScratchFolder,
    clock,
    // Looked up when it is asked for: in a container an account may have no home.
    places: {
      env,
      platform: process.platform,
      get home() {
        return os.homedir();
      },
    },
    terminal,
    self,
  };
}

/**
 * Why a folder cannot be listed, as half a sentence; undefined if it can, or there is none.
 *
 * @param folder absolute.
 */
async function whyUnlisted(folder: string): Promise<string | undefined> {
  try {
    await (await nodeFiles.opendir(folder)).close();
    return undefined;
  } catch (error) {
    return isErrorCode(error, 'ENOENT', 'ENOTDIR') ? undefined : describeError(error);
  }
}
