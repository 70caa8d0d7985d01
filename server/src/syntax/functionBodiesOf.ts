import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';

/** A function that is long enough to be worth sharing. */
export interface FunctionBody {
  /** Empty if it has none. */
  readonly name: string;
  /** From 0. */
  readonly line: number;
  /** What it takes and does, without comments and layout. */
  readonly text: string;
  /** How many characters of that it does: a long list of parameters is nothing to share. */
  readonly size: number;
  /** How many lines it has. */
  readonly lines: number;
  /** How many ways it goes: 1, and one more for each branch, loop, case and condition. */
  readonly complexity: number;
}

/** The types of the nodes that are functions. */
export const functionKinds: Partial<Readonly<Record<Grammar, readonly string[]>>> = {
  typescript: ['function_declaration', 'method_definition', 'arrow_function', 'function_expression'],
  tsx: ['function_declaration', 'method_definition', 'arrow_function', 'function_expression'],
  javascript: ['function_declaration', 'method_definition', 'arrow_function', 'function_expression'],
  python: ['function_definition'],
  go: ['function_declaration', 'method_declaration'],
  rust: ['function_item'],
  java: ['method_declaration', 'constructor_declaration'],
  'c-sharp': ['method_declaration', 'constructor_declaration'],
  ruby: ['method', 'singleton_method'],
};

/** All functions of a file that have a body, nested ones too. */
export function functionBodiesOf(root: SyntaxNode, grammar: Grammar): readonly FunctionBody[] {
  return root.descendantsOfType([...(functionKinds[grammar] ?? [])]).flatMap((node) => {
    const body = node?.childForFieldName('body');
    if (!node || !body) return [];
    const text = plain(body);
    return [
      {
        name: nameOf(node),
        line: node.startPosition.row,
        text: `${node.childForFieldName('parameters')?.text ?? ''} ${text}`,
        size: text.length,
        lines: node.endPosition.row - node.startPosition.row + 1,
        complexity: 1 + (text.match(ways)?.length ?? 0),
      },
    ];
  });
}

const ways =
  /(?<![\w$])(?:if|elif|elsif|for|foreach|while|until|case|when|catch|except|rescue)(?![\w$])|&&|\|\||\?\?|(?<![\w$])(?:and|or)(?![\w$])/gu;

/** Its own name, or that of what it is the value of; empty if it has none. */
export function nameOf(node: SyntaxNode): string {
  const { parent } = node;
  const fields = ['name', 'key', 'property', 'left'];
  const named = node.childForFieldName('name') ?? fields.map((field) => parent?.childForFieldName(field)).find(Boolean);
  return named?.text ?? '';
}

function plain(body: SyntaxNode): string {
  const from = body.startIndex;
  let text = '';
  let at = 0;
  for (const comment of body.descendantsOfType(['comment', 'line_comment', 'block_comment'])) {
    if (!comment) continue;
    text += body.text.slice(at, comment.startIndex - from);
    at = comment.endIndex - from;
  }
  return (text + body.text.slice(at)).replace(/\s+/gu, ' ').trim();
}
