import { shortHash } from '../base/contentHash.js';
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

/** What was said of a document, as JSON; empty if there is nothing. */
export interface KeptWords {
  readonly findings: string;
  readonly said: string;
}

/** Keeps what was said of documents from one run to the next. */
export interface FindingKeeper {
  /** The hash of a document's text; undefined if nothing is kept of it. */
  hashOf(path: string): string | undefined;
  /** What stands for all that others can ask of a document; undefined if nothing is kept of it. */
  factsOf(path: string): string | undefined;
  /** What this build said of a document by all that it is judged by in this world: the texts of its item, too. */
  saidIn(path: string, item: string | undefined, world: string): KeptWords | undefined;
  /** What this build said of a document when it was judged last. */
  said(path: string): KeptWords | undefined;
  /** @param words what is said of a document in this world. */
  say(path: string, item: string | undefined, words: KeptWords, world: string): void;
}

/** What the findings of a document stand and fall with; what is empty is left out. */
interface KeptJudgement {
  readonly key: string;
  /** The documents they lead to, with their content. */
  readonly leadsTo?: LeadsTo;
  /** Where the item's entries were; undefined if nothing leads there. */
  readonly places?: string;
  /** The codes of the rules that asked for more than the document's surroundings, and a hash of what they reported. */
  readonly further?: readonly string[];
  readonly furtherSaid?: string;
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
   * What stands for all that documents can ask of each other; empty if not all of it is known. While it is the same, an edit
   * concerns the documents of one item.
   */
  readonly #world = memoFor(({ documents }: Project): string => {
    const asked = documents.filter(({ kind }) => isAskedOf(kind));
    const facts = asked.map(({ path }) => this.#keeper.factsOf(path));
    if (facts.includes(undefined)) return '';
    return shortHash([this.#judgedBy, ...asked.map(({ path }, at) => `${path}\t${facts[at] ?? ''}`)].join('\n'));
  });

  /** What stands for all that is the same for all documents. */
  readonly #shared = memoFor(({ conventions, habits, codeRead }: Around): string =>
    shortHash(plain([this.#judgedBy, conventions, habits, codeRead])),
  );

  /** What stands for an item: its spec and test cases are judged by the same. */
  readonly #itemKey = memoFor(({ id, spec, testCases, stage, entries, dependsOn, dependents }: ItemTrace): string => {
    const contentOf = (document: AnyDocument): readonly string[] => [document.path, this.#contentOf(document)];
    const named = dependsOn.map((one) => [one.id, one.stage]);
    const documents = [spec ? contentOf(spec) : '', testCases.map(contentOf)];
    return shortHash(JSON.stringify([id, documents, stage, entries.map(entryText), named, dependents]));
  });

  constructor(keeper: FindingKeeper, rules: readonly Rule[], configuration: Configuration) {
    this.#keeper = keeper;
    this.#judgedBy = plain([rules.map(({ code }) => code), configuration]);
  }

  keeps({ path }: AnyDocument): boolean {
    return this.#keeper.hashOf(path) !== undefined;
  }

  /** What was said of a document, where nothing can be different: what rules ask of other documents are facts; findings lead to lines, too. */
  unchanged({ path, item }: AnyDocument, project: Project): readonly Finding[] | undefined {
    const kept = this.#keeper.saidIn(path, item, this.#world(project));
    if (!kept) return undefined;
    // Most have none, so they need no parsing.
    return kept.findings === '' || this.#isSame(judgementOf(kept).leadsTo) ? findingsOf(kept) : undefined;
  }

  /**
   * @param circumstances of the document.
   * @param runFurther what rules with these codes report now.
   * @param judge judges the document.
   */
  findings(
    document: AnyDocument,
    project: Project,
    circumstances: Circumstances,
    runFurther: (codes: readonly string[]) => readonly RuleReport[],
    judge: () => FullJudgement,
  ): readonly Finding[] {
    const { path } = document;
    const world = this.#world(project);
    const kept = this.#keeper.said(path);
    const { item } = circumstances;
    const key = this.#keyOf(document, circumstances);
    const before = kept && judgementOf(kept);
    if (
      kept &&
      before?.key === key &&
      (before.places === undefined || before.places === placesOf(item)) &&
      (before.furtherSaid ?? '') === this.#digest(before.further ? runFurther(before.further) : [])
    ) {
      this.#keeper.say(path, document.item, kept, world);
      return findingsOf(kept);
    }
    const { findings, further, ofFurther } = judge();
    const furtherSaid = this.#digest(ofFurther);
    this.#say(document, findings, world, {
      key,
      ...(leadsToEntries(findings, item) ? { places: placesOf(item) } : {}),
      ...(further.length === 0 ? {} : { further: further.map(({ code }) => code) }),
      ...(furtherSaid === '' ? {} : { furtherSaid }),
    });
    return findings;
  }

  /**
   * What is said of a board or archive depends on its text and on the facts of the items on it; where it leads into another document,
   * on the text of that, too.
   *
   * @param items those on it.
   */
  findingsOfEntries(
    document: AnyDocument,
    project: Project,
    items: readonly ItemTrace[],
    around: Around,
    judge: () => readonly Finding[],
  ): readonly Finding[] {
    const { path } = document;
    const world = this.#world(project);
    const kept = this.#keeper.said(path);
    const key = this.#keyOfEntries(path, items, around);
    const before = kept && judgementOf(kept);
    if (kept && before?.key === key && this.#isSame(before.leadsTo)) {
      this.#keeper.say(path, document.item, kept, world);
      return findingsOf(kept);
    }
    const findings = judge();
    this.#say(document, findings, world, { key });
    return findings;
  }

  #say({ path, item }: AnyDocument, findings: readonly Finding[], world: string, judgement: KeptJudgement): void {
    const leadsTo = this.#leadsTo(findings);
    const said = JSON.stringify({ ...judgement, ...(leadsTo.length === 0 ? {} : { leadsTo }) });
    this.#keeper.say(path, item, { findings: findings.length === 0 ? '' : JSON.stringify(findings), said }, world);
  }

  #leadsTo(findings: readonly Finding[]): LeadsTo {
    return Array.from(pathsIn(findings), (file) => [file, this.#keeper.hashOf(file)]);
  }

  #isSame(leadsTo: LeadsTo = []): boolean {
    return leadsTo.every(([file, hash]) => this.#keeper.hashOf(file) === (hash ?? undefined));
  }

  #keyOfEntries(path: string, items: readonly ItemTrace[], around: Around): string {
    const factsOf = items.map(({ id, stage, spec, testCases, entries }) => [
      id,
      stage,
      spec ? [spec.path, spec.facts] : '',
      testCases.map((testCase) => testCase.path),
      entries.map(({ document }) => [document.path, this.#contentOf(document)]),
    ]);
    return shortHash([this.#keeper.hashOf(path), JSON.stringify(factsOf), this.#shared(around)].join(' '));
  }

  #keyOf({ path }: AnyDocument, { item, around, archived }: Circumstances): string {
    return shortHash(
      [this.#keeper.hashOf(path), archived, item ? this.#itemKey(item) : '', this.#shared(around)].join(' '),
    );
  }

  /** What rules say of other documents depends on the text of these, too. */
  #digest(reports: readonly RuleReport[]): string {
    if (reports.length === 0) return '';
    const all = reports.map(({ rule, severity, report: { related = [], ...report } }) => [
      rule.code,
      severity,
      report,
      related.map(({ document, span, message }) => [document.path, this.#contentOf(document), span, message]),
    ]);
    return shortHash(JSON.stringify(all));
  }

  #contentOf(file: TextFile): string {
    return this.#keeper.hashOf(file.path) ?? textHash(file);
  }
}

/** What this build has written. */
const judgementOf = ({ said }: KeptWords): KeptJudgement => JSON.parse(said) as KeptJudgement;

/** Likewise. */
const findingsOf = ({ findings }: KeptWords): readonly Finding[] =>
  findings === '' ? [] : (JSON.parse(findings) as readonly Finding[]);

const textHash = memoFor(({ text }: TextFile): string => shortHash(text));

/** All that an entry says, wherever it is. @see keepSubstance */
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
