import type { Grammar } from './grammar.js';
import { unquoted } from './importsOf.js';
import type { Extent, SyntaxNode } from './openSyntax.js';
import type { Binding } from './outlineOf.js';
import { partsOf } from './stub.js';

/** Something that a test file puts another thing in the place of. */
export interface Mock extends Extent {
  /** As the file names it: a path from the file on, or a name with points in Python. */
  readonly module: string;
  /** What of it is replaced; empty: all of it. */
  readonly names: readonly string[];
}

/** A call as a path of names: `vi.mock` is `mock` on `vi`. */
interface CallParts {
  readonly call: SyntaxNode;
  readonly on: string;
  readonly name: string;
  readonly given: readonly SyntaxNode[];
}

type Replaced = Pick<Mock, 'module' | 'names'> | undefined;
type Read = (call: CallParts, bindings: readonly Binding[]) => Replaced;

const moduleMocks = /^(?:mock|doMock|unstable_mockModule|module)$/u;

/** What is between a factory and the object that it gives. */
const handing =
  /^(?:return_statement|statement_block|parenthesized_expression|arguments|(?:as|satisfies)_expression)$/u;

/** `vi.mock('../src/cart.js', …)`, `jest.mock(…)`, `mock.module(…)`. */
function inTypeScript(parts: CallParts, bindings: readonly Binding[]): Replaced {
  const { name, on, given } = parts;
  if (!moduleMocks.test(name) || !/^(?:vi|jest|mock|vitest)$/u.test(on)) return member(parts, bindings);
  const [path, factory] = given;
  // `vi.mock(import('./cart.js'))`.
  const named = path?.type === 'call_expression' ? path.descendantsOfType('string')[0] : path;
  // A spy lets the thing itself run.
  if (named?.type !== 'string' || /\bspy\b/u.test(factory?.text ?? '')) return undefined;
  const keepsRest = factory && /\b(?:importOriginal|importActual|requireActual)\b/u.test(factory.text);
  return { module: unquoted(named.text), names: keepsRest ? keysIn(factory) : [] };
}

/** What the object that the factory gives has: nothing of what is in it. */
function keysIn(factory: SyntaxNode): readonly string[] {
  const keys = factory
    .descendantsOfType('object')
    .flatMap((object) => (object && isGivenBy(factory, object) ? partsOf(object) : []))
    .filter(({ type }) => /^(?:pair|method_definition|shorthand_property_identifier)$/u.test(type))
    .map((node) => (node.childForFieldName('key') ?? node.childForFieldName('name') ?? node).text);
  return keys.length > 0 ? keys.map(unquoted) : ['nothing that is named'];
}

function isGivenBy(factory: SyntaxNode, { parent }: SyntaxNode): boolean {
  if (!parent) return false;
  if (parent.id === factory.id) return true;
  const isAssigned =
    parent.type === 'call_expression' && parent.childForFieldName('function')?.text === 'Object.assign';
  return (isAssigned || handing.test(parent.type)) && isGivenBy(factory, parent);
}

/** `vi.spyOn(cart, 'total').mockReturnValue(3)`, `mock.method(cart, 'total', …)`. */
function member({ call, name, given: [object, key, other] }: CallParts, bindings: readonly Binding[]): Replaced {
  const behind = call.parent?.childForFieldName('property')?.text ?? '';
  const isReplaced =
    name === 'spyOn' ? /^mock\w*(?:Value|Implementation)/u.test(behind) : name === 'method' && other !== undefined;
  const from = bindings.find(({ local }) => local === object?.text)?.from;
  return isReplaced && from !== undefined && key ? { module: from, names: [unquoted(key.text)] } : undefined;
}

/** `patch('cart.total')`, `patch.object(cart, 'total')`, `monkeypatch.setattr(cart, 'total', …)`. */
function inPython({ on, name, given: [target, key] }: CallParts, bindings: readonly Binding[]): Replaced {
  const isPatch = name === 'patch' || (/^(?:setattr|object|dict)$/u.test(name) && /(?:patch|mocker)$/u.test(on));
  if (!isPatch || !target) return undefined;
  if (target.type === 'string') {
    const parts = unquoted(target.text).split('.');
    return parts.length < 2 ? undefined : { module: parts.slice(0, -1).join('.'), names: parts.slice(-1) };
  }
  const found = bindings.find(({ local }) => local === target.text || local.endsWith(`.${target.text}`));
  if (!found || !key) return undefined;
  const { from, name: imported } = found;
  return { module: imported === undefined ? from : `${from}.${imported}`, names: [unquoted(key.text)] };
}

const readers: Partial<Readonly<Record<Grammar, Read>>> = {
  typescript: inTypeScript,
  tsx: inTypeScript,
  javascript: inTypeScript,
  python: inPython,
};

/** The mocks of modules, or of what is in them, that a test file makes. TypeScript and Python. */
export function mocksOf(root: SyntaxNode, grammar: Grammar, bindings: readonly Binding[]): readonly Mock[] {
  const read = readers[grammar];
  return (read ? root.descendantsOfType(['call_expression', 'call']) : []).flatMap((call): readonly Mock[] => {
    const callee = call?.isNamed ? call.childForFieldName('function') : undefined;
    if (!call || !callee) return [];
    const name = callee.childForFieldName('property') ?? callee.childForFieldName('attribute') ?? callee;
    const on = callee.childForFieldName('object')?.text ?? '';
    const given = partsOf(call.childForFieldName('arguments') ?? call);
    const found = read?.({ call, on, name: name.text, given }, bindings);
    return found ? [{ ...found, start: call.startIndex, end: call.endIndex }] : [];
  });
}
