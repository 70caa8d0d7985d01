import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf } from './stub.js';

/** A handler of errors that does nothing and does not say why. */
export interface EmptyHandler {
  /** From 0. */
  readonly line: number;
  /** Whether it takes errors of all kinds. */
  readonly broad: boolean;
}

/** The nodes that handle errors, by grammar. */
const handlers: Partial<Readonly<Record<Grammar, readonly string[]>>> = {
  typescript: ['catch_clause', 'call_expression'],
  tsx: ['catch_clause', 'call_expression'],
  javascript: ['catch_clause', 'call_expression'],
  python: ['except_clause'],
  java: ['catch_clause'],
  'c-sharp': ['catch_clause'],
  ruby: ['rescue'],
  go: ['if_statement'],
  rust: ['match_arm'],
};

/** A comment in a handler, or behind it, is a reason. */
export function emptyHandlersOf(root: SyntaxNode, text: string, grammar: Grammar): readonly EmptyHandler[] {
  return root.descendantsOfType([...(handlers[grammar] ?? [])]).flatMap((node) => {
    // A keyword is a node, too: it has no name.
    const broad = node?.isNamed ? emptyKind(node) : undefined;
    if (!node || broad === undefined || isExplained(node, text) || isHandledAfter(node) || isWhileFailing(node))
      return [];
    return [{ line: node.startPosition.row, broad: broad === 'broad' }];
  });
}

function emptyKind(node: SyntaxNode): 'broad' | 'narrow' | undefined {
  switch (node.type) {
    case 'catch_clause':
      return ofCatch(node);
    case 'call_expression':
      return ofCatchCall(node);
    case 'except_clause':
      return ofExcept(node);
    case 'rescue':
      return ofRescue(node);
    case 'if_statement':
      return /^\w*err\w* != nil$/iu.test(node.childForFieldName('condition')?.text ?? '') &&
        isEmpty(node.childForFieldName('consequence'))
        ? 'broad'
        : undefined;
    case 'match_arm':
      return /^Err\(_\w*\)/u.test(node.childForFieldName('pattern')?.text ?? '') &&
        /^(?:\(\)|\{\s*\})$/u.test(node.childForFieldName('value')?.text ?? '')
        ? 'broad'
        : undefined;
    default:
      return undefined;
  }
}

function ofCatch(node: SyntaxNode): 'broad' | 'narrow' | undefined {
  if (!isEmpty(node.childForFieldName('body'))) return undefined;
  const head = node.text.slice(0, node.text.indexOf('{'));
  // The usual names for an error that is left alone on purpose.
  if (/\b(?:ignored?|expected|unused)\w*\s*\)/iu.test(head)) return undefined;
  return /\(\s*(?:final\s+)?(?!(?:Exception|Throwable)\b)[A-Z]\w*/u.test(head) ? 'narrow' : 'broad';
}

/** `.catch(() => {})`. */
function ofCatchCall(node: SyntaxNode): 'broad' | undefined {
  const called = node.childForFieldName('function');
  if (called?.type !== 'member_expression' || called.childForFieldName('property')?.text !== 'catch') return undefined;
  const [handler, more] = node.childForFieldName('arguments')?.namedChildren ?? [];
  if (!handler || more || !/^(?:arrow_function|function_expression)$/u.test(handler.type)) return undefined;
  const body = handler.childForFieldName('body');
  return body?.type === 'statement_block' && isEmpty(body) ? 'broad' : undefined;
}

function ofRescue(node: SyntaxNode): 'broad' | 'narrow' | undefined {
  if (node.childForFieldName('body')) return undefined;
  const errors = node.childForFieldName('exceptions')?.text;
  // A library may be optional.
  if (errors === 'LoadError') return undefined;
  return errors === undefined ? 'broad' : 'narrow';
}

const optionalImport = /^except[\s(]*(?:(?:Import|ModuleNotFound)Error[\s,]*)+\)?\s*(?:as\s+\w+\s*)?:/u;

function ofExcept(node: SyntaxNode): 'broad' | 'narrow' | undefined {
  const body = node.namedChildren.find((child) => child?.type === 'block');
  if (!body || !/^(?:pass|\.\.\.)$/u.test(body.text.trim())) return undefined;
  const head = node.text.slice(0, body.startIndex - node.startIndex);
  if (/^except\s*:|\b(?:Base)?Exception\b/u.test(head)) return 'broad';
  // Whoever presses Ctrl+C wants it to end.
  if (/^except\s+KeyboardInterrupt\s*:/u.test(head)) return undefined;
  const attempt = node.parent;
  // What happens otherwise is in `else`, and an import may be optional: both say that nothing is to be done.
  if (attempt?.namedChildren.some((child) => child?.type === 'else_clause')) return undefined;
  const tried = attempt?.childForFieldName('body')?.namedChildren ?? [];
  return optionalImport.test(head) && tried.every(isImport) ? undefined : 'narrow';
}

function isEmpty(block: SyntaxNode | null): boolean {
  return block?.namedChildCount === 0;
}

function isExplained(node: SyntaxNode, text: string): boolean {
  const end = text.indexOf('\n', node.endIndex);
  const behind = text.slice(node.endIndex, end < 0 ? undefined : end);
  const before = text.slice(0, node.startIndex).split('\n').slice(-2);
  const inside = node.descendantsOfType(['comment', 'line_comment', 'block_comment']).length > 0;
  return inside || /^[\s;)}]*(?:#|\/\/|\/\*)/u.test(behind) || /^\s*(?:#|\/\/|\*|\/\*)/u.test(before[0] ?? '');
}

function isImport(node: SyntaxNode | null): boolean {
  return node !== null && /^import_/u.test(node.type);
}

/** Whether another error is on its way, and is passed on: that what cleans up fails, too, must not hide it. */
function isWhileFailing(node: SyntaxNode): boolean {
  for (let at = node.parent; at && !isFunction(at); at = at.parent) {
    if (!/^(?:catch_clause|except_clause)$/u.test(at.type)) continue;
    const body = at.childForFieldName('body') ?? at.namedChildren.at(-1);
    return /^(?:throw|raise)/u.test(body?.namedChildren.at(-1)?.type ?? '');
  }
  return false;
}

/** Whether what is tried ends by leaving, so that the code after it runs only where it failed. */
function isHandledAfter(node: SyntaxNode): boolean {
  const attempt = node.parent;
  return leaves(attempt?.childForFieldName('body')) && goesOn(attempt);
}

function leaves(node: SyntaxNode | null | undefined): boolean {
  if (!node) return false;
  if (/^(?:return|break)_statement$/u.test(node.type)) return true;
  if (!/(?:block|_clause)$/u.test(node.type)) return node.type === 'if_statement' && leavesAnyway(node);
  const steps = partsOf(node);
  const last = steps.at(-1);
  if (last?.type !== 'if_statement' || isWhole(last)) return leaves(last);
  // Without an effect, the code after it may be for both: the condition does not hold, or cannot be told.
  return leaves(last.childForFieldName('consequence')) && steps.slice(0, -1).every(names);
}

function leavesAnyway(node: SyntaxNode): boolean {
  return isWhole(node) && [node.childForFieldName('consequence'), ...othersOf(node)].every(leaves);
}

/** Whether it says what happens otherwise. */
function isWhole(node: SyntaxNode): boolean {
  const last = othersOf(node).at(-1);
  return last !== undefined && last?.type !== 'elif_clause';
}

function othersOf(node: SyntaxNode): readonly (SyntaxNode | null)[] {
  return node.childrenForFieldName('alternative');
}

/** Whether a statement only gives a value a name. */
function names(node: SyntaxNode): boolean {
  return /declaration/u.test(node.type) || /^assignment/u.test(partsOf(node)[0]?.type ?? '');
}

function goesOn(node: SyntaxNode | null): boolean {
  for (let at = node; at && !isFunction(at); at = at.parent) {
    let next = at.nextNamedSibling;
    while (next && /comment$/u.test(next.type)) next = next.nextNamedSibling;
    if (next && at.type !== 'block' && at.type !== 'statement_block') return true;
    if (/^(?:for|while|do|enhanced_for|for_in|foreach)_statement$/u.test(at.type)) return true;
  }
  return false;
}

function isFunction({ type }: SyntaxNode): boolean {
  return /(?:function|method|lambda|arrow|constructor)/u.test(type);
}
