import { text as readToEnd } from 'node:stream/consumers';
import { runCli } from '../../../server/src/doors/cli/run.js';
import { testMachine } from '../testMachine.js';

const [, , cwd = '', count = '0'] = process.argv;

/**
 * Makes items one after another in a project, as often as it is told, and writes their ids. Run as a process of its own: it says that it
 * is ready, and begins when its input ends.
 */
async function makeItems(): Promise<void> {
  process.stdout.write('ready\n');
  await readToEnd(process.stdin);
  for (let number = 0; number < Number(count); number++) {
    let out = '';
    const code = await runCli(['new-item', 'story', `Item ${number} of ${process.pid}`, '--format', 'json'], {
      cwd,
      terminal: false,
      machine: testMachine(process.env),
      version: '1.2.3',
      out: (text) => (out += text),
      err: (text) => process.stderr.write(text),
    });
    if (code !== 0) throw new Error(out);
    const { answer } = JSON.parse(out) as { answer: { data: { item: string } } }; // as the envelope is documented
    process.stdout.write(`${answer.data.item}\n`);
  }
}

void makeItems();
