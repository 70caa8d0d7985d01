import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  parseTree,
  stripComments,
} from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { Refused } from '../errorCodes.js';
import type { JsonPiece } from './piece.js';

/** A text that is to be inserted. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

type Place = Pick<JsonPiece, 'path' | 'keys' | 'value' | 'isElement'>;

/**
 * Where and how a value is inserted: only characters are added, so that comments, order and indentation of the rest stay.
 *
 * @returns undefined if the person has a value already there.
 * @throws Refused if the text is no JSON object.
 */
export function insertJson(text: string, { path, keys, value, isElement }: Place): Insertion | undefined {
  const br = text.includes('\r\n') ? '\r\n' : '\n';
  const root = rootOf(text, path);
  if (!root) return { at: text.length, text: JSON.stringify(nested(keys, value, isElement), undefined, 2) + br };
  const found = deepest(root, keys);
  const rest = keys.slice(found.depth);
  if (rest.length === 0) {
    if (!isElement) return undefined;
    if (found.node.type !== 'array') throw unexpected(path, keys, 'a list');
    if (elementsOf(found.node).some((one) => isSame(one, value))) return undefined;
    return insertion(text, found.node, { value }, br);
  }
  if (found.node.type !== 'object') throw unexpected(path, keys.slice(0, found.depth), 'an object');
  const [name = '', ...below] = rest;
  return insertion(text, found.node, { name, value: nested(below, value, isElement) }, br);
}

/** Whether the value is in the text as it was deployed. @throws Refused if the text is no JSON object. */
export function holdsJson(text: string, place: Place): boolean {
  return wayTo(text, place) !== undefined;
}

/**
 * The text without the value, wherever it is now.
 *
 * @param force another value at its key is removed, too.
 * @returns undefined if it is not there, or was edited: a comment in it is the person's.
 * @throws Refused if the text is no JSON object.
 */
export function withoutJson(text: string, place: Place, force: boolean): string | undefined {
  const way = wayTo(text, place, force);
  if (!way) return undefined;
  const edits = modify(text, way, undefined, {});
  const removed = edits.map(({ offset, length }) => text.slice(offset, offset + length)).join('');
  return force || stripComments(removed) === removed ? applyEdits(text, edits) : undefined;
}

function wayTo(text: string, { path, keys, value, isElement }: Place, force = false): (string | number)[] | undefined {
  const root = rootOf(text, path);
  const node = root && findNodeAtLocation(root, [...keys]);
  if (!node) return undefined;
  if (!isElement) return force || isSame(node, value) ? [...keys] : undefined;
  const at = elementsOf(node).findIndex((one) => isSame(one, value));
  return at < 0 ? undefined : [...keys, at];
}

function rootOf(text: string, path: string): Node | undefined {
  if (text.trim() === '') return undefined;
  const problems: unknown[] = [];
  // Each call fills the list, whose type the parser declares as an output.
  const root = parseTree(text, problems as never[], { allowTrailingComma: true });
  if (root?.type === 'object' && problems.length === 0) return root;
  throw new Refused('unreadable', `${path} is not a JSON object: fix it first, so that nothing of it is lost`);
}

function unexpected(path: string, keys: readonly string[], wanted: string): Refused {
  return new Refused('unreadable', `${keys.join('.')} in ${path} is not ${wanted}: fix it first`);
}

function deepest(root: Node, keys: readonly string[]): { readonly node: Node; readonly depth: number } {
  let node = root;
  for (const [depth, key] of keys.entries()) {
    const below = node.type === 'object' ? findNodeAtLocation(node, [key]) : undefined;
    if (!below) return { node, depth };
    node = below;
  }
  return { node, depth: keys.length };
}

function nested(keys: readonly string[], value: unknown, isElement: true | undefined): unknown {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), isElement ? [value] : value);
}

/** The parser's objects have no prototype. */
function isSame(node: Node, value: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(getNodeValue(node))), value);
}

const elementsOf = ({ children }: Node): readonly Node[] => children ?? [];

interface Entry {
  readonly name?: string;
  readonly value: unknown;
}

/** Behind the last child of a container, or as its only one. */
function insertion(text: string, container: Node, { name, value }: Entry, br: string): Insertion {
  const unit = /\n([ \t]+)/u.exec(text)?.[1] ?? '  ';
  const outer = indentAt(text, container.offset);
  const last = container.children?.at(-1);
  const indent = last && isOnOwnLine(text, last.offset) ? indentAt(text, last.offset) : outer + unit;
  const shown = JSON.stringify(value, undefined, unit).replaceAll('\n', `${br}${indent}`);
  const entry = `${br}${indent}${name === undefined ? '' : `${JSON.stringify(name)}: `}${shown}`;
  if (!last) {
    const inside = text.slice(container.offset + 1, container.offset + container.length - 1);
    const at = container.offset + 1;
    return { at, text: inside.includes('\n') ? entry : `${entry}${br}${outer}` };
  }
  const end = last.offset + last.length;
  const comma = trailingComma(text, end);
  return comma === undefined ? { at: end, text: `,${entry}` } : { at: comma + 1, text: `${entry},` };
}

/** Where a comma behind the last child is; undefined if there is none. */
function trailingComma(text: string, end: number): number | undefined {
  const [gap = ''] = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/u.exec(text.slice(end)) ?? [];
  return text[end + gap.length] === ',' ? end + gap.length : undefined;
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/u.exec(text.slice(start, offset))?.[0] ?? '';
}

function isOnOwnLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start > 0 && text.slice(start, offset).trim() === '';
}
