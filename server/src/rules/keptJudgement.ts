import { contentHash } from '../base/contentHash.js';
import { memoFor } from '../base/memo.js';
import type { AnyDocument } from '../documents/document.js';
import type { TextFile } from '../markdown/textFile.js';
import type { EntryTrace, ItemTrace } from '../trace/graph.js';
import type { Configuration } from '../workspace/configuration.js';
import { isAskedOf } from '../workspace/documentStore.js';
import type { Project } from '../workspace/project.js';
import type { Finding, Fix } from './finding.js';
import type { Around } from './keptReports.js';
import type { Rule } from './rule.js';
import type { RuleReport } from './ruleReport.js';

/** Keeps what was said of documents from one run to the next. */
export interface FindingKeeper {
  /** The hash of a document's text; undefined where nothing is kept of it. */
  hashOf(path: string): string | undefined;
  /** What stands for all that others can ask of a document; undefined where nothing is kept of it. */
  factsOf(path: string): string | undefined;
  /** Whether a document was judged in this world last, and no document of its item has another text since. */
  isOf(path: string, world: string): boolean;
  /** What was given to `say` by this build. */
  said(path: string): unknown;
  say(path: string, said: object, world: string): void;
  /** What was said of a document holds in this world, too. */
  saidAgain(path: string, world: string): void;
}

/** What was said of a document, and what it stands and falls with. */
interface KeptJudgement {
  readonly key: string;
  /** The documents it leads to, with their content. */
  readonly leadsTo: LeadsTo;
  /** Where the item's entries were; undefined where nothing leads there. */
  readonly places?: string;
  /** The codes of the rules that asked for more than the document's surroundings, and a hash of what they reported. */
  readonly further: readonly string[];
  readonly furtherSaid: string;
  readonly findings: readonly Finding[];
}

/** What was said of a board or archive. */
interface KeptEntryJudgement {
  readonly key: string;
  readonly leadsTo: LeadsTo;
  readonly findings: readonly Finding[];
}

type LeadsTo = readonly (readonly [path: string, hash: string | undefined])[];

/** What a document is judged by, besides the rules. */
export interface Circumstances {
  readonly item: ItemTrace | undefined;
  readonly around: Around;
  readonly archived: boolean;
}

/** What was found, and by which rules that asked for more than the document's surroundings. */
export interface FullJudgement {
  readonly findings: readonly Finding[];
  readonly further: readonly Rule[];
  readonly ofFurther: readonly RuleReport[];
}

/**
 * Findings of specs and test cases, kept for as long as all is the same that the linter keeps reports by (`keepSaid`): the document,
 * its item, and what all documents share. Rules that ask for more are asked each time; as long as they say the same, so do all.
 */
export class KeptJudgements {
  readonly #keeper: FindingKeeper;
  readonly #judgedBy: string;
  /**
   * What stands for all that documents can ask of each other; empty where not all of it is known. While it is the same, an edit
   * concerns the documents of one item.
   */
  readonly #world = memoFor(({ documents }: Project): string => {
    const asked = documents.filter(({ kind }) => isAskedOf(kind));
    const facts = asked.map(({ path }) => this.#keeper.factsOf(path));
    if (facts.includes(undefined)) return '';
    return contentHash([this.#judgedBy, ...asked.map(({ path }, at) => `${path}\t${facts[at] ?? ''}`)].join('\n'));
  });

  /** What stands for all that is the same for all documents. */
  readonly #shared = memoFor(({ conventions, habits, codeRead }: Around): string =>
    contentHash(plain([this.#judgedBy, conventions, habits, codeRead])),
  );

  /** What stands for an item: its spec and test cases are judged by the same. */
  readonly #itemKey = memoFor(({ id, spec, testCases, stage, entries, dependsOn, dependents }: ItemTrace): string => {
    const contentOf = (document: AnyDocument): readonly string[] => [document.path, this.#contentOf(document)];
    const named = dependsOn.map((one) => [one.id, one.stage]);
    const documents = [spec ? contentOf(spec) : '', testCases.map(contentOf)];
    return contentHash(JSON.stringify([id, documents, stage, entries.map(entryText), named, dependents]));
  });

  constructor(keeper: FindingKeeper, rules: readonly Rule[], configuration: Configuration) {
    this.#keeper = keeper;
    this.#judgedBy = plain([rules.map(({ code }) => code), configuration]);
  }

  keeps({ path }: AnyDocument): boolean {
    return this.#keeper.hashOf(path) !== undefined;
  }

  /**
   * @param circumstancesOf asked only where it is not known that they are as they were.
   * @param runFurther what rules with these codes report now.
   * @param judge judges the document.
   */
  findings(
    document: AnyDocument,
    project: Project,
    circumstancesOf: () => Circumstances,
    runFurther: (codes: readonly string[]) => readonly RuleReport[],
    judge: () => FullJudgement,
  ): readonly Finding[] {
    const { path } = document;
    const world = this.#world(project);
    const kept = this.#keeper.said(path) as KeptJudgement | undefined; // what this build has written
    // What rules ask of other documents are facts; findings lead to lines, too.
    if (kept && this.#isOf(path, world) && this.#isSame(kept.leadsTo)) return kept.findings;
    const circumstances = circumstancesOf();
    const { item } = circumstances;
    const key = this.#keyOf(document, circumstances);
    if (
      kept?.key === key &&
      (kept.places === undefined || kept.places === placesOf(item)) &&
      kept.furtherSaid === this.#digest(kept.further.length === 0 ? [] : runFurther(kept.further))
    ) {
      this.#keeper.saidAgain(path, world);
      return kept.findings;
    }
    const { findings, further, ofFurther } = judge();
    const said: KeptJudgement = {
      key,
      leadsTo: this.#leadsTo(findings),
      ...(leadsToEntries(findings, item) ? { places: placesOf(item) } : {}),
      further: further.map(({ code }) => code),
      furtherSaid: this.#digest(ofFurther),
      findings,
    };
    this.#keeper.say(path, said, world);
    return findings;
  }

  /**
   * What is said of a board or archive depends on its text and on the facts of the items on it; where it leads into another document,
   * on the text of that, too.
   *
   * @param itemsOf those on it.
   */
  findingsOfEntries(
    { path }: AnyDocument,
    project: Project,
    itemsOf: () => readonly ItemTrace[],
    aroundOf: () => Around,
    judge: () => readonly Finding[],
  ): readonly Finding[] {
    const world = this.#world(project);
    const kept = this.#keeper.said(path) as KeptEntryJudgement | undefined; // what this build has written
    const key = kept && this.#isOf(path, world) ? kept.key : this.#keyOfEntries(path, itemsOf(), aroundOf());
    if (kept?.key === key && this.#isSame(kept.leadsTo)) {
      this.#keeper.saidAgain(path, world);
      return kept.findings;
    }
    const findings = judge();
    this.#keeper.say(path, { key, leadsTo: this.#leadsTo(findings), findings } satisfies KeptEntryJudgement, world);
    return findings;
  }

  #isOf(path: string, world: string): boolean {
    return world !== '' && this.#keeper.isOf(path, world);
  }

  #leadsTo(findings: readonly Finding[]): LeadsTo {
    return Array.from(pathsIn(findings), (file) => [file, this.#keeper.hashOf(file)]);
  }

  #isSame(leadsTo: LeadsTo): boolean {
    return leadsTo.every(([file, hash]) => this.#keeper.hashOf(file) === hash);
  }

  #keyOfEntries(path: string, items: readonly ItemTrace[], around: Around): string {
    const factsOf = items.map(({ id, stage, spec, testCases, entries }) => [
      id,
      stage,
      spec ? [spec.path, spec.facts] : '',
      testCases.map((testCase) => testCase.path),
      entries.map(({ document }) => [document.path, this.#contentOf(document)]),
    ]);
    return [this.#keeper.hashOf(path), contentHash(JSON.stringify(factsOf)), this.#shared(around)].join(' ');
  }

  #keyOf({ path }: AnyDocument, { item, around, archived }: Circumstances): string {
    return [this.#keeper.hashOf(path), archived, item ? this.#itemKey(item) : '', this.#shared(around)].join(' ');
  }

  /** What rules say of other documents stands with the text of these, too. */
  #digest(reports: readonly RuleReport[]): string {
    if (reports.length === 0) return '';
    const all = reports.map(({ rule, severity, report: { related = [], ...report } }) => [
      rule.code,
      severity,
      report,
      related.map(({ document, span, message }) => [document.path, this.#contentOf(document), span, message]),
    ]);
    return contentHash(JSON.stringify(all));
  }

  #contentOf(file: TextFile): string {
    return this.#keeper.hashOf(file.path) ?? textHash(file);
  }
}

const textHash = memoFor(({ text }: TextFile): string => contentHash(text));

/** All that an entry says, wherever it stands. @see keepSubstance */
const entryText = memoFor(({ document, entry, section, kind }: EntryTrace): string => {
  const { form, span, headingSpan, title, specPath, tasks } = entry;
  const inside = [headingSpan, title.span, specPath?.span, ...tasks.map(({ mark }) => mark.span)].map(
    (place) => place && [place.start - span.start, place.end - span.start],
  );
  const text = document.text.slice(span.start, span.end);
  return JSON.stringify([document.path, kind, section?.heading.text, form, inside, text]);
});

function placesOf(item: ItemTrace | undefined): string {
  return JSON.stringify(
    item?.entries.map(({ document, entry: { span } }) => [document.lines.positionAt(span.start), span.start]),
  );
}

function leadsToEntries(findings: readonly Finding[], item: ItemTrace | undefined): boolean {
  const paths = new Set(item?.entries.map(({ document }) => document.path));
  const isOut = ({ others = [] }: Fix): boolean => others.some(({ path }) => paths.has(path));
  return findings.some(
    ({ related = [], fix, otherFixes = [] }) =>
      related.some(({ path }) => paths.has(path)) || [...(fix ? [fix] : []), ...otherFixes].some(isOut),
  );
}

/** The files that findings and their fixes lead to. */
function pathsIn(findings: readonly Finding[]): ReadonlySet<string> {
  const changes = findings.flatMap(({ fix, otherFixes = [] }) => [...(fix ? [fix] : []), ...otherFixes]);
  return new Set([
    ...findings.flatMap(({ related = [] }) => related.map(({ path }) => path)),
    ...changes.flatMap(({ others = [] }) => others.flatMap((other) => (other.kind === 'create' ? [] : [other.path]))),
  ]);
}

/** As text, maps and sets too. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one));
}
