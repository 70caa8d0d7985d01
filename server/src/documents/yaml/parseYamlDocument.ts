import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Located, Span } from '../../markdown/span.js';
import type { Problem } from '../parsed.js';
import type { YamlDocument } from './yamlDocument.js';
import type { YamlMap, YamlNode, YamlPair, YamlScalar } from './yamlTree.js';

/** A configuration has a few hundred lines at most; what is bigger than this is no configuration and would block the editor. */
const mostCharacters = 1 << 18;

/** The parser works by recursion, and the process dies where the stack ends in the middle of a regular expression. */
const deepest = 200;

/** So many values may come from aliases: far more than anyone writes, far fewer than a chain of doubling aliases makes. */
const mostAliased = 10_000;

const mostProblems = 20;

export interface ParsedYaml {
  readonly document: YamlDocument;
  readonly problems: readonly Problem[];
}

/**
 * Reads YAML into a tree with UTF-16 spans. Aliases are resolved and carry the place where they are used; `<<` merges, as
 * PactKit's YAML reader does. Never throws: what cannot be read is a problem, and then there is no root; keys that are
 * twice are problems too, but keep the tree.
 *
 * @param version `1.1` for files that PactKit reads as well (`yes` and `on` are true), `1.2` for ours.
 */
export function parseYamlDocument(text: string, version: '1.1' | '1.2' = '1.2'): ParsedYaml {
  if (text.length > mostCharacters)
    return failed(
      { start: 0, end: 0 },
      `The file is larger than ${mostCharacters / 1024} KB, too large for a configuration`,
    );
  const tooDeep = findTooDeep(text);
  if (tooDeep) return failed(tooDeep, `Values are nested more than ${deepest} deep here, too deep for a configuration`);
  try {
    return read(text, version);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed({ start: 0, end: 0 }, `The file cannot be read as YAML: ${reason}`);
  }
}

function failed(span: Span, message: string): ParsedYaml {
  return { document: {}, problems: [{ kind: 'syntax', message, span }] };
}

/** The first place that may open more levels than allowed; a guess from above that looks at no quotes and comments. */
function findTooDeep(text: string): Span | undefined {
  let brackets = 0;
  let levels = 0;
  let indented = true;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '\n' || unit === '\r') {
      levels = 0;
      indented = true;
      continue;
    }
    if (unit === '[' || unit === '{') brackets++;
    else if ((unit === ']' || unit === '}') && brackets > 0) brackets--;
    const next = text[at + 1];
    const blankNext = next === ' ' || next === '\t' || next === '\n' || next === '\r' || next === undefined;
    // Each level of a block takes a column of indentation or an indicator with a space behind it.
    if ((indented && unit === ' ') || ((unit === '-' || unit === '?' || unit === ':') && blankNext)) levels++;
    if (unit !== ' ') indented = false;
    if (brackets > deepest || levels > deepest) return { start: at, end: at + 1 };
  }
  return undefined;
}

/** The library's own words are kept where they are clear; these are the ones people meet most. */
const messages: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'YAML does not allow tabs in the indentation: use spaces',
  MULTIPLE_DOCS:
    'The file contains more than one YAML document: remove the `---` line and everything that does not belong to the first',
  BLOCK_AS_IMPLICIT_KEY: 'A second `: ` on one line: quote the value, or put the inner key on its own line',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line and end with `: `: is a colon missing?',
  BAD_ALIAS: 'This alias is malformed: write `*name`',
  BAD_SCALAR_START: 'A value must not start with this character: quote the value',
};

function read(text: string, version: '1.1' | '1.2'): ParsedYaml {
  const parsed = parseDocument(text, {
    version,
    prettyErrors: false,
    // Comparing each key with all others takes seconds for a large map; the tree is checked in one pass below.
    uniqueKeys: false,
    logLevel: 'error',
  });
  const syntax = [...parsed.errors, ...parsed.warnings].map((error) => toProblem(error, text));
  if (parsed.errors.length > 0) return { document: {}, problems: distinct(syntax) };
  const reader = new TreeReader(text);
  const root = parsed.contents === null ? undefined : reader.read(parsed.contents, undefined);
  const problems = distinct([...syntax, ...reader.problems]);
  const empty = root?.kind === 'scalar' && root.value === null && root.span.start === root.span.end;
  return { document: root === undefined || empty ? {} : { root }, problems };
}

function toProblem({ code, message, pos }: YAMLError, text: string): Problem {
  const start = Math.min(pos[0], text.length);
  return {
    kind: 'syntax',
    message: messages[code] ?? asSentence(message),
    span: { start, end: Math.max(start, Math.min(pos[1], text.length)) },
  };
}

/** On one line and without a full stop, whatever of the document the library cites. */
function asSentence(message: string): string {
  return message.replace(/\s+/gu, ' ').replace(/[. ]+$/u, '');
}

/** One slip often makes the parser complain of everything behind it; the first complaint of each line says enough. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems
    .filter(({ span, message }) => {
      const key = `${span.start} ${message}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, mostProblems);
}

class TreeReader {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #aliased = 0;
  #insideAlias = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param place where a value is that has no place of its own, such as an empty one. */
  read(node: unknown, place: Span | undefined): YamlNode {
    const at = place ?? { start: 0, end: 0 };
    if (!isNode(node)) return nothing({ start: at.end, end: at.end });
    const span = this.#spanOf(node, at.end);
    if (this.#insideAlias > 0 && ++this.#aliased >= mostAliased) {
      if (this.#aliased === mostAliased)
        this.#report(span, `Aliases expand to more than ${mostAliased} values: write them out`);
      return nothing(span);
    }
    if (isAlias(node)) return this.#resolve(node.source, span);
    const anchored = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchored !== undefined && this.#insideAlias === 0) this.#anchors.set(anchored, node);
    this.#open.add(node);
    try {
      if (isMap(node)) return this.#readMap(node, span.start);
      if (isSeq(node)) return this.#readSequence(node, span);
      return { kind: 'scalar', value: isScalar(node) ? scalarValue(node.value, node.source) : null, span };
    } finally {
      this.#open.delete(node);
    }
  }

  #readSequence(sequence: YAMLSeq, span: Span): YamlNode {
    let end = span.start;
    const items = sequence.items.map((item) => {
      const value = this.read(item, { start: end, end });
      end = Math.max(end, value.span.end);
      return value;
    });
    return {
      kind: 'sequence',
      items,
      span: sequence.flow === true ? span : { start: span.start, end: Math.max(end, span.start) },
    };
  }

  #readMap(map: YAMLMap, place: number): YamlMap {
    const pairs: YamlPair[] = [];
    const inherited: YamlPair[] = [];
    const seen = new Set<string>();
    let end = place;
    for (const pair of map.items as readonly Pair[]) {
      const key = this.#readKey(pair.key, end);
      if (isScalar(pair.key) && key?.value === '<<' && pair.key.type === 'PLAIN') {
        inherited.push(...this.#merged(pair.value, key.span));
        end = Math.max(end, isNode(pair.value) ? this.#spanOf(pair.value, key.span.end).end : key.span.end);
        continue;
      }
      const value = this.read(pair.value, { start: key?.span.end ?? end, end: key?.span.end ?? end });
      end = Math.max(end, value.span.end, key?.span.end ?? 0);
      if (!key) continue;
      if (seen.has(key.value))
        this.#report(key.span, `The key \`${key.value}\` is a duplicate, and the last one wins: remove one`);
      seen.add(key.value);
      pairs.push({ key, value, span: { start: key.span.start, end: Math.max(key.span.end, value.span.end) } });
    }
    for (const pair of inherited) {
      if (seen.has(pair.key.value)) continue;
      seen.add(pair.key.value);
      pairs.push(pair);
    }
    const whole = this.#spanOf(map, place);
    return {
      kind: 'map',
      pairs,
      span: map.flow === true ? whole : { start: whole.start, end: Math.max(whole.start, end) },
    };
  }

  #readKey(key: unknown, place: number): Located | undefined {
    if (!isScalar(key)) {
      const span = isNode(key) ? this.#spanOf(key, place) : { start: place, end: place };
      this.#report(span, 'A key must be a plain word here, not a list, a map or an alias');
      return undefined;
    }
    const span = this.#spanOf(key, place);
    if (key.value === null && span.start === span.end) {
      const end = Math.min(this.#text.length, span.start + 1);
      this.#report({ start: span.start, end }, 'There is no key before the colon');
      return undefined;
    }
    return { value: typeof key.value === 'string' ? key.value : (key.source ?? String(key.value)), span };
  }

  /** The pairs that `<<` brings, those of the first of several maps first. */
  #merged(value: unknown, place: Span): readonly YamlPair[] {
    const source = this.read(value, place);
    const maps = source.kind === 'sequence' ? source.items : [source];
    return maps.flatMap((map) => {
      if (map.kind === 'map') return map.pairs;
      this.#report(map.span, 'Only a map, or a list of maps, can be merged with `<<`');
      return [];
    });
  }

  #resolve(name: string, place: Span): YamlNode {
    const target = this.#anchors.get(name);
    if (!target) {
      this.#report(place, `There is no anchor \`&${name}\` above this alias`);
      return nothing(place);
    }
    if (this.#open.has(target)) {
      this.#report(place, `The alias \`*${name}\` is inside the value it refers to, which would be endless`);
      return nothing(place);
    }
    this.#insideAlias++;
    const value = this.read(target, undefined);
    this.#insideAlias--;
    return { ...value, span: place };
  }

  #spanOf(node: Node, fallback: number): Span {
    if (!node.range) return { start: fallback, end: fallback };
    const [start, end] = node.range;
    return { start, end: start + this.#text.slice(start, end).trimEnd().length };
  }

  #report(span: Span, message: string): void {
    this.problems.push({ kind: 'syntax', message: asSentence(message), span });
  }
}

function nothing(span: Span): YamlScalar {
  return { kind: 'scalar', value: null, span };
}

function isNode(value: unknown): value is Node {
  return isAlias(value) || isScalar(value) || isMap(value) || isSeq(value);
}

/** Dates and binary values of YAML 1.1 are kept as written: nothing here asks for them. */
function scalarValue(value: unknown, source: string | undefined): YamlScalar['value'] {
  // YAML 1.1 has `y` and `n` for true and false, but PactKit's reader (PyYAML) takes them for text.
  if (typeof value === 'boolean' && source !== undefined && source.length === 1) return source;
  // The library takes `.` for a number without digits; PyYAML does not.
  if (typeof value === 'number' && Number.isNaN(value) && source !== undefined && !/nan$/iu.test(source)) return source;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return source ?? null;
}
