// How large each room is, and where it grows beyond what the house wants: `node scripts/size.mjs [room …]`.
// Functions over 80 lines, and files under 25 lines that one file alone imports, are listed for the rooms that are named; of the latter
// those that the house wants so are not counted.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const longestFunction = 80;
const smallestFile = 25;
const root = path.join(import.meta.dirname, '..');

/** Small files that stay: of these there is one for each thing, however little there is to say of it. */
const oneEach = [
  /^server\/src\/rules\//u,
  /^server\/src\/documents\/\w+\/kind\.ts$/u,
  /^server\/src\/code\/runners\//u,
  /^server\/src\/doors\/lsp\/\w+Requests\.ts$/u,
  /^server\/src\/host\//u,
  // A program of its own.
  /^test\/support\/programs\//u,
];

/**
 * @typedef {object} File
 * @property {string} name relative to the repository, with `/`
 * @property {string} room
 * @property {number} lines
 * @property {readonly { name: string, line: number, lines: number }[]} long
 * @property {readonly string[]} imports names of files, without the ending of TypeScript
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
  const text = readFileSync(path.join(root, name), 'utf8');
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
  const imports = ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.posix.join(path.posix.dirname(name), fileName).replace(/\.js$/u, ''));
  return { name, room: roomOf(name), lines: lineOf(source.end), long, imports };
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mts|mjs)$/u.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`);
}

const configurations = readdirSync(root).filter((file) => file.endsWith('.ts'));
const files = ['client/src', 'client/webview', 'server/src', 'test', 'scripts'].flatMap(filesBelow).map(read);
/** @type {Map<string, Set<string>>} */
const importers = new Map();
for (const { name, imports } of [...files, ...configurations.map(read)])
  for (const one of imports) importers.set(one, (importers.get(one) ?? new Set()).add(name));

/** @param {string} name */
const importersOf = (name) => importers.get(name.replace(/\.tsx?$/u, '')) ?? new Set();

/** Files that could stand in the one file that needs them; a test that imports it counts as another. @param {File} file */
const isForOne = ({ name, lines }) =>
  lines < smallestFile && importersOf(name).size === 1 && !oneEach.some((place) => place.test(name));

const rows = [...new Set(files.map(({ room }) => room))].map((room) => {
  const own = files.filter((file) => file.room === room);
  return {
    room,
    files: own.length,
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
    [`functions > ${longestFunction}`]: own.flatMap(({ long }) => long).length,
    [`for one, < ${smallestFile}`]: own.filter(isForOne).length,
  };
});
console.table(rows.sort((a, b) => b.lines - a.lines));

const wanted = new Set(process.argv.slice(2));
for (const file of files.filter(({ room }) => wanted.has(room))) {
  for (const { name, line, lines } of file.long) console.log(`${file.name}:${line} ${name}: ${lines} lines`);
  if (isForOne(file)) console.log(`${file.name}: ${file.lines} lines, for ${[...importersOf(file.name)][0]}`);
}
