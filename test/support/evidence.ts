import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceEntry, SignedWord } from '../../server/src/gates/evidence/evidenceLog.js';
import { type EvidenceStore, openEvidence } from '../../server/src/gates/evidence/evidenceStore.js';
import type { LogLimits } from '../../server/src/gates/evidence/pruneLog.js';
import { wordPayload } from '../../server/src/gates/evidence/wordPayload.js';
import { createEvidenceFiles } from '../../server/src/host/evidenceFiles.js';
import { temporaryFolder } from './temporaryFolder.js';

/** A repository's record in temporary folders. */
export interface EvidencePlace {
  readonly folder: string;
  readonly state: string;
  readonly log: string;
  /** The log's lines, without their ends. */
  readonly lines: () => string[];
  readonly writeLines: (lines: readonly string[]) => void;
  /** Opens it as a new process would. Time stands still at `at`. */
  readonly open: (options?: { readonly at?: number; readonly limits?: LogLimits }) => Promise<EvidenceStore>;
  readonly trust: (...people: readonly Person[]) => void;
}

export function evidencePlace(folder = temporaryFolder(), state = temporaryFolder()): EvidencePlace {
  const log = path.join(folder, 'pactwright', 'evidence', 'log.jsonl');
  return {
    folder,
    state,
    log,
    lines: () => readFileSync(log, 'utf8').split('\n').slice(0, -1),
    writeLines: (lines) => {
      mkdirSync(path.dirname(log), { recursive: true });
      writeFileSync(log, lines.map((line) => `${line}\n`).join(''));
    },
    open: async ({ at = 1_000, limits } = {}) => {
      const files = createEvidenceFiles({ folder, state });
      const opened = await openEvidence(files, { clock: () => at, ...(limits ? { limits } : {}) });
      if ('kind' in opened) throw new Error(opened.message);
      return opened;
    },
    trust: (...people) => {
      const keys = people.map(({ name, key }) => ({ key, name, since: 1 }));
      writeFileSync(path.join(state, 'trusted-keys.json'), JSON.stringify({ version: 1, keys }));
    },
  };
}

export interface Person {
  readonly name: string;
  readonly key: string;
  readonly say: (word: Partial<SignedWord> & Pick<SignedWord, 'about' | 'what'>) => SignedWord;
}

/** Somebody with a key of their own. */
export function person(name = 'Ann'): Person {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    name,
    key,
    say: (said) => {
      const word = { person: name, reason: 'I looked', at: 2_000, item: 'STORY-001', tree: '', ...said, key };
      return { ...word, signature: sign(null, Buffer.from(wordPayload(word)), privateKey).toString('base64') };
    },
  };
}

export function verdictOf(
  item: string,
  more: Partial<Extract<EvidenceEntry, { kind: 'verdict' }>> = {},
): EvidenceEntry {
  return {
    kind: 'verdict',
    item,
    gate: 'done',
    profile: 'standard',
    answer: 'allowed',
    failed: [],
    tree: 't1',
    ...more,
  };
}
