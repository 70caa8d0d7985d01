/** A small change of the code that a mutation testing tool tried. */
export interface Mutation {
  /** As the report names the file, with `/`. */
  readonly path: string;
  /** From 0. */
  readonly line: number;
  /** `unbuilt`: it could not be built or run, which says nothing of the tests. `ignored`: settings or a comment had it left out. */
  readonly outcome: 'noticed' | 'missed' | 'unbuilt' | 'ignored';
  /** What was changed, in the tool's words. */
  readonly what: string;
}
