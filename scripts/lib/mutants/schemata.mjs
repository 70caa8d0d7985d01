// All mutants of a file compiled into it at once, each behind a switch, so that no file changes between two of them.
import ts from 'typescript';

/** @typedef {import('./draw.mjs').Mutant} Mutant */
/** @typedef {{ number: number, mutant: Mutant }} Numbered */

const isOn = 'pactwrightMutantIsOn';

/**
 * @param {string} text of a source file
 * @param {readonly Numbered[]} numbered mutants of this file
 * @param {string} folder absolute: `run.json` in it says which are on and for which test file, and `reached` gets a line for each that a
 *   test comes by: number, file, and Vitest's id of the test, none outside of tests and in programs that they start
 * @returns {string} JavaScript and types, not to be checked
 * @throws where a mutant is not in the text
 */
export function withSwitches(text, numbered, folder) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const left = new Set(numbered);
  /** @param {ts.Node} node @param {(one: Numbered) => boolean} fits */
  const take = (node, fits) => {
    const found = [...left].find((one) => fits(one) && one.mutant.start === node.getStart(source));
    if (found) left.delete(found);
    return found;
  };
  /** @param {ts.Node} node @returns {string} */
  const rewrite = (node) => {
    const operator = ts.isBinaryExpression(node) && take(node.operatorToken, ({ mutant }) => isOperator(mutant));
    let told = operator ? operatorSwitch(operator, rewrite(node.left), rewrite(node.right)) : parts(node);
    const before = node.getText(source);
    const wraps = (/** @type {Numbered} */ { mutant }) => !isOperator(mutant) && mutant.before === before;
    for (let one = take(node, wraps); one; one = take(node, wraps))
      told = wrapped(one, told, ts.isAwaitExpression(node) ? rewrite(node.expression) : '');
    return told;
  };
  /** @param {ts.Node} node */
  const parts = (node) => {
    let told = '';
    let at = node.getStart(source);
    /** @type {ts.Node[]} */
    const children = [];
    ts.forEachChild(node, (child) => void children.push(child));
    for (const child of children) {
      told += text.slice(at, child.getStart(source)) + rewrite(child);
      at = child.end;
    }
    return told + text.slice(at, node.end);
  };
  const told = text.slice(0, source.getStart(source)) + rewrite(source);
  const [missed] = left;
  if (missed) throw new Error(`${missed.mutant.name} is not in ${missed.mutant.file}.`);
  return `${told}${switchFunction(folder)}`;
}

/** @param {Mutant} mutant */
function isOperator({ kind }) {
  return kind === 'comparison' || kind === 'logic';
}

/** @param {Numbered} one @param {string} a @param {string} b */
function operatorSwitch({ number, mutant: { before, after } }, a, b) {
  return `(${isOn}(${number}) ? (${a}) ${after} (${b}) : (${a}) ${before} (${b}))`;
}

/** @param {Numbered} one @param {string} told @param {string} awaited */
function wrapped({ number, mutant: { kind, after } }, told, awaited) {
  if (kind === 'statement') return `{ if (!${isOn}(${number})) ${told} }`;
  const otherwise = { condition: `!(${told})`, await: `(${awaited})` }[kind] ?? after;
  return `(${isOn}(${number}) ? ${otherwise} : ${told})`;
}

/** Asks for files as no test can replace them. @param {string} folder */
function switchFunction(folder) {
  return `
function ${isOn}(number) {
  let run = globalThis.pactwrightMutants;
  if (!run) {
    const fs = process.getBuiltinModule('node:fs');
    const { on, test } = JSON.parse(fs.readFileSync(${JSON.stringify(`${folder}/run.json`)}, 'utf8'));
    run = globalThis.pactwrightMutants = { fs, test, on: new Set(on), asked: [] };
  }
  const task = globalThis.__vitest_worker__?.current;
  if (run.asked[number]?.has(task) !== true) {
    (run.asked[number] ??= new Set()).add(task);
    const id = task?.type === 'test' ? task.id : '';
    run.fs.appendFileSync(${JSON.stringify(`${folder}/reached`)}, number + ' ' + run.test + ' ' + id + '\\n');
  }
  return run.on.has(number);
}
`;
}
