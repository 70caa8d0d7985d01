/** A small change of the code that a mutation testing tool tried. */
export interface Mutation {
  /** As the report names the file, with `/`. */
  readonly path: string;
  /** From 0. */
  readonly line: number;
  /** `unbuilt`: it says nothing of the tests, as it could not be built, or was left out. */
  readonly outcome: 'noticed' | 'missed' | 'unbuilt';
  /** What was changed, in the tool's words. */
  readonly what: string;
}
