import { shortHash } from '../base/contentHash.js';
import type {
  SettledMentions,
  SourceFile,
  SourceLanguage,
  TestFunction,
  TestMention,
  TestSuite,
} from '../code/sourceFile.js';
import { createLineIndex, type LineIndex } from '../markdown/lineIndex.js';
import { sourceSuppressions } from '../rules/sourceSuppressions.js';
import { headingsOf, settledMentions } from '../trace/testTraces.js';
import type { KeptSources, SourcePlace } from '../workspace/codeIndex.js';
import type { DocumentStore } from '../workspace/documentStore.js';
import type { FileSystem } from '../workspace/ports.js';
import { failChanged, textAtOnce } from '../workspace/textOf.js';

/** All of a source file but its text; of a suite that several tests are in, there is one. */
interface KeptSource extends Pick<SourceFile, 'isTest' | 'labels' | 'deferrals'> {
  readonly language?: SourceLanguage;
  readonly suites: readonly TestSuite[];
  readonly tests: readonly (Omit<TestFunction, 'suites'> & { readonly suites: readonly number[] })[];
  /** Of each test; `null` as JSON has no `undefined`. */
  readonly named: readonly (readonly TestMention[] | null)[];
}

/**
 * Keeps what source files say with the documents of a project: a file with the stamp that it had is not opened.
 *
 * @param files answer at once.
 * @param isFollowed whether the project is notified of changes; until then the text on disk is used.
 */
export function keptSources(store: DocumentStore, files: FileSystem, isFollowed: boolean): KeptSources {
  return {
    stampOf: (place, options) => (store.isClosed ? undefined : files.stamp?.(place, options)),
    recall: (place) => {
      const kept = store.unchangedFile(place.path, place.stamp);
      if (!kept) return undefined;
      return kept.facts === '' ? {} : { source: new UnreadSource(place, kept.hash, kept.facts, files, isFollowed) };
    },
    isSame: (before, text) => (before instanceof UnreadSource ? before.hasText(text) : undefined),
    keep: ({ path, stamp }, text, source) => {
      if (!source) store.addFile(path, stamp, text, '');
      else if (isPlain(source)) store.addFile(path, stamp, text, JSON.stringify(toKept(source)));
    },
  };
}

const isPlain = (file: SourceFile): boolean => headingsOf(file).length === 0 && sourceSuppressions(file).length === 0;

function toKept(file: SourceFile): KeptSource {
  const { language, isTest, labels, deferrals, tests } = file;
  const suites = [...new Set(tests.flatMap((test) => test.suites))];
  const places = new Map(suites.map((suite, at) => [suite, at]));
  const own = tests.map((test) => ({ ...test, suites: test.suites.map((suite) => places.get(suite) ?? 0) }));
  const named = settledMentions(file).map((mentions) => mentions ?? null);
  return { ...(language === undefined ? {} : { language }), isTest, labels, deferrals, suites, tests: own, named };
}

/** A file that was not read: its text is asked for where a finding leads into it. */
class UnreadSource implements SourceFile {
  readonly path: string;
  readonly language?: SourceLanguage;
  readonly isTest: boolean;
  readonly tests: readonly TestFunction[];
  readonly labels: SourceFile['labels'];
  readonly deferrals: SourceFile['deferrals'];
  readonly isPlain = true;
  readonly named: readonly SettledMentions[];
  readonly #place: SourcePlace;
  readonly #hash: string;
  readonly #files: FileSystem;
  readonly #isFollowed: boolean;
  #text: string | undefined;
  #lines: LineIndex | undefined;

  constructor(place: SourcePlace, hash: string, facts: string, files: FileSystem, isFollowed: boolean) {
    const kept = JSON.parse(facts) as KeptSource; // what this build has written
    const { language, isTest, suites, tests, labels, deferrals, named } = kept;
    this.path = place.path;
    if (language !== undefined) this.language = language;
    this.isTest = isTest;
    this.labels = labels;
    this.deferrals = deferrals;
    // Nothing else holds them yet, and copying each takes longer than all the rest.
    this.tests = tests.map((test) => Object.assign(test, { suites: test.suites.flatMap((at) => suites[at] ?? []) }));
    this.named = named.map((mentions) => mentions ?? undefined);
    this.#place = place;
    this.#hash = hash;
    this.#files = files;
    this.#isFollowed = isFollowed;
  }

  hasText(text: string): boolean {
    return shortHash(text) === this.#hash;
  }

  get text(): string {
    return this.#text ?? this.#read();
  }

  get lines(): LineIndex {
    const { text } = this;
    return text === this.#text ? (this.#lines ??= createLineIndex(text)) : createLineIndex(text);
  }

  /**
   * Remembers the text only if it is the one that the facts are about: any other may be replaced before a change is reported.
   *
   * @throws where the file has changed, and changes are not reported.
   */
  #read(): string {
    const text = textAtOnce(this.#files, this.#place.place, this.#place.options) ?? '';
    if (this.hasText(text)) this.#text = text;
    else if (!this.#isFollowed) failChanged(this.path);
    return text;
  }
}
