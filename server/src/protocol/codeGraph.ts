/** A graph of the source code in a folder. What was read for the one before is kept: only files that changed are read. */
export const codeGraphRequest = 'pactwright/codeGraph';

export interface CodeGraphRequests {
  readonly [codeGraphRequest]: {
    readonly params: {
      /** Absolute. */
      readonly folder: string;
      /** What `visualize` may be given. */
      readonly input: Readonly<Record<string, unknown>>;
    };
    /** What `visualize --format json` prints, or why there is no graph; undefined without trust. */
    readonly answer: { readonly data: unknown } | { readonly problem: string } | undefined;
  };
}
