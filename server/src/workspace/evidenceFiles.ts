/** Where the record of a repository is kept, and beside it, outside of the repository, what this machine knows of it. */
export interface EvidenceFiles {
  /** Log and head as they are at one moment: never of two. */
  read(signal?: AbortSignal): Promise<EvidenceRead>;
  /**
   * Changes the log under its lock.
   *
   * @param decide what to write, given what is there now.
   * @throws the signal's reason once it is aborted.
   */
  change(decide: (now: EvidenceTexts) => EvidenceChange | undefined, signal?: AbortSignal): Promise<EvidenceRead>;
}

export interface EvidenceTexts {
  /** Undefined if there is no log. */
  readonly log: string | undefined;
  /** What this machine last knew of the log; undefined if it never saw one here. */
  readonly head: string | undefined;
  /** Tells this folder from another one that was at the same place. */
  readonly place: EvidencePlace;
  /** The public keys of persons; undefined if there is no such file. */
  readonly keys: string | undefined;
}

export interface EvidencePlace {
  /** The file system's number of the folder. */
  readonly file: number;
  /** When it was made, in milliseconds since 1970; undefined if the file system does not tell. */
  readonly born?: number;
}

/** `message`: what, why and the way out, as a sentence without full stop. */
export type EvidenceRead =
  { readonly kind: 'texts'; readonly texts: EvidenceTexts } | { readonly kind: 'failed'; readonly message: string };

export interface EvidenceChange {
  /** Whole lines that are added, or the whole text that takes the place of the old one. */
  readonly log: { readonly kind: 'append' | 'replace'; readonly text: string };
  /** The name, beside the log, under which the old one is kept. */
  readonly setAside?: string;
  /** The head while the log is being written, and after. */
  readonly heads: readonly [before: string, after: string];
}
