/** The client's strings: those that `vscode.l10n.t` translates, and those that go round it. */
import ts from 'typescript';

/**
 * The bundle that translators start from: each English text by its key, sorted. A text with a comment has `text/comment` for its key, as
 * VS Code looks it up (https://code.visualstudio.com/api/references/vscode-api#l10n).
 *
 * @param {readonly { name: string, text: string }[]} sources TypeScript.
 * @returns {Record<string, string | { message: string, comment: string[] }>}
 */
export function localizationBundle(sources) {
  const found = sources.flatMap(({ name, text }) => calls(parse(name, text)).map(entryOf));
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/**
 * Texts of several words that a person may see in English whatever their language: `name:line: text`. Texts for the log and for errors
 * that only a log shows stay English.
 *
 * @param {{ name: string, text: string }} source TypeScript.
 * @returns {string[]}
 */
export function unlocalized({ name, text }) {
  const file = parse(name, text);
  return stringsOutside(file, file).map((node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `${name}:${line + 1}: ${node.getText(file)}`;
  });
}

/** @param {string} name @param {string} text */
function parse(name, text) {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, kind);
}

/** @param {ts.Node} node @returns {ts.CallExpression[]} of `l10n.t`. */
function calls(node) {
  const below = childrenOf(node).flatMap(calls);
  return isTranslation(node) ? [node, ...below] : below;
}

/** @param {ts.Node} node @returns {node is ts.CallExpression} */
function isTranslation(node) {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 't' &&
    /(?:^|\.)l10n$/u.test(dotted(node.expression.expression))
  );
}

/** @param {ts.Expression} node @returns {string} */
function dotted(node) {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? `${dotted(node.expression)}.${node.name.text}` : '';
}

/** @param {ts.CallExpression} call @returns {[string, string | { message: string, comment: string[] }]} */
function entryOf(call) {
  const [first] = call.arguments;
  if (first && ts.isStringLiteralLike(first)) return [first.text, first.text];
  const message = first && property(first, 'message');
  if (!message || !ts.isStringLiteralLike(message))
    throw new Error(`${call.getSourceFile()?.fileName ?? ''}: l10n.t needs its text as a literal`);
  const comment = property(/** @type {ts.Expression} */ (first), 'comment');
  const comments = comment && ts.isArrayLiteralExpression(comment) ? [...comment.elements] : comment ? [comment] : [];
  const said = comments.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : []));
  return said.length === 0
    ? [message.text, message.text]
    : [`${message.text}/${said.join('')}`, { message: message.text, comment: said }];
}

/** @param {ts.Expression} object @param {string} name */
function property(object, name) {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const found = object.properties.find(
    (one) => ts.isPropertyAssignment(one) && ts.isIdentifier(one.name) && one.name.text === name,
  );
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** @param {ts.Node} node @param {ts.SourceFile} file @returns {ts.Node[]} */
function stringsOutside(node, file) {
  if (isTranslation(node) || ts.isImportDeclaration(node) || ts.isTypeNode(node) || isForTheLog(node)) return [];
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)) {
    const own = isSaid(node.getText(file)) ? [node] : [];
    return [...own, ...childrenOf(node).flatMap((child) => stringsOutside(child, file))];
  }
  return childrenOf(node).flatMap((child) => stringsOutside(child, file));
}

/** Text that starts like a sentence or a title: a capital, and a second word. @param {string} text */
function isSaid(text) {
  return /^['"`\s]*\p{Lu}[\p{L}’]*,? \p{Ll}\p{L}+/u.test(text);
}

/** @param {ts.Node} node */
function isForTheLog(node) {
  if (ts.isNewExpression(node)) return /Error$/u.test(dotted(node.expression));
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:trace|debug|info|warn|error|appendLine|log)$/u.test(node.expression.name.text)
  );
}

/** @param {ts.Node} node @returns {ts.Node[]} */
function childrenOf(node) {
  /** @type {ts.Node[]} */
  const children = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
