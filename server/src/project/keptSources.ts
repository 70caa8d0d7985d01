import { shortHash } from '../base/contentHash.js';
import { ownText } from '../base/ownText.js';
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

/** All of a source file but its text and its tests. */
interface KeptSource extends Pick<SourceFile, 'isTest' | 'labels' | 'deferrals'> {
  readonly language?: SourceLanguage;
  /** Of each test; `null` as JSON has no `undefined`. */
  readonly named: readonly (readonly TestMention[] | null)[];
}

/** Its tests, of which most runs ask no more than what they name; of a suite that several are in, there is one. */
interface KeptTests {
  readonly suites: readonly TestSuite[];
  readonly tests: readonly (Omit<TestFunction, 'suites'> & { readonly suites: readonly number[] })[];
}

/** Between both as JSON, which has no such character. */
const separator = '\r';

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
      else if (isPlain(source)) store.addFile(path, stamp, text, toKept(source));
    },
  };
}

const isPlain = (file: SourceFile): boolean => headingsOf(file).length === 0 && sourceSuppressions(file).length === 0;

function toKept(file: SourceFile): string {
  const { language, isTest, labels, deferrals } = file;
  const named = settledMentions(file).map((mentions) => mentions ?? null);
  const own: KeptSource = { ...(language === undefined ? {} : { language }), isTest, labels, deferrals, named };
  return [own, testsOf(file)].map((part) => JSON.stringify(part)).join(separator);
}

function testsOf({ tests }: SourceFile): KeptTests {
  const suites = [...new Set(tests.flatMap((test) => test.suites))];
  const places = new Map(suites.map((suite, at) => [suite, at]));
  return { suites, tests: tests.map((test) => ({ ...test, suites: test.suites.map((one) => places.get(one) ?? 0) })) };
}

const isSettled = (mentions: readonly TestMention[] | null): mentions is readonly TestMention[] => mentions !== null;

/**
 * A file that was not read: its text is asked for where a finding leads into it. `private`, as `#` costs several times as much in code
 * that is not optimized.
 */
class UnreadSource implements SourceFile {
  readonly path: string;
  readonly language?: SourceLanguage;
  readonly isTest: boolean;
  readonly labels: SourceFile['labels'];
  readonly deferrals: SourceFile['deferrals'];
  readonly isPlain = true;
  readonly named: readonly SettledMentions[];
  private readonly place: SourcePlace;
  private readonly hash: string;
  private readonly files: FileSystem;
  private readonly isFollowed: boolean;
  /** JSON, until they are asked for. */
  private ofTests: string;
  private knownTests: readonly TestFunction[] | undefined;
  private knownText: string | undefined;
  private knownLines: LineIndex | undefined;

  constructor(place: SourcePlace, hash: string, facts: string, files: FileSystem, isFollowed: boolean) {
    const end = facts.indexOf(separator);
    const { language, isTest, labels, deferrals, named } = JSON.parse(facts.slice(0, end)) as KeptSource; // what this build has written
    this.path = place.path;
    if (language !== undefined) this.language = language;
    this.isTest = isTest;
    this.labels = labels;
    this.deferrals = deferrals;
    this.named = named.every(isSettled) ? named : named.map((mentions) => mentions ?? undefined);
    // A substring of the file with everything that is kept would hold the whole of it.
    this.ofTests = isFollowed ? ownText(facts.slice(end + 1)) : facts.slice(end + 1);
    this.place = place;
    this.hash = hash;
    this.files = files;
    this.isFollowed = isFollowed;
  }

  hasText(text: string): boolean {
    return shortHash(text) === this.hash;
  }

  get tests(): readonly TestFunction[] {
    if (!this.knownTests) {
      this.knownTests = parseTests(this.ofTests);
      this.ofTests = '';
    }
    return this.knownTests;
  }

  get text(): string {
    return this.knownText ?? this.read();
  }

  get lines(): LineIndex {
    const { text } = this;
    return text === this.knownText ? (this.knownLines ??= createLineIndex(text)) : createLineIndex(text);
  }

  /**
   * Remembers the text only if it is the one that the facts are about: any other may be replaced before a change is reported.
   *
   * @throws where the file has changed, and changes are not reported.
   */
  private read(): string {
    const text = textAtOnce(this.files, this.place.place, this.place.options) ?? '';
    if (this.hasText(text)) this.knownText = text;
    else if (!this.isFollowed) failChanged(this.path);
    return text;
  }
}

function parseTests(json: string): readonly TestFunction[] {
  const { suites, tests } = JSON.parse(json) as KeptTests; // likewise
  // Nothing else holds them yet, and copying each takes longer than all the rest.
  return tests.map((test) => Object.assign(test, { suites: test.suites.flatMap((at) => suites[at] ?? []) }));
}
