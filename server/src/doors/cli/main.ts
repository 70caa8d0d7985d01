#!/usr/bin/env node
import { writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { cacheFolder } from '../../base/userFolders.js';
import { keepCompiledCode } from '../../host/compiledCode.js';
import { engineFlags } from './engineFlags.js';
import type { KeptRun, KeptRunOptions } from './keptRun.js';

// Here, as asking for the output loads more.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader may stop early (`| head`): then the rest is dropped.
  if (error.code === 'EPIPE') process.exit();
  try {
    // Not the stream: the process would end before it has written.
    writeSync(
      2,
      `pactwright: the output cannot be written (${error.message}): make room for it, or send it elsewhere\n`,
    );
  } finally {
    process.exit(2);
  }
});

// All is written by then, and the process need not take its memory apart first, which takes a twentieth of a lint of 5,000 documents.
process.once('beforeExit', () => process.exit());

/** Which build this is; each file of it that changes makes it another. Set when the command line is bundled for use. */
declare const PACTWRIGHT_BUILD: string | undefined;

/** What every commit runs, and what is looked at often: not what lets work out, as gates do. */
const compiledOnce: ReadonlySet<string | undefined> = new Set([
  'lint',
  'drift',
  'trace',
  'hook',
  'mcp',
  'visualize',
  'query',
  'regression',
  'test-map',
]);

/** The commands whose judgements of documents are kept from run to run. */
const judging: ReadonlySet<string> = new Set(['lint', 'drift', 'trace']);

/** When a server has compiled most of what it needs, in milliseconds. */
const serverSettledMs = 5_000;

/** Undefined in a container whose account has no home, or none that is a path. */
function cacheOfAccount(): string | undefined {
  try {
    const home = os.homedir();
    return path.isAbsolute(home) ? cacheFolder({ env: process.env, platform: process.platform, home }) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Modules of Node that a command which judges is known to need. Once flags are set, the engine no longer takes the compiled code that Node
 * ships with them, and compiles each from its text.
 */
async function loadBeforeFlags(command: string, args: readonly string[]): Promise<void> {
  if (command === 'lint' && !args.includes('--git')) return;
  await import('node:fs/promises');
  await import('node:child_process');
  await import('node:zlib');
}

async function start(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command !== undefined && judging.has(command)) await loadBeforeFlags(command, args);
  const flags = engineFlags(command, process.versions.v8);
  if (flags !== undefined) setFlagsFromString(flags);
  const cache = compiledOnce.has(command) ? cacheOfAccount() : undefined;
  if (cache === undefined || typeof PACTWRIGHT_BUILD !== 'string') return run();
  const build = PACTWRIGHT_BUILD;
  // With git another part of the same files is run.
  const kind = args.includes('--git') ? `${command} --git` : `${command}`;
  const keep = keepCompiledCode({ program: __dirname, build, kind, folder: path.join(cache, 'code') });
  // What a server needs for its answers is compiled later than this, and whoever started it may kill it in the end.
  if (command === 'mcp') setTimeout(keep, serverSettledMs).unref();
  process.once('exit', keep);
  await run(command === undefined ? undefined : { build, command, args });
}

/** @param started the command line; undefined if there is none. */
async function run(started?: Pick<KeptRunOptions, 'build' | 'command' | 'args'>): Promise<void> {
  const { blockingFileSystem: files } = await import('../../host/fileSystem.js');
  const { cacheFilesAtOnce: cache } = await import('../../host/cacheFiles.js');
  let kept: KeptRun | undefined;
  if (started && judging.has(started.command)) {
    const { openKeptRun } = await import('./openKeptRun.js');
    const disk = await import('../../host/quickFiles.js');
    kept = openKeptRun(started, { files, cache, disk, homeOf: () => os.homedir() });
    if (await kept?.answer()) return;
  }
  // What is imported above all else would be compiled before.
  const { nodeMachine } = await import('../../host/machine.js');
  await (
    await import('./start.js')
  ).main(nodeMachine({ files, cache }), kept, async (opening) =>
    // A file of its own: nobody else needs PostgreSQL.
    (await import('../../host/pgBossQueue.js')).openPgBossQueue(opening),
  );
}

void start();
