import { type CodeFile } from './codeFile.js';
import { argumentsOf } from './callParts.js';
import { importsOf } from './imports.js';
import type { Stretch } from './plainCode.js';

/** Something that a test file puts another thing in the place of. */
export interface Mock extends Stretch {
  /** As the file names it: a path from the file on, or a name with points in Python. */
  readonly module: string;
  /** What of it is replaced; empty: all of it. */
  readonly names: readonly string[];
}

const moduleMocks = /^(?:mock|doMock|unstable_mockModule|module)$/u;
const pythonPatches = /^(?:patch|setattr|object|dict)$/u;

/** The mocks of modules, or of what is in them, that a test file makes. TypeScript and Python; linear in the tokens. */
export function mocksIn(code: CodeFile): readonly Mock[] {
  const { tokens, language } = code;
  const found: Mock[] = [];
  if (language !== 'typescript' && language !== 'python') return found;
  const imports = importsOf(code);
  for (let at = 0; at < tokens.all.length; at++) {
    if (tokens.at(at).kind !== 'word' || !tokens.is(at + 1, '(')) continue;
    const mock =
      language === 'typescript' ? (moduleMock(code, at) ?? spy(code, at, imports)) : patch(code, at, imports);
    if (mock) found.push(mock);
  }
  return found;
}

/** `vi.mock('../src/cart.js', …)`, `jest.mock(…)`, `mock.module(…)`. */
function moduleMock(code: CodeFile, at: number): Mock | undefined {
  const { tokens } = code;
  if (
    !moduleMocks.test(tokens.read(at)) ||
    !tokens.is(at - 1, '.') ||
    !/^(?:vi|jest|mock|vitest)$/u.test(tokens.read(at - 2))
  )
    return undefined;
  const [path, factory] = argumentsOf(code, at + 1);
  if (!path) return undefined;
  // `vi.mock(import('./cart.js'))`.
  const named = tokens.is(path.first, 'import') ? path.first + 2 : path.first;
  const token = tokens.at(named);
  if (token.kind !== 'string') return undefined;
  const module = tokens.text.slice(token.inner.start, token.inner.end);
  const last = tokens.past(at + 1) - 1;
  const words = factory ? wordsIn(code, factory) : [];
  // A spy lets the thing itself run.
  if (words.includes('spy')) return undefined;
  const keepsRest = words.some((word) => /^(?:importOriginal|importActual|requireActual)$/u.test(word));
  return { first: at - 2, last, module, names: keepsRest && factory ? keysIn(code, factory) : [] };
}

function wordsIn({ tokens }: CodeFile, { first, last }: Stretch): string[] {
  const words: string[] = [];
  for (let at = first; at <= last; at++) if (tokens.at(at).kind === 'word') words.push(tokens.read(at));
  return words;
}

function keysIn({ tokens }: CodeFile, { first, last }: Stretch): string[] {
  const keys: string[] = [];
  for (let at = first; at <= last; at++)
    if (tokens.at(at).kind === 'word' && tokens.is(at + 1, ':')) keys.push(tokens.read(at));
  return keys.length > 0 ? keys : ['nothing that is named'];
}

/** `vi.spyOn(cart, 'total').mockReturnValue(3)`. */
function spy(code: CodeFile, at: number, imports: ReadonlyMap<string, string>): Mock | undefined {
  const { tokens } = code;
  if (!tokens.is(at, 'spyOn')) return undefined;
  const [object, name] = argumentsOf(code, at + 1);
  const past = tokens.past(at + 1);
  const module = object && object.first === object.last ? imports.get(tokens.read(object.first)) : undefined;
  if (
    module === undefined ||
    name === undefined ||
    !tokens.is(past, '.') ||
    !/^mock\w*(?:Value|Implementation)/u.test(tokens.read(past + 1))
  )
    return undefined;
  return { first: at, last: past - 1, module, names: [textAt(code, name.first)] };
}

/** `patch('cart.total')`, `patch.object(cart, 'total')`, `monkeypatch.setattr(cart, 'total', …)`. */
function patch(code: CodeFile, at: number, imports: ReadonlyMap<string, string>): Mock | undefined {
  const { tokens } = code;
  const word = tokens.read(at);
  if (!pythonPatches.test(word) || (word !== 'patch' && !/^(?:patch|monkeypatch|mocker)$/u.test(tokens.read(at - 2))))
    return undefined;
  const [target, name] = argumentsOf(code, at + 1);
  if (!target) return undefined;
  const last = tokens.past(at + 1) - 1;
  if (tokens.at(target.first).kind === 'string') {
    const parts = textAt(code, target.first).split('.');
    return parts.length < 2
      ? undefined
      : { first: at, last, module: parts.slice(0, -1).join('.'), names: parts.slice(-1) };
  }
  const object = tokens.read(target.first);
  const from = imports.get(object);
  if (from === undefined || name === undefined || target.first !== target.last) return undefined;
  const module = from === object || from.endsWith(`.${object}`) ? from : `${from}.${object}`;
  return { first: at, last, module, names: [textAt(code, name.first)] };
}

function textAt({ tokens }: CodeFile, index: number): string {
  const { inner } = tokens.at(index);
  return tokens.text.slice(inner.start, inner.end);
}
