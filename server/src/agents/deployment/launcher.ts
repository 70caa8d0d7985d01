import type { Scope } from '../../operations/setUp/scope.js';

/** The script that everything we deploy calls: it finds `pactwright`, as what is committed must not name a path of one machine. */
export const launcherPath = '.pactwright/run.cjs';

/** Whether the hook is called in one of our projects. */
const userOnly = String.raw`function isProject() {
  const marks = [['docs', 'specs'], ['.pactwright', 'config.yaml']];
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (marks.some((mark) => existsSync(path.join(folder, ...mark)))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

`;

/**
 * `node .pactwright/run.cjs [--required] ARGUMENTS`: runs the `pactwright` that it finds first: the one in the variable
 * PACTWRIGHT, in node_modules of the project, in the PATH. Where there is none, a hook that protects (`--required`) refuses, any
 * other hook is silent, and the server says so.
 *
 * That of a person's home folder is called in all projects: it runs nothing that a project brings, and refuses nothing if there
 * is no project of ours.
 */
export const launcherText = (
  scope: Scope,
): string => String.raw`// Managed by "pactwright init". Runs pactwright, the first of: $PACTWRIGHT, ${scope === 'project' ? 'node_modules/.bin, ' : ''}PATH.
'use strict';
const { spawnSync } = require('node:child_process');
const { accessSync, constants, ${scope === 'user' ? 'existsSync, ' : ''}readFileSync, realpathSync, statSync } = require('node:fs');
const path = require('node:path');

const root = ${scope === 'user' ? 'process.cwd()' : 'path.dirname(__dirname)'};
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
  const folders = [${scope === 'project' ? "path.join(root, 'node_modules', '.bin'), " : ''}...(process.env.PATH ?? '').split(path.delimiter)];
  return folders
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find(isProgram);
}

${scope === 'user' ? userOnly : ''}function notFound() {
  const why = process.env.PACTWRIGHT ? 'PACTWRIGHT names no program' : 'it is ${scope === 'user' ? 'not in the PATH' : 'neither in node_modules nor in the PATH'}';
  const say = 'pactwright was not found: ' + why + '. Install it, or remove what it deployed (pactwright remove${scope === 'user' ? ' --scope user' : ''}).';
  const [command, agent] = args;
  if (command === 'hook' && (!required${scope === 'user' ? ' || !isProject()' : ''})) return 0;
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
