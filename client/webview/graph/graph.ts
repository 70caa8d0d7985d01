/** A node as it is drawn. */
export interface DrawnNode {
  readonly id: string;
  readonly label: string;
  /** Says the colour of its border. */
  readonly kind: string;
  /** What a reader of the file sees at it; its id where there is none. */
  readonly title?: string;
  /** The box that it is in. */
  readonly group?: string;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly dashed?: boolean;
  /** In the colour of what is wrong. */
  readonly alarming?: boolean;
}

export interface DrawnGraph {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}
