// How large each room is, and where it grows beyond what the house wants: `node scripts/size.mjs [room …]`.
// Functions over 80 lines, and files under 25 lines that one file alone imports, are listed for the rooms that are named; small
// files that are wanted (`oneEach`) are not counted.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repository } from './lib/repository.mjs';
import { smallFilesForOne, sourceFiles } from './lib/smallFiles.mjs';

const longestFunction = 80;

/**
 * @typedef {object} File
 * @property {string} name relative to the repository, with `/`
 * @property {string} room
 * @property {number} lines
 * @property {readonly { name: string, line: number, lines: number }[]} long
 */

/** @param {string} name */
function roomOf(name) {
  const [first = '', second = '', third = ''] = name.split('/');
  if (first === 'test') return `test/${second}`;
  return first === 'server' && name.split('/').length > 3 ? third : `${first}/${second}`;
}

/** The name of a function, method or the variable that holds one; undefined for anything else, such as a callback. @param {ts.Node} node */
function functionName(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const { parent } = node;
  const isHeld =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isHeld ? parent.name.getText() : undefined;
}

/** @param {string} name @returns {File} */
function read(name) {
  const text = readFileSync(path.join(repository, name), 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineOf = (/** @type {number} */ at) => source.getLineAndCharacterOfPosition(at).line + 1;
  /** @type {{ name: string, line: number, lines: number }[]} */
  const long = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const found = functionName(node);
    const line = lineOf(node.getStart());
    const lines = lineOf(node.end) - line + 1;
    if (found !== undefined && lines > longestFunction) long.push({ name: found, line, lines });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { name, room: roomOf(name), lines: lineOf(source.end), long };
}

const files = sourceFiles().map(read);
const small = smallFilesForOne();

const rows = [...new Set(files.map(({ room }) => room))].map((room) => {
  const own = files.filter((file) => file.room === room);
  return {
    room,
    files: own.length,
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
    [`functions > ${longestFunction}`]: own.flatMap(({ long }) => long).length,
    'small, for one': small.filter(({ file }) => roomOf(file) === room).length,
  };
});
console.table(rows.sort((a, b) => b.lines - a.lines));

const wanted = new Set(process.argv.slice(2));
for (const file of files.filter(({ room }) => wanted.has(room))) {
  for (const { name, line, lines } of file.long) console.log(`${file.name}:${line} ${name}: ${lines} lines`);
}
for (const { file, lines, importer } of small)
  if (wanted.has(roomOf(file))) console.log(`${file}: ${lines} lines, for ${importer}`);
