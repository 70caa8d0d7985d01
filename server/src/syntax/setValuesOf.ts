import type { Grammar } from './grammar.js';
import { unquoted } from './importsOf.js';
import type { Extent, SyntaxNode } from './openSyntax.js';
import { mutationSyntax } from './operators.js';
import { partsOf } from './stub.js';

/** A number or a text that code gives to something that other code names. */
export interface SetValue extends Extent {
  /** The last word of its name. */
  readonly name: string;
  /** As it is written. */
  readonly value: string;
}

/** What gives a member another value by its name: `monkeypatch.setattr(shop, 'FROM', 100)`, `vi.replaceProperty(shop, 'from', 100)`. */
const setting = /(?:setattr|setitem|patch|object|dict|replaceProperty|property)$/u;

/** The values that code sets by name, as in `shop.FROM = 100`. */
export function setValuesOf(root: SyntaxNode, grammar: Grammar): readonly SetValue[] {
  const { numbers, texts } = mutationSyntax[grammar];
  const types = new Set([...numbers, ...texts]);
  const set = (name: SyntaxNode | undefined, value: SyntaxNode | undefined): readonly SetValue[] => {
    const word = /[\p{L}\p{N}_$]+$/u.exec(unquoted(name?.text ?? ''))?.[0];
    if (!name || !value || word === undefined || !types.has(value.type)) return [];
    return [{ name: word, value: unquoted(value.text), start: name.startIndex, end: value.endIndex }];
  };
  return root
    .descendantsOfType(['assignment', 'assignment_expression', 'assignment_statement', 'call', 'call_expression'])
    .flatMap((node): readonly SetValue[] => {
      if (!node?.isNamed) return [];
      const [left, right] = ['left', 'right'].map((field) => node.childForFieldName(field));
      if (left && right) return set(single(left), single(right));
      const given = partsOf(node.childForFieldName('arguments') ?? node);
      const isSetting = setting.test(node.childForFieldName('function')?.text ?? '');
      return isSetting ? given.flatMap((one, at) => (texts.includes(one.type) ? set(one, given[at + 1]) : [])) : [];
    });
}

/** In Go there may be several on each side. */
function single(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'expression_list') return node;
  const [first, more] = partsOf(node);
  return more ? undefined : first;
}
