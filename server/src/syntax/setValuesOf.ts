import type { Grammar } from './grammar.js';
import { unquoted } from './importsOf.js';
import type { Extent, SyntaxNode } from './openSyntax.js';
import { mutationSyntax } from './operators.js';
import { partsOf } from './stub.js';

/** A number or a text that code gives to something that other code names. */
export interface SetValue extends Extent {
  /** Its names, outermost first: `shop.FROM` is `shop` and `FROM`. */
  readonly path: readonly string[];
  /** Whether a text names it: `'shop.FROM'`. */
  readonly isText: boolean;
  /** As it is written. */
  readonly value: string;
}

/** What gives a member another value by its name: `monkeypatch.setattr(shop, 'FROM', 100)`, `vi.replaceProperty(shop, 'from', 100)`. */
const setting = /(?:setattr|setitem|patch|object|dict|replaceProperty|property)$/u;

/** The values that code sets by name, as in `shop.FROM = 100`. */
export function setValuesOf(root: SyntaxNode, grammar: Grammar): readonly SetValue[] {
  const { numbers, texts } = mutationSyntax[grammar];
  const types = new Set([...numbers, ...texts]);
  const set = (on: SyntaxNode | undefined, name: SyntaxNode | undefined, value: SyntaxNode | undefined) => {
    const path = name ? [...(on ? pathOf(on.text) : []), ...pathOf(unquoted(name.text))] : [];
    if (!name || !value || path.length === 0 || !types.has(value.type)) return [];
    const isText = !on && texts.includes(name.type);
    return [{ path, isText, value: unquoted(value.text), start: name.startIndex, end: value.endIndex }];
  };
  return root
    .descendantsOfType(['assignment', 'assignment_expression', 'assignment_statement', 'call', 'call_expression'])
    .flatMap((node): readonly SetValue[] => {
      if (!node?.isNamed) return [];
      const [left, right] = ['left', 'right'].map((field) => node.childForFieldName(field));
      if (left && right) return set(undefined, single(left), single(right));
      const given = partsOf(node.childForFieldName('arguments') ?? node);
      const isSetting = setting.test(node.childForFieldName('function')?.text ?? '');
      return isSetting
        ? given.flatMap((one, at) => (texts.includes(one.type) ? set(given[at - 1], one, given[at + 1]) : []))
        : [];
    });
}

/** The names of `shop.prices['from']`; none if it is no path of names. */
export function pathOf(text: string): readonly string[] {
  const plain = text.replace(/\[["'](\w+)["']\]/gu, '.$1');
  return /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(plain) ? plain.split('.') : [];
}

/** In Go there may be several on each side. */
function single(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'expression_list') return node;
  const [first, more] = partsOf(node);
  return more ? undefined : first;
}
