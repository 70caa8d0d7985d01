import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Reads which groups of processes run, a line for each that begins or ends, and kills those that are left when its input ends: that is
 * when this process is gone, however it came to its end.
 */
const watcher = `groups=
while read -r word group; do
  left=
  for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done
  groups=$left
  [ "$word" = begin ] && groups="$groups $group"
done
for one in $groups; do kill -s KILL -- "-$one"; done`;

const one: { watching?: Writable } = {};

/** Those that run: a watcher that ended is started again with all of them. */
const groups = new Set<number>();

/**
 * One for all groups, started with the first. Without a shell or a free file descriptor, groups end with this process unless it is
 * killed.
 */
function watch(): void {
  const child: ChildProcess = spawn('/bin/sh', ['-c', watcher], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child
    .on('error', () => undefined)
    .on('exit', () => {
      delete one.watching;
    });
  child.unref();
  const { stdin } = child;
  if (!stdin) return;
  stdin.on('error', () => undefined);
  // A pipe keeps a process alive, which the types of streams do not tell.
  if (stdin instanceof Socket) stdin.unref();
  for (const group of groups) stdin.write(`begin ${group}\n`);
  one.watching = stdin;
}

/**
 * Has a group of processes killed if this process is gone before it says that the group has ended: a process that is killed itself can
 * end nothing.
 *
 * @returns says that the group has ended.
 */
export function endWithUs(group: number): () => void {
  groups.add(group);
  if (one.watching) one.watching.write(`begin ${group}\n`);
  else watch();
  return () => {
    groups.delete(group);
    one.watching?.write(`end ${group}\n`);
  };
}
