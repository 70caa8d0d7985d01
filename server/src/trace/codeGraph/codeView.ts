/** A picture of source code as data: what is drawn, in an order that depends on the code alone. */
export interface CodeView {
  readonly mode: ViewMode;
  readonly nodes: readonly ViewNode[];
  readonly edges: readonly ViewEdge[];
  /** How many nodes are left out, where that was asked for. */
  readonly left?: number;
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
