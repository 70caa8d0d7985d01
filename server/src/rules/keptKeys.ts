import { shortHash } from '../base/contentHash.js';
import { memoFor } from '../base/memo.js';
import { none, textOfAll } from '../base/same.js';
import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import type { DocumentPaths } from '../documents/documentPaths.js';
import type { Span } from '../markdown/span.js';
import type { TextFile } from '../markdown/textFile.js';
import { branchWork } from '../trace/branchWork.js';
import type { DependencyTrace, EntryTrace, ItemTrace, TestTrace } from '../trace/graph.js';
import { isThere } from '../trace/namedFiles.js';
import { renamedTo } from '../trace/renames.js';
import { revertOf } from '../trace/reverts.js';
import type { Commit, FileChange, GitFacts, GitHistory } from '../workspace/git/gitFacts.js';
import { dayOf } from '../workspace/insights/days.js';
import type { Project } from '../workspace/project.js';
import type { Around } from './keptReports.js';

/** A path that a spec names, whether it is there, and where it went. */
export type NamedPath = readonly [named: string, isThere: boolean | undefined, to?: string, commit?: string];

/** What keys are made of at one moment. */
export interface KeySources {
  readonly project: Project;
  readonly around: Around;
  /** The rules and the configuration. */
  readonly judgedBy: string;
  readonly paths: DocumentPaths;
  /** What stands for the text of a file. */
  readonly contentOf: (file: TextFile) => string;
}

/**
 * What documents, entries and items are judged by at one moment, each as a short text: where it is the same as it was, the rules would say
 * what they said. What another rule looks at has to be added here.
 */
export class KeptKeys {
  readonly #sources: KeySources;
  readonly #shared: string;
  /** By id: an item that was dropped and built again is the same. */
  readonly #items = new Map<string, string | undefined>();

  constructor(sources: KeySources) {
    this.#sources = sources;
    const { project, judgedBy, around } = sources;
    const { conventions, habits, codeRead, git } = around;
    const enforced = Object.values(conventions).map((convention) => convention.enforced);
    const all = [judgedBy, enforced, habits, codeRead, git && ofAllGit(git), ofDeferrals(project)];
    this.#shared = shortHash(plain(all));
  }

  /** Of an item, whose spec, test cases and entries are judged by the same; undefined if nothing stands for all that it is judged by. */
  item(item: ItemTrace): string | undefined {
    const { id } = item;
    const known = this.#items.get(id);
    if (known !== undefined || this.#items.has(id)) return known;
    const key = this.#itemKey(item);
    this.#items.set(id, key);
    return key;
  }

  /** Of a spec or test case. */
  document(document: AnyDocument, item: ItemTrace | undefined, archived: boolean): string | undefined {
    const around = item ? this.item(item) : this.#shared;
    if (around === undefined) return undefined;
    // The key of an item includes what git says of its documents.
    const past = isOf(item, document) ? '' : shortHash(this.#past(document.path));
    return `${this.#sources.contentOf(document)} ${archived} ${around} ${past}`;
  }

  /** Of a board or archive without its single entries. */
  board(document: ParsedDocument<'board'> | ParsedDocument<'archive'>, items: readonly ItemTrace[]): string {
    const { contentOf, around } = this.#sources;
    // PW631 looks at all that are in progress, at when, and at when the board was committed last.
    const inProgress = around.git
      ? items.filter(({ stage }) => stage === 'inProgress').map((item) => this.item(item))
      : none;
    const history = around.git?.history;
    const now = inProgress.length > 0 && history ? dayOf(history.now) : '';
    return shortHash([contentOf(document), this.#shared, this.#past(document.path), now, ...inProgress].join(' '));
  }

  /** What became of the files that a spec names. */
  files(names: readonly string[]): readonly NamedPath[] {
    const { code, git } = this.#sources.project;
    if (!code) return none;
    return names.map((named): NamedPath => {
      const there = isThere(named, code);
      const renamed = there === false && git?.history && renamedTo(git.history, named);
      return renamed ? [named, there, renamed.path, renamed.commit.hash] : [named, there];
    });
  }

  #itemKey(item: ItemTrace): string | undefined {
    const { id, spec, testCases, stage, entries, dependsOn, tests } = item;
    const { history } = this.#sources.around.git ?? {};
    const past = history ? this.#pastOf(item, history) : '';
    if (past === undefined) return undefined;
    return shortHash(
      `${this.#shared}${id}\0${stage}\0${spec ? this.#fileText(spec) : ''}\0` +
        `${testCases.length}\0${textOfAll(testCases, this.#fileText)}` +
        `${entries.length}\0${textOfAll(entries, entryText)}` +
        `${dependsOn.length}\0${textOfAll(dependsOn, dependencyText)}` +
        `${this.#testsText(tests)}\0${past}`,
    );
  }

  #testsText(tests: readonly TestTrace[]): string {
    let file: TextFile | undefined;
    return textOfAll(tests, (test) => {
      // The text of the file says the rest.
      const own = test.isSettled ? '' : `test ${testText(test)}\0`;
      if (test.file === file) return own;
      file = test.file;
      return `file ${this.#fileText(file)}${own}`;
    });
  }

  #pastOf(item: ItemTrace, history: GitHistory): string | undefined {
    const { id, commits, branches, worktrees, doneBy } = item;
    const ofBranches = branches.length === 0 ? '' : branchesText(item, history);
    if (ofBranches === undefined) return undefined;
    const place = ({ hash }: Commit): string =>
      `${hash}${history.isOnDefault(hash) ? '+' : '-'}${history.isOnHead(hash) ? '+' : '-'}`;
    return (
      `${textOfAll(commits, place)}\0${ofBranches}\0${worktrees.length === 0 ? '' : JSON.stringify(worktrees)}\0` +
      `${doneBy ? place(doneBy) : ''}\0${revertOf(history, item, this.#sources.paths)?.hash ?? ''}\0` +
      (eventsByItem(history).get(id) ?? '')
    );
  }

  /** A file, what it says and what git says of it. */
  readonly #fileText = (file: TextFile): string =>
    `${file.path}\0${this.#sources.contentOf(file)}\0${this.#past(file.path)}\0`;

  /** What git says of a file. */
  #past(file: string): string {
    const { git } = this.#sources.around;
    if (!git) return '';
    const { ignored, history } = git;
    const isIgnored = ignored.has(file) ? 'ignored ' : '';
    if (!history) return isIgnored;
    return `${isIgnored}${history.uncommitted.has(file) ? 'uncommitted ' : ''}${textOfAll(history.changesOf(file), hashOf)}`;
  }
}

function isOf(item: ItemTrace | undefined, document: AnyDocument): boolean {
  return document === item?.spec || (document.kind === 'testCase' && item?.testCases.includes(document) === true);
}

const hashOf = ({ commit }: FileChange): string => commit.hash;

/** Undefined if what became of unmerged work depends on all commits of the default branch. */
function branchesText({ stage, branches }: ItemTrace, history: GitHistory): string | undefined {
  const unmerged = branches.map((branch) => branchWork(history, branch)?.commits);
  if ((stage === 'done' || stage === 'archived') && unmerged.some((work) => work)) return undefined;
  return JSON.stringify(
    branches.map(({ name, remote, tip }, at) => [name, remote, tip, unmerged[at]?.map(({ hash }) => hash)]),
  );
}

const dependencyText = ({ id, stage }: DependencyTrace): string => `${id}\0${stage ?? ''}\0`;

function ofAllGit({ notices, history }: GitFacts): unknown {
  if (!history) return [notices];
  const { head, defaultBranch, tags, commits, branches } = history;
  return [
    notices,
    head.branch,
    defaultBranch,
    tags,
    commits.length === 0,
    branches.some(({ remote }) => remote === 'origin'),
  ];
}

/** Which items put what off: a note may be of any item whose spec names the file. */
function ofDeferrals({ code, documents }: Project): unknown {
  const notes = (code?.sources ?? none).flatMap(({ path, labels, deferrals }) =>
    deferrals.length === 0 ? [] : [[path, labels, deferrals]],
  );
  // The words of a file's name are read by the items there are.
  return notes.length === 0 ? notes : [notes, documents.map(({ item }) => item)];
}

/** Each with its length in front, as a task may say anything. */
const eventsByItem = memoFor(
  ({ boardEvents }: GitHistory): ReadonlyMap<string, string> => {
    const events = new Map<string, string>();
    for (const { item, kind, task = '', commit } of boardEvents)
      events.set(item, `${events.get(item) ?? ''}${kind} ${commit.hash} ${task.length} ${task}`);
    return events;
  },
  ({ boardEvents }) => boardEvents,
);

function testText({ test, items }: TestTrace): string {
  const named = items.flatMap(({ item, span, ids }) => [
    `${item} ${span.start}`,
    ...ids.map(({ value, span: { start } }) => `${value} ${start}`),
  ]);
  return [test.span.start, ...named].join(' ');
}

/** All that an entry says, wherever it is; what may hold anything with its length in front. @see keepSubstance */
function entryText({ document, entry, section, kind }: EntryTrace): string {
  const { form, span, headingSpan, title, specPath, tasks } = entry;
  const { start, end } = span;
  const heading = section?.heading.text ?? '';
  return (
    `${document.path}\0${kind ?? ''}\0${form}\0${heading.length} ${heading}` +
    `${placeText(headingSpan, start)}${placeText(title.span, start)}${placeText(specPath?.span, start)}` +
    `${tasks.length} ${textOfAll(tasks, ({ mark }) => placeText(mark.span, start))}` +
    `${end - start} ${document.text.slice(start, end)}`
  );
}

function placeText(place: Span | undefined, from: number): string {
  return place ? `${place.start - from}-${place.end - from} ` : ' ';
}

/** Stands for the text of a file. */
export const textHash = memoFor(({ text }: TextFile): string => shortHash(text));

/** As text, maps and sets too. */
export function plain(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one));
}
