// Prints a table of all operations, queries and commands: the lines of their code, and how many test files name them.
//   node scripts/operationTable.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './lib/repository.mjs';

const list = (/** @type {readonly string[]} */ ...folders) =>
  execFileSync('git', ['ls-files', ...folders], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts'));
const textOf = (/** @type {string} */ file) => readFileSync(path.join(repository, file), 'utf8');
const sources = new Map(list('server/src').map((file) => [file, textOf(file)]));
const tests = new Map(list('test').map((file) => [file, textOf(file)]));

/** The files that a file imports, statically or when asked. */
const importsOf = (/** @type {string} */ file) =>
  [...(sources.get(file) ?? '').matchAll(/(?:from |import\()'(\.[^']+)\.js'/g)].map(
    ([, to = '']) => `${path.posix.join(path.posix.dirname(file), to)}.ts`,
  );
/** @type {Map<string, Set<string>>} */
const importers = new Map();
for (const file of sources.keys())
  for (const to of importsOf(file)) importers.set(to, (importers.get(to) ?? new Set()).add(file));

/** A file, and those that nothing else imports: what would go with it. */
function ownFiles(/** @type {string} */ file) {
  const own = new Set([file]);
  for (const one of own)
    for (const to of importsOf(one))
      if (sources.has(to) && [...(importers.get(to) ?? [])].every((from) => own.has(from))) own.add(to);
  return own;
}

const rows = [];
for (const [file, text] of sources) {
  const [, kind] = /\bdefine(Operation|Query|Command)\(\{/.exec(text) ?? [];
  const name = /\bdefine(?:Operation|Query|Command)\(\{\s+name: '([\w -]+)'/.exec(text)?.[1];
  if (kind === undefined || name === undefined) continue;
  const lines = [...ownFiles(file)].reduce((sum, one) => sum + (sources.get(one) ?? '').split('\n').length, 0);
  const named = new RegExp(`['"\`\\s]${name.replaceAll('-', '[-_]')}['"\`\\s]`);
  const imported = new RegExp(`/${path.basename(file, '.ts')}\\.js'`);
  const by = [...tests].filter(([, one]) => named.test(one) || imported.test(one)).length;
  rows.push({ name, kind: kind.toLowerCase(), lines, by });
}
rows.sort((a, b) => (a.name < b.name ? -1 : 1));
process.stdout.write('| Name | Kind | Lines of its own | Test files that name it |\n| --- | --- | ---: | ---: |\n');
for (const { name, kind, lines, by } of rows) process.stdout.write(`| ${name} | ${kind} | ${lines} | ${by} |\n`);
