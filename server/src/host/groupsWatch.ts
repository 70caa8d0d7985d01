import { spawn } from 'node:child_process';
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

/** One for all groups, started with the first. Without a shell, groups end with this process unless it is killed. */
function watch(): Writable {
  if (one.watching) return one.watching;
  const child = spawn('/bin/sh', ['-c', watcher], {
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
  child.stdin.on('error', () => undefined);
  // A pipe keeps a process alive, which the types of streams do not tell.
  if (child.stdin instanceof Socket) child.stdin.unref();
  one.watching = child.stdin;
  return child.stdin;
}

/**
 * Has a group of processes killed if this process is gone before it says that the group has ended: a process that is killed itself can
 * end nothing.
 *
 * @returns says that the group has ended.
 */
export function endWithUs(group: number): () => void {
  const watching = watch();
  watching.write(`begin ${group}\n`);
  return () => {
    watching.write(`end ${group}\n`);
  };
}
