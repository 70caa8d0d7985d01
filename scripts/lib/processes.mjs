// Child processes as the scripts need them: collected output, whole groups ended, nothing left behind.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { countFor } from './meter.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string }} Outcome */

/** Groups still running, so that leaving in any way ends them. @type {Set<number>} */
const groups = new Set();

/** Folders that must not outlive this process. @type {Set<string>} */
const temporary = new Set();

/**
 * Removes a folder when this process ends, in whatever way it can notice.
 * @param {string} folder
 */
export function removeAtExit(folder) {
  temporary.add(folder);
}

/**
 * Starts a program at the head of its own process group.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {ChildProcess}
 */
export function startGroup(program, args, options = {}) {
  const child = spawn(program, [...args], { ...options, detached: true });
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  countFor(child);
  return child;
}

/**
 * Ends a process group: asks first, forces after five seconds.
 * @param {number | undefined} pid the group's head; undefined (never started) is fine
 */
export async function endGroup(pid) {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  for (let waited = 0; waited < 50 && groupAlive(pid); waited++) await delay(100);
  if (groupAlive(pid)) signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

/**
 * Runs a program to its end and collects what it printed on both streams, in order of arrival.
 * A program that cannot be started counts as code 127 with the reason as output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { echo?: boolean, timeoutMs?: number }} [options]
 *   echo: print while it runs, too; timeoutMs: end the whole group after this time (the output then says so)
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { echo = false, timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = startGroup(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += chunk.toString();
      if (echo) process.stdout.write(chunk);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            output += `\nEnded after ${Math.round(timeoutMs / 1000)} s without an answer.\n`;
            void endGroup(child.pid);
          }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, signal: null, output: `${program}: ${error.message}` });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (child.pid !== undefined) {
        signalGroup(child.pid, 'SIGTERM'); // what it started and forgot
        groups.delete(child.pid);
      }
      resolve({ code, signal, output });
    });
  });
}

/**
 * The environment without what an outer npm or VS Code put there: an inner npm or VS Code would mistake it for its own.
 * Where packages come from (registry, cache, proxy, certificates) is kept.
 * @param {Record<string, string | undefined>} [extra]
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(extra = {}) {
  const keep = /^npm_config_(registry|cache|userconfig|globalconfig|proxy|https_proxy|noproxy|cafile|strict_ssl)$/;
  const drop = /^(npm_|VSCODE_|CODE_SERVER|ELECTRON_|NODE_OPTIONS$|INIT_CWD$)/;
  /** @type {Record<string, string>} */
  const environment = {};
  for (const [name, value] of Object.entries({ ...process.env, ...extra }))
    if (value !== undefined && (name in extra || keep.test(name) || !drop.test(name))) environment[name] = value;
  return environment;
}

/** @param {number} pid */
function groupAlive(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // already gone
  }
}

process.on('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));
