// Loaded before a program: ends it, as a power cut would, before its n-th step on the way to the disk (KILL_AT). Each text is
// written in two halves, so that there is a step within it, too.
'use strict';
const files = require('node:fs/promises');
const blocking = require('node:fs');

const last = Number(process.env.KILL_AT);
let count = 0;
const step = () => {
  if (++count !== last) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;);
};

const watched = (handle) => {
  const { sync, close } = handle;
  handle.writeFile = async (text) => {
    const bytes = Buffer.from(text);
    const half = bytes.length >> 1;
    step();
    await handle.write(bytes, 0, half);
    step();
    await handle.write(bytes, half);
  };
  handle.sync = () => (step(), sync.call(handle));
  handle.close = () => (step(), close.call(handle));
  return handle;
};

for (const name of ['chmod', 'link', 'mkdir', 'rename', 'rmdir', 'unlink', 'writeFile']) {
  const real = files[name];
  files[name] = async (...args) => {
    step();
    return real(...args);
  };
}
const { appendFile, open } = files;
files.appendFile = async (file, text, options) => {
  const half = text.length >> 1;
  step();
  await appendFile(file, text.slice(0, half), options);
  step();
  await appendFile(file, text.slice(half), options);
};
files.open = async (...args) => {
  if (args[1] === undefined || args[1] === 'r') return open(...args);
  step();
  return watched(await open(...args));
};

for (const name of ['mkdirSync', 'renameSync', 'unlinkSync']) {
  const real = blocking[name];
  blocking[name] = (...args) => (step(), real(...args));
}
const { appendFileSync, openSync, writeSync } = blocking;
const written = new Set();
blocking.openSync = (...args) => {
  if (typeof args[1] !== 'string' || args[1] === 'r') return openSync(...args);
  step();
  const descriptor = openSync(...args);
  written.add(descriptor);
  return descriptor;
};
blocking.writeSync = (descriptor, ...args) => {
  if (!written.has(descriptor)) return writeSync(descriptor, ...args);
  const [bytes, from] = args;
  const half = from + ((bytes.length - from) >> 1);
  step();
  const first = writeSync(descriptor, bytes, from, half - from);
  step();
  return first + writeSync(descriptor, bytes, half);
};
blocking.appendFileSync = (file, text, options) => {
  const half = text.length >> 1;
  step();
  appendFileSync(file, text.slice(0, half), options);
  step();
  appendFileSync(file, text.slice(half), options);
};
