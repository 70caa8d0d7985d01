import { createInterface } from 'node:readline';
import { runCli } from '../../../server/src/doors/cli/run.js';
import { testMachine } from '../testMachine.js';

const [, , cwd = ''] = process.argv;

/** Makes an item in a project for each line of its input, and writes its id. Run as a process of its own: it says that it is ready. */
async function makeItems(): Promise<void> {
  process.stdout.write('ready\n');
  for await (const title of createInterface(process.stdin)) {
    let out = '';
    const code = await runCli(['new-item', 'story', title, '--format', 'json'], {
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
