import { readdir, readFile } from 'node:fs/promises';
import { processes } from './processes.js';
import { runForOutput } from '../workspace/processOutput.js';
import type { ListedProcess } from '../workspace/machine.js';

/**
 * Processes by their pids; those that are gone, or wait only for their parent to take note of their end, are left out. On Linux the
 * kernel's files are read and nothing is started, elsewhere `ps` is asked, once. Windows tells such things to no program like this
 * one: nothing is found there.
 */
export async function listProcesses(pids: readonly number[]): Promise<readonly ListedProcess[]> {
  if (pids.length === 0) return [];
  return process.platform === 'linux' ? readEach(pids) : askPs(['-p', pids.join(',')]);
}

/** Which processes, given with their start time, are alive. On Windows only the pid is checked. */
export async function whichLive<T extends { readonly pid: number; readonly startedAt: string }>(
  marks: readonly T[],
): Promise<ReadonlySet<T>> {
  if (process.platform === 'win32') return new Set(marks.filter(({ pid }) => isRunning(pid)));
  const listed = await listProcesses([...new Set(marks.map(({ pid }) => pid))]);
  const times = new Map(listed.map(({ pid, startedAt }) => [pid, startedAt]));
  return new Set(marks.filter(({ pid, startedAt }) => times.get(pid) === startedAt));
}

/**
 * A process, if it still is the one that is meant, and all that it has started, and they in turn; those that are in the group it led
 * live on without it, and are found anyway. On Linux that is found, too, which carries a mark in its environment: it may have
 * left the group, and what has started it may have ended. Not this process itself. Not for Windows.
 *
 * @param mark `NAME=value`, given to the process and inherited by what it starts.
 */
export async function withDescendants(
  { pid, startedAt }: Pick<ListedProcess, 'pid' | 'startedAt'>,
  mark?: string,
): Promise<readonly ListedProcess[]> {
  const all = process.platform === 'linux' ? await readEach(await pidsOfLinux()) : await askPs(['-ax']);
  const root = all.find((one) => one.pid === pid);
  // No pid is given away again while a group has its number.
  const isOurs = root === undefined || root.startedAt === startedAt;
  const found = new Set(isOurs ? all.filter((one) => one.pid === pid || one.group === pid) : []);
  if (mark !== undefined && process.platform === 'linux')
    for (const one of all) if (await isMarked(one.pid, mark)) found.add(one);
  // What is added meanwhile has its turn, too.
  for (const { pid: parent } of found) for (const one of all) if (one.parent === parent) found.add(one);
  return [...found].filter((one) => one.pid !== process.pid);
}

async function readEach(pids: readonly number[]): Promise<readonly ListedProcess[]> {
  const boot = await readText('/proc/sys/kernel/random/boot_id');
  const listed: ListedProcess[] = [];
  for (const pid of pids) {
    const one = parseStat(pid, await readText(`/proc/${pid}/stat`), boot.trim());
    if (one) listed.push(one);
  }
  return listed;
}

/**
 * @param text `pid (name) state ppid pgrp …`, the start in ticks since the machine's as the 22nd; a name may hold anything.
 * @see proc_pid_stat(5)
 */
function parseStat(pid: number, text: string, boot: string): ListedProcess | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  const started = fields[19];
  if (started === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), startedAt: `${started} ${boot}` };
}

async function pidsOfLinux(): Promise<readonly number[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number);
}

/** The environment that a process began with; only its own user may read it. */
async function isMarked(pid: number, mark: string): Promise<boolean> {
  return (await readText(`/proc/${pid}/environ`)).split('\0').includes(mark);
}

async function readText(file: string): Promise<string> {
  // A process may be gone, or somebody else's.
  return readFile(file, 'utf8').catch(() => '');
}

/** @see ps(1) of macOS: `lstart` is a time to the second, in the form of the locale. */
async function askPs(which: readonly string[]): Promise<readonly ListedProcess[]> {
  if (process.platform === 'win32') return [];
  const args = [...which, '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat=', '-o', 'lstart='];
  const env = { ...process.env, LC_ALL: 'C' };
  // It fails where none of them is there.
  const said = await runForOutput(processes, { program: '/bin/ps', args, folder: '/', env });
  return said.kind === 'ended' && said.code === 0 ? parsePs(said.output) : [];
}

/** @param text what `ps` says, a process a line: pid, parent, group, state and start. */
export function parsePs(text: string): readonly ListedProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', startedAt = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/u.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), startedAt }];
  });
}

/** Whether there is a process of this user with that pid, whichever it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
