/** The script that everything we deploy calls: it finds `pactwright`, as what is committed must not name a path of one machine. */
export const launcherPath = '.pactwright/run.cjs';

/**
 * `node .pactwright/run.cjs [--required] ARGUMENTS`: runs the `pactwright` that it finds first: the one in the variable
 * PACTWRIGHT, in node_modules of the project, in the PATH. Where there is none, a hook that protects (`--required`) refuses, any
 * other hook is silent, and the server says so.
 */
export const launcherText = String.raw`// Managed by "pactwright init". Runs pactwright, the first of: $PACTWRIGHT, node_modules/.bin, PATH.
'use strict';
const { spawnSync } = require('node:child_process');
const { accessSync, constants, readFileSync, realpathSync, statSync } = require('node:fs');
const path = require('node:path');

const root = path.dirname(__dirname);
const required = process.argv[2] === '--required';
const args = process.argv.slice(required ? 3 : 2);

function isProgram(file) {
  try {
    accessSync(file, process.platform === 'win32' ? constants.F_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function find() {
  const named = process.env.PACTWRIGHT;
  if (named) return isProgram(path.resolve(root, named)) ? path.resolve(root, named) : undefined;
  const names = process.platform === 'win32' ? ['pactwright.cmd', 'pactwright.exe'] : ['pactwright'];
  const folders = [path.join(root, 'node_modules', '.bin'), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find(isProgram);
}

function notFound() {
  const why = process.env.PACTWRIGHT ? 'PACTWRIGHT names no program' : 'it is neither in node_modules nor in the PATH';
  const say = 'pactwright was not found: ' + why + '. Install it (npm install --save-dev pactwright), or remove what it deployed.';
  const [command, agent] = args;
  if (command === 'hook' && !required) return 0;
  process.stderr.write(say + '\n');
  if (agent === 'copilot')
    process.stdout.write(JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: say }) + '\n');
  return command === 'hook' ? 2 : 127;
}

const program = find();
if (program === undefined) process.exitCode = notFound();
else {
  const script = realpathSync(program);
  const isScript = /\.c?js$/.test(script) || /^#!.*\bnode\b/.test(readFileSync(script, 'latin1').slice(0, 64));
  if (isScript && process.platform !== 'win32') {
    // In this process: a hook runs often, and must not start Node.js twice.
    process.argv.splice(1, process.argv.length - 1, script, ...args);
    require(script);
  } else {
    const done = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
    process.exitCode = done.status ?? (required ? 2 : 1);
  }
}
`;
