import { shortHash } from '../base/contentHash.js';
import { memoFor } from '../base/memo.js';
import { addTo, none } from '../base/same.js';
import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import type { DocumentPaths } from '../documents/documentPaths.js';
import type { TextFile } from '../markdown/textFile.js';
import { branchWork } from '../trace/branchWork.js';
import type { EntryTrace, ItemTrace, TestTrace } from '../trace/graph.js';
import { isThere } from '../trace/namedFiles.js';
import { renamedTo } from '../trace/renames.js';
import { revertOf } from '../trace/reverts.js';
import type { GitFacts, GitHistory } from '../workspace/git/gitFacts.js';
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
    if (!this.#items.has(item.id)) this.#items.set(item.id, this.#itemKey(item));
    return this.#items.get(item.id);
  }

  /** Of a spec or test case. */
  document(document: AnyDocument, item: ItemTrace | undefined, archived: boolean): string | undefined {
    const around = item ? this.item(item) : this.#shared;
    if (around === undefined) return undefined;
    // Where there is history, the key of an item includes what git says of its documents.
    const isIncluded =
      this.#sources.around.git?.history !== undefined &&
      (document === item?.spec || item?.testCases.some((one) => one === document) === true);
    const past = isIncluded ? '' : shortHash(this.#past(document.path));
    return [this.#sources.contentOf(document), archived, around, past].join(' ');
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
    const { contentOf, around } = this.#sources;
    const { id, spec, testCases, stage, entries, dependsOn, tests } = item;
    const contents = (file: TextFile): readonly string[] => [file.path, contentOf(file)];
    const history = around.git?.history;
    const past = history && this.#pastOf(item, history);
    if (history && !past) return undefined;
    return shortHash(
      JSON.stringify([
        this.#shared,
        id,
        spec ? contents(spec) : '',
        testCases.map(contents),
        stage,
        entries.map(entryText),
        dependsOn.map((one) => [one.id, one.stage]),
        tests.flatMap((test, at) => [
          ...(tests[at - 1]?.file === test.file ? [] : contents(test.file)),
          // The text of the file says the rest.
          ...(test.isSettled ? [] : [testText(test)]),
        ]),
        past,
      ]),
    );
  }

  #pastOf(item: ItemTrace, history: GitHistory): unknown {
    const { id, stage, spec, testCases, tests, commits, branches, worktrees, doneBy } = item;
    const unmerged = branches.map((branch) => branchWork(history, branch)?.commits);
    // What became of unmerged work depends on all commits of the default branch.
    if ((stage === 'done' || stage === 'archived') && unmerged.some((work) => work)) return undefined;
    const files = new Set([...(spec ? [spec.path] : []), ...testCases.map(({ path }) => path)]);
    for (const { file } of tests) files.add(file.path);
    const place = (hash: string): string =>
      `${hash}${history.isOnDefault(hash) ? '+' : '-'}${history.isOnHead(hash) ? '+' : '-'}`;
    return [
      commits.map(({ hash }) => place(hash)),
      branches.map(({ name, remote, tip }, at) => [name, remote, tip, unmerged[at]?.map(({ hash }) => hash)]),
      worktrees,
      doneBy && place(doneBy.hash),
      eventsByItem(history).get(id),
      revertOf(history, item, this.#sources.paths)?.hash,
      Array.from(files, (file) => this.#past(file)),
    ];
  }

  /** What git says of a file. */
  #past(file: string): string {
    const { git } = this.#sources.around;
    if (!git?.history) return git?.ignored.has(file) === true ? 'ignored' : '';
    const { uncommitted } = git.history;
    const changes = git.history.changesOf(file).map(({ commit }) => commit.hash);
    return [git.ignored.has(file), uncommitted.has(file), ...changes].join(' ');
  }
}

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

const eventsByItem = memoFor(
  ({ boardEvents }: GitHistory): ReadonlyMap<string, readonly string[]> => {
    const events = new Map<string, string[]>();
    for (const { item, kind, task, commit } of boardEvents) addTo(events, item, `${kind} ${commit.hash} ${task ?? ''}`);
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

/** All that an entry says, wherever it is. @see keepSubstance */
function entryText({ document, entry, section, kind }: EntryTrace): string {
  const { form, span, headingSpan, title, specPath, tasks } = entry;
  const places = [headingSpan, title.span, specPath?.span, ...tasks.map(({ mark }) => mark.span)];
  const inside = places.map((place) => (place ? `${place.start - span.start}-${place.end - span.start}` : ''));
  const text = document.text.slice(span.start, span.end);
  return [document.path, kind, section?.heading.text, form, ...inside, text].join('\n');
}

/** Stands for the text of a file. */
export const textHash = memoFor(({ text }: TextFile): string => shortHash(text));

/** As text, maps and sets too. */
export function plain(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one));
}
