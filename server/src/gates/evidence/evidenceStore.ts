import type { EvidenceFiles, EvidenceTexts } from '../../workspace/evidenceFiles.js';
import { createInTurn } from '../../base/inTurn.js';
import { type Belief, believe, newestRuns } from './believe.js';
import type { ChainEnd } from './chain.js';
import type { EvidenceEntry, EvidenceLog, EvidenceRecord, SignedWord } from './evidenceLog.js';
import { type JudgedLog, planChange, readLog } from './planChange.js';
import type { LogLimits } from './pruneLog.js';
import { doubtOf, readTrustedKeys, type WordDoubt } from './words.js';

/** Why an entry is not in the log: what, why and the way out, as a sentence without full stop. */
class EvidenceNotWritten extends Error {
  override readonly name = 'EvidenceNotWritten';
}

/** The record with all that is to be said of it. */
export interface EvidenceStore extends EvidenceLog {
  readonly doubted: Belief['doubted'];
  /** @returns why a word would not be believed; undefined for one that would. */
  doubtOf(word: SignedWord): WordDoubt | undefined;
  readonly notes: readonly string[];
  /** How far it goes: the last record's number and hash, 0 and empty for an empty one. */
  readonly head: ChainEnd;
  /** The hashes of the newest records, up to a hundred, the last one's last: for who keeps an eye on the log from outside. */
  readonly newest: readonly string[];
  /** Where the log was not as it was left, sets it aside or says so in it. @throws EvidenceNotWritten; the signal's reason. */
  repair(): Promise<void>;
}

const hashesTold = 100;

export interface EvidenceStoreOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal?: AbortSignal;
  readonly limits?: LogLimits;
}

/**
 * Reads the record of a repository. It is written to by `append` and `repair` alone; what others append meanwhile is seen with the
 * next of them.
 *
 * @returns why it cannot be read, where it cannot: a sentence without full stop.
 */
export async function openEvidence(
  files: EvidenceFiles,
  { clock, signal, limits }: EvidenceStoreOptions,
): Promise<EvidenceStore | { readonly kind: 'failed'; readonly message: string }> {
  const read = await files.read(signal);
  if (read.kind === 'failed') return read;
  let judged: JudgedLog = readLog(read.texts);
  let keys = read.texts.keys;
  // Verifying signatures is expensive, and not every append is followed by a read.
  let believed: Belief | undefined;
  let runs: ReadonlyMap<string, EvidenceRecord> | undefined;

  const belief = (): Belief => (believed ??= believe(judged, readTrustedKeys(keys)));

  const take = (texts: EvidenceTexts): void => {
    judged = readLog(texts, judged);
    ({ keys } = texts);
    believed = runs = undefined;
  };

  const write = async (entries: readonly EvidenceEntry[]): Promise<void> => {
    const changed = await files.change(
      (now) => planChange(now, readLog(now, judged), entries, clock(), limits),
      signal,
    );
    if (changed.kind === 'failed') throw new EvidenceNotWritten(changed.message);
    take(changed.texts);
  };

  // Two of one process would wait for each other's lock.
  const inTurn = createInTurn();

  return {
    get records() {
      return belief().records;
    },
    get words() {
      return belief().words;
    },
    get doubted() {
      return belief().doubted;
    },
    doubtOf: (word) => doubtOf(word, readTrustedKeys(keys)),
    get notes() {
      return belief().notes;
    },
    get head() {
      return judged.log.end;
    },
    get newest() {
      return judged.log.hashes.slice(-hashesTold);
    },
    get broken() {
      return belief().broken;
    },
    get brokenName() {
      return belief().brokenName;
    },
    run: (key) => (runs ??= newestRuns(belief().records)).get(key),
    append: (entry) =>
      inTurn(async () => {
        await write([entry]);
        return judged.log.end.number;
      }),
    repair: () =>
      inTurn(async () => {
        if (judged.state.kind === 'rewritten' || judged.state.kind === 'surplus') await write([]);
      }),
  };
}
