import type { FindingKeeper } from '../rules/keptJudgement.js';
import type { DocumentStore } from '../workspace/documentStore.js';

const learnt = 'learnt ';

/** Keeps what was said of documents by source code and git, too, beside what was said by documents alone. */
export function learntKeeper(store: DocumentStore): FindingKeeper {
  return {
    hashOf: (path) => store.hashOf(path),
    factsOf: (path) => store.factsOf(path),
    // No two worlds with source code are known to be the same.
    saidIn: () => undefined,
    said: (path) => store.noteOfWords(learnt + path),
    say: (path, _, words) => store.keepNoteOfWords(learnt + path, words),
    note: (name) => store.note(learnt + name),
    keepNote: (name, note) => store.keepNote(learnt + name, note),
  };
}
