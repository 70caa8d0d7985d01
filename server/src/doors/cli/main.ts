#!/usr/bin/env node
// What Node has compiled of its own modules counts only for those that are loaded before a flag is set: all that every run needs.
import 'node:crypto';
import * as disk from 'node:fs/promises';
import { writeSync } from 'node:fs';
import * as nodeModule from 'node:module';
import os from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { KeptRun } from './keptRun.js';

// Here, as asking for the output loads more.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads us may stop reading (`| head`): then there is nobody left to tell.
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

/**
 * A run of a second or less ends before optimised code pays for its compiling: the engine shall begin with that later. It saves
 * a fifth of the processor time of a lint of 200 specs and costs a lint of 5,000 nothing. By the engine of Node 20, 22 and 24:
 * an engine complains of a flag that it does not know.
 */
const flagOf: Readonly<Record<string, string>> = {
  '11.3': '--interrupt-budget=500000',
  '12.4': '--invocation-count-for-turbofan=10000',
  '13.6': '--invocation-count-for-turbofan=10000',
};

const flag = flagOf[process.versions.v8.split('.', 2).join('.')];
if (flag !== undefined) setFlagsFromString(flag);

// Since Node 22.1, later than the types: what the engine has compiled is kept in the temporary folder, or where
// NODE_COMPILE_CACHE says; where it cannot be, nothing happens. The engine runs what it finds there, and whatever works in this
// account can write there: so for what every commit runs, and not for what lets work out, as gates do.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
if (process.argv[2] === 'lint') enableCompileCache?.();

/** Which build this is; each file of it that changes makes it another. Set when the command line is bundled for use. */
declare const PACTWRIGHT_BUILD: string | undefined;

async function start(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  const { blockingFileSystem: files } = await import('../../host/fileSystem.js');
  let kept: KeptRun | undefined;
  if (command === 'lint' && typeof PACTWRIGHT_BUILD === 'string') {
    const { openKeptRun } = await import('./openKeptRun.js');
    const { cacheFiles: cache } = await import('../../host/cacheFiles.js');
    kept = openKeptRun(PACTWRIGHT_BUILD, args, { files, cache, disk, homeOf: () => os.homedir() });
    if (await kept?.answer()) return;
  }
  // What is imported above all else would be compiled before.
  const { nodeMachine } = await import('../../host/machine.js');
  await (await import('./start.js')).main(nodeMachine({ files }), kept);
}

void start();
