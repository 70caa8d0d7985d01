import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';

/** A name that a file imports. */
export interface ImportedName {
  readonly name: string;
  /** From 0. */
  readonly line: number;
}

/**
 * The names that a file imports and does not use. Empty for the languages whose compilers say so (Go, Rust) or whose imports name
 * none (C#, Ruby). A name that a documentation comment or a type in quotes mentions is used.
 */
export function deadImportsOf(file: string, text: string, root: SyntaxNode, grammar: Grammar): readonly ImportedName[] {
  const bindings = bindingsOf(file, text, root, grammar);
  return bindings
    .filter(({ name, within }) => !isUsed(name, within, text, root, grammar))
    .map(({ name, within }) => ({ name, line: lineOfName(name, within) }));
}

interface Binding {
  readonly name: string;
  /** What imports it. */
  readonly within: SyntaxNode;
}

function bindingsOf(file: string, text: string, root: SyntaxNode, grammar: Grammar): readonly Binding[] {
  switch (grammar) {
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return root.descendantsOfType('import_statement').flatMap((one) => (one ? ofScript(one, root) : []));
    case 'python':
      return /(?:^|\/)(?:__init__|conftest)\.py$/u.test(file)
        ? []
        : root
            .descendantsOfType(['import_statement', 'import_from_statement'])
            .flatMap((one) => (one ? ofPython(one, text) : []));
    case 'java':
      return root.descendantsOfType('import_declaration').flatMap((one) => (one ? ofJava(one) : []));
    default:
      return [];
  }
}

/** JSX calls these without naming them. */
const ofJsx: ReadonlySet<string> = new Set(['React', 'h', 'jsx', 'Fragment']);

function ofScript(statement: SyntaxNode, root: SyntaxNode): readonly Binding[] {
  const names = statement
    .descendantsOfType(['import_clause', 'namespace_import', 'import_specifier'])
    .flatMap((one) => {
      if (one?.type === 'import_specifier')
        return [(one.childForFieldName('alias') ?? one.childForFieldName('name'))?.text];
      return (one?.namedChildren ?? []).filter((child) => child?.type === 'identifier').map((child) => child?.text);
    });
  const hasJsx = names.some((name) => ofJsx.has(name ?? '')) && hasElements(root);
  return names.flatMap((name) =>
    name === undefined || (hasJsx && ofJsx.has(name)) ? [] : [{ name, within: statement }],
  );
}

function hasElements(root: SyntaxNode): boolean {
  return root.descendantsOfType(['jsx_element', 'jsx_self_closing_element', 'jsx_fragment']).length > 0;
}

function ofPython(statement: SyntaxNode, text: string): readonly Binding[] {
  if (isTried(statement) || lastLine(statement, text).includes('noqa')) return [];
  const module = statement.childForFieldName('module_name');
  return statement.namedChildren.flatMap((child): Binding[] => {
    if (!child || child.id === module?.id) return [];
    if (child.type === 'aliased_import') {
      const alias = child.childForFieldName('alias')?.text ?? '';
      // `import a as a` says that others take it from here.
      return alias === child.childForFieldName('name')?.text ? [] : [{ name: alias, within: statement }];
    }
    if (child.type !== 'dotted_name') return [];
    return [{ name: child.text.split('.')[0] ?? '', within: statement }];
  });
}

/** One that is tried may only be there to see whether it can be imported. */
function isTried(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'try_statement') return true;
  return false;
}

/** The statement, up to the end of its last line. */
function lastLine(node: SyntaxNode, text: string): string {
  const end = text.indexOf('\n', node.endIndex);
  return text.slice(node.startIndex, end < 0 ? undefined : end);
}

function ofJava(declaration: SyntaxNode): readonly Binding[] {
  if (declaration.namedChildren.some((child) => child?.type === 'asterisk')) return [];
  const name = /([\w$]+)\s*;?\s*$/u.exec(declaration.text)?.[1];
  return name === undefined ? [] : [{ name, within: declaration }];
}

function isUsed(name: string, within: SyntaxNode, text: string, root: SyntaxNode, grammar: Grammar): boolean {
  const isPart = (at: number): boolean => /[\w$]/u.test(text[at] ?? '');
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (isPart(at - 1) || isPart(at + name.length)) continue;
    if (at >= within.startIndex && at < within.endIndex) continue;
    const node = root.descendantForIndex(at, at + name.length);
    if (node && usesName(node, name, grammar)) return true;
  }
  return false;
}

const statements: ReadonlySet<string> = new Set([
  'import_statement',
  'import_from_statement',
  'future_import_statement',
  'import_declaration',
]);

function usesName(node: SyntaxNode, name: string, grammar: Grammar): boolean {
  if (/comment/u.test(node.type))
    return grammar === 'python' ? /#\s*type:/u.test(node.text) : node.text.startsWith('/**');
  if (/string/u.test(node.type)) return grammar === 'python' && isType(node.text);
  if (!/identifier$|^constant$/u.test(node.type) || node.type === 'property_identifier') return false;
  if (node.text !== name) return true;
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (statements.has(at.type)) return false;
  return !isOnlyNamed(node, grammar);
}

/** `cart.total` and `pay(total=1)` say nothing of an imported `total`. */
function isOnlyNamed(node: SyntaxNode, grammar: Grammar): boolean {
  const { parent } = node;
  if (grammar !== 'python' || !parent) return false;
  return (
    (parent.type === 'attribute' && parent.childForFieldName('attribute')?.id === node.id) ||
    (parent.type === 'keyword_argument' && parent.childForFieldName('name')?.id === node.id)
  );
}

/** What may be a type, or a name in `__all__`: no sentence. */
function isType(text: string): boolean {
  return /^["']?[\w\s.,[\]|]*["']?$/u.test(text) && !/\w\s+\w/u.test(text);
}

function lineOfName(name: string, within: SyntaxNode): number {
  const at = within.text.search(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'u'));
  return within.startPosition.row + (within.text.slice(0, Math.max(at, 0)).match(/\n/gu)?.length ?? 0);
}
