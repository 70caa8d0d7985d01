import { processes } from '../../../server/src/host/processes.js';

/** Two loops that never end, one started by the other; each prints its process id. */
const loop = 'console.log(process.pid); for (;;);';
const loops = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(loop)}], { stdio: 'inherit' }); setTimeout(() => { ${loop} }, 1)`;

void processes.run({
  program: process.execPath,
  args: ['-e', loops],
  folder: process.cwd(),
  env: process.env,
  timeLimit: 120_000,
  take: (text) => process.stdout.write(text),
});
