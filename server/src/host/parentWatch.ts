import { Worker } from 'node:worker_threads';

// Runs beside the server's own thread: a server that hangs must still end with its editor.
const watcher = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  try {
    process.kill(workerData.parent, 0);
  } catch (error) {
    if (error.code === 'ESRCH') process.kill(workerData.self, 'SIGKILL');
  }
}, workerData.everyMs);
`;

/**
 * Ends this process when another one is gone.
 *
 * @param parent the process id of the editor's extension host.
 */
export function endWithParent(parent: number, everyMs = 3_000): void {
  const worker = new Worker(watcher, {
    eval: true,
    workerData: { parent, self: process.pid, everyMs },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  // Without the watcher the server still ends with the pipe; an unhandled error would end it at once.
  worker.on('error', () => undefined);
  worker.unref();
}
