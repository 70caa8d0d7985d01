// Loaded before a program: writes down, when it ends, how often it asked for files or started processes, by function;
// COUNT_READS names the file.
'use strict';
const files = require('node:fs/promises');
const blocking = require('node:fs');
const processes = require('node:child_process');

const counts = {};
const write = blocking.writeFileSync;
const count = (object, name) => {
  const real = object[name];
  object[name] = (...args) => {
    counts[name] = (counts[name] ?? 0) + 1;
    return real(...args);
  };
};
for (const name of ['open', 'readFile', 'readdir', 'stat', 'lstat', 'realpath']) count(files, name);
// Of what is asked for at once, what the loader of modules does not ask for itself.
for (const name of ['lstatSync', 'readdirSync', 'readlinkSync']) count(blocking, name);
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync']) count(processes, name);
process.on('exit', () => write(process.env.COUNT_READS, JSON.stringify(counts)));
