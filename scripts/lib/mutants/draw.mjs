// The faults that can be made in the product's sources, and a sample of them that is the same on every machine.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Mutant
 * @property {string} name function and hash of its text: stays when the file moves or changes elsewhere
 * @property {string} room folder of server/src, or `client`
 * @property {string} file relative, with `/`
 * @property {string} inside name of the function around it
 * @property {string} kind
 * @property {number} start UTF-16 offset in the file
 * @property {string} before
 * @property {string} after
 */

const leastPerRoom = 5;

/** @type {Readonly<Record<number, string>>} */
const opposites = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '>=',
  [ts.SyntaxKind.LessThanEqualsToken]: '>',
  [ts.SyntaxKind.GreaterThanToken]: '<=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '<',
};

/**
 * @param {string} tree
 * @returns {Mutant[]}
 */
export function listMutants(tree) {
  return ['server/src', 'client/src'].flatMap((folder) =>
    readdirSync(path.join(tree, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .sort()
      .flatMap((file) => mutantsOf(file, readFileSync(path.join(tree, file), 'utf8'))),
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const [, room = 'client'] = /^server\/src\/(\w+)/.exec(file) ?? [];
  /** @type {Mutant[]} */
  const found = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @param {ts.Node} node @param {ts.Node} around @param {string} inside */
  const visit = (node, around, inside) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isPropertyName(node)) return;
    const name = functionName(node);
    if (name) [around, inside] = [node, name];
    for (const { kind, at, after } of changesOf(node)) {
      const before = at.getText(source);
      const told = [inside, kind, before, after, plain(around.getText(source))].join('\0');
      const times = seen.get(told) ?? 0;
      seen.set(told, times + 1);
      const hash = createHash('sha256').update(`${told}\0${times}`).digest('hex').slice(0, 12);
      found.push({
        name: `${inside}:${kind}:${hash}`,
        room,
        file,
        inside,
        kind,
        start: at.getStart(source),
        before,
        after,
      });
    }
    ts.forEachChild(node, (child) => visit(child, around, inside));
  };
  for (const statement of source.statements) visit(statement, statement, 'module');
  return found;
}

/** @param {ts.Node} node */
function functionName(node) {
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name) return node.name.getText();
  if (ts.isVariableDeclaration(node) && node.initializer && ts.isFunctionLike(node.initializer))
    return node.name.getText();
  return undefined;
}

/** @param {ts.Node} node */
function isPropertyName(node) {
  const { parent } = node;
  return ts.isBindingElement(parent)
    ? parent.propertyName === node
    : ts.isPropertyAssignment(parent) && parent.name === node;
}

/**
 * @param {ts.Node} node
 * @returns {{ kind: string, at: ts.Node, after: string }[]}
 */
function changesOf(node) {
  if (ts.isBinaryExpression(node)) return operatorChanges(node);
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [negated(node.expression)];
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  if (ts.isNumericLiteral(node)) return [{ kind: 'number', at: node, after: `(${node.getText()} + 1)` }];
  if (ts.isAwaitExpression(node)) return [{ kind: 'await', at: node, after: node.expression.getText() }];
  if (ts.isReturnStatement(node) && node.expression) return returnChanges(node.expression);
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [{ kind: 'statement', at: node, after: ';' }];
  return [];
}

/** @param {ts.Expression} expression */
function isCall(expression) {
  return ts.isCallExpression(ts.isAwaitExpression(expression) ? expression.expression : expression);
}

/** @param {ts.BinaryExpression} node */
function operatorChanges({ operatorToken }) {
  const opposite = opposites[operatorToken.kind];
  if (opposite) return [{ kind: 'comparison', at: operatorToken, after: opposite }];
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return [{ kind: 'logic', at: operatorToken, after: '||' }];
  if (operatorToken.kind === ts.SyntaxKind.BarBarToken) return [{ kind: 'logic', at: operatorToken, after: '&&' }];
  return [];
}

/** @param {ts.Expression} condition */
function negated(condition) {
  return { kind: 'condition', at: condition, after: `!(${condition.getText()})` };
}

/** @param {ts.Expression} value */
function returnChanges(value) {
  const text = value.getText();
  if (text === 'undefined') return [];
  let after = 'undefined';
  if (text === 'true') after = 'false';
  else if (text === 'false') after = 'true';
  else if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) after = "''";
  else if (ts.isArrayLiteralExpression(value)) after = '[]';
  return after === text ? [] : [{ kind: 'return', at: value, after }];
}

/** @param {string} text */
function plain(text) {
  return text.replaceAll(/\s+/g, ' ');
}

/**
 * A sample over all rooms by their size, and over all kinds alike; in an order that any beginning of it is a sample, too.
 * @param {readonly Mutant[]} candidates
 * @param {number} count
 * @returns {Mutant[]}
 */
export function drawMutants(candidates, count) {
  const drawn = [...new Set(candidates.map(({ room }) => room))].flatMap((room) => {
    const here = candidates.filter((one) => one.room === room);
    const share = Math.max(leastPerRoom, Math.round((count * here.length) / candidates.length));
    return byLot(here)
      .map((one, _, all) => ({ one, turn: all.filter((other) => other.kind === one.kind).indexOf(one) }))
      .sort((a, b) => a.turn - b.turn)
      .slice(0, share)
      .map(({ one }) => one);
  });
  return byLot(drawn).slice(0, count);
}

/**
 * In the order of a hash of the name: fixed, and without regard to where a file lies.
 * @param {readonly Mutant[]} mutants
 */
function byLot(mutants) {
  const lot = (/** @type {Mutant} */ { name }) => createHash('sha256').update(`20261123 ${name}`).digest('hex');
  return mutants
    .map((one) => ({ one, lot: lot(one) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ one }) => one);
}

/**
 * The same mutant in another commit: in the same function, or in one of the same name where the text is there once.
 * @param {readonly Mutant[]} candidates
 * @param {Mutant} wanted
 */
export function findAgain(candidates, wanted) {
  const same = candidates.find(({ name }) => name === wanted.name);
  if (same) return same;
  const alike = candidates.filter(
    ({ inside, kind, before }) =>
      inside === wanted.inside && kind === wanted.kind && plain(before) === plain(wanted.before),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
