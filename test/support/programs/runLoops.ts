import { processes } from '../../../server/src/host/processes.js';
import { listProcesses, withDescendants } from '../../../server/src/host/processTable.js';

/**
 * Two loops that never end, one started by the other; each prints its process id. With `again`, what watches them is killed, and a
 * third is started.
 */
const loop = 'console.log(process.pid); for (;;);';
const loops = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(loop)}], { stdio: 'inherit' }); setTimeout(() => { ${loop} }, 1)`;

function start(code: string, take: (text: string) => void): void {
  void processes.run({
    program: process.execPath,
    args: ['-e', code],
    folder: process.cwd(),
    env: process.env,
    timeLimit: 120_000,
    take,
  });
}

const print = (text: string): void => void process.stdout.write(text);

/** The watcher is the child that prints nothing. */
async function killWatcher(loops: readonly number[], then: () => void): Promise<void> {
  const [own] = await listProcesses([process.pid]);
  const children = own ? (await withDescendants(own)).filter(({ parent }) => parent === process.pid) : [];
  const watcher = children.find(({ pid }) => !loops.includes(pid))?.pid;
  if (watcher === undefined) throw new Error('nothing watches the loops');
  process.kill(watcher, 'SIGKILL');
  const looking = setInterval(() => {
    try {
      process.kill(watcher, 0);
    } catch {
      clearInterval(looking);
      then();
    }
  }, 20);
}

let printed = '';
start(loops, (text) => {
  print(text);
  printed += text;
  if (process.argv[2] !== 'again' || printed.split('\n').length < 3) return;
  void killWatcher(printed.trim().split('\n').map(Number), () => {
    start(loop, print);
  });
});
