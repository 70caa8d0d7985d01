import { sameList } from '../../base/same.js';

/** A picture of source code as data: what is drawn, in an order that depends on the code alone. */
export interface CodeView {
  readonly mode: ViewMode;
  readonly nodes: readonly ViewNode[];
  readonly edges: readonly ViewEdge[];
  /** How many nodes are left out, where that was asked for. */
  readonly left?: number;
  /** All of it in parts, where most stay when a file changes. */
  readonly blocks?: readonly ViewBlock[];
}

/** What a file adds to a picture: the same object for as long as it is the same. */
export interface ViewBlock {
  readonly nodes: readonly ViewNode[];
  readonly edges: readonly ViewEdge[];
}

export const viewModes = [
  'file',
  'class',
  'call',
  'module',
  'reverse',
  'focus',
  'impact',
  'blast-radius',
  'layers',
  'complexity',
  'unified',
  'item',
] as const;
export type ViewMode = (typeof viewModes)[number];

export interface ViewNode {
  /** A path, or that and a name in it: `src/cart.ts#Cart.total`; an item id; the hash of a commit. */
  readonly id: string;
  readonly kind: 'file' | 'test' | 'class' | 'function' | 'module' | 'item' | 'commit';
  readonly label: string;
  /** Relative to the root, with `/`; empty for what is in no file. */
  readonly path: string;
  /** From 0. */
  readonly line?: number;
  /** What it is drawn inside of: the name of a module, a layer or a distance. */
  readonly group?: string;
  readonly members?: readonly string[];
  /** Ways through a function. */
  readonly complexity?: number;
}

export interface ViewEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'imports' | 'calls' | 'extends' | 'has';
  /** How many imports it stands for, where that is more than one. */
  readonly count?: number;
  /** It was found by its name alone. */
  readonly byName?: true;
  /** It points from a lower layer to a higher one. */
  readonly against?: true;
}

/** Whether two show the same. Most parts are the very same objects where only a file has changed. */
export function isSameView(before: CodeView, now: CodeView): boolean {
  if (before.blocks && now.blocks) return sameList(before.blocks, now.blocks);
  return (
    before.left === now.left && sameList(before.nodes, now.nodes, isAlike) && sameList(before.edges, now.edges, isAlike)
  );
}

function isAlike<T extends ViewNode | ViewEdge>(one: T, other: T): boolean {
  for (const name in one) {
    const [a, b]: readonly unknown[] = [one[name], other[name]];
    if (a !== b && !(Array.isArray(a) && Array.isArray(b) && sameList(a, b))) return false;
  }
  return Object.keys(one).length === Object.keys(other).length;
}
