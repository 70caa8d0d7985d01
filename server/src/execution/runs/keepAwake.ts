import type { Machine } from '../../workspace/machine.js';
import { findInstalled } from '../programs/findProgram.js';

/** What keeps a computer awake while a process lives, and ends with it, however that ends. */
const keepers: Readonly<Partial<Record<NodeJS.Platform, (pid: string) => readonly [string, ...string[]]>>> = {
  darwin: (pid) => ['caffeinate', '-i', '-w', pid],
  linux: (pid) => [
    'systemd-inhibit',
    '--what=idle:sleep',
    '--who=Pactwright',
    '--why=A run is in progress',
    'tail',
    `--pid=${pid}`,
    '-f',
    '/dev/null',
  ],
};

type Keeper = Pick<Machine, 'disk' | 'places' | 'programs' | 'self'>;

/**
 * Keeps the computer from going to sleep by itself while this process works on something. Where it cannot, a warning says so.
 *
 * @param folder of the repository, whose own programs are not started: absolute.
 * @returns ends it.
 */
export async function keepAwake(machine: Keeper, folder: string, warn: (text: string) => void): Promise<() => void> {
  const { places, programs, self } = machine;
  const fail = (why: string): (() => void) => {
    warn(`the computer may go to sleep during the run: ${why}`);
    return () => undefined;
  };
  const [name, ...args] = keepers[places.platform]?.(String(self.pid)) ?? [];
  if (name === undefined) return fail('turn off sleep in the system settings');
  const found = await findInstalled(machine, name, { outside: { folder, repository: undefined } });
  if (found.kind !== 'found') return fail(found.message);
  let said = '';
  const take = (text: string): void => {
    said = text.trim().split('\n').at(-1) ?? said;
  };
  const { program } = found;
  const started = await programs.start({
    program,
    args,
    folder: places.home,
    env: places.env,
    pipes: { input: '', take },
  });
  if (started.kind !== 'started') return fail(started.message);
  let isOver = false;
  void started.end.then(({ code }) => {
    if (!isOver) fail(said === '' ? `${name} ended with ${code ?? 'a signal'}` : said);
  });
  return () => {
    isOver = true;
    programs.askToEnd(started.pid);
  };
}
