import { shortHash } from '../base/contentHash.js';
import { memoFor, once } from '../base/memo.js';
import { addTo, none, sameList } from '../base/same.js';
import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import type { TextFile } from '../markdown/textFile.js';
import { entryTraces } from '../trace/entryTraces.js';
import type { ItemTrace } from '../trace/graph.js';
import { pathOf } from '../trace/namedFiles.js';
import type { Configuration } from '../workspace/configuration.js';
import { isAskedOf, type KeptNote, type KeptWords } from '../workspace/documentStore.js';
import type { Project } from '../workspace/project.js';
import type { Finding, Fix } from './finding.js';
import { KeptKeys, type NamedPath, plain, textHash } from './keptKeys.js';
import type { Around } from './keptReports.js';
import type { Rule } from './rule.js';
import type { RuleReport } from './ruleReport.js';

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
  /** What was noted under a name, of no document. */
  note(name: string): Pick<KeptNote, 'text'> | undefined;
  keepNote(name: string, note: KeptNote): void;
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
  /** Some of these looked at other documents themselves, of which they may know more than facts. */
  readonly looked?: true;
  /** The files that a spec names, where the source code was read. */
  readonly files?: readonly NamedPath[];
  /** Of a board or archive: the keys of the items of which something is said there. */
  readonly spoke?: readonly string[];
  /** Rules that look at it alone say nothing. */
  readonly quiet?: true;
}

type LeadsTo = readonly (readonly [path: string, hash: string | undefined])[];

/** A moment at which is judged. */
export interface Moment {
  readonly project: Project;
  readonly around: Around;
  readonly itemOf: (id: string) => ItemTrace | undefined;
  readonly archived: (document: AnyDocument) => boolean;
  readonly again: Again;
}

/** What is judged again only where it must be. */
interface Again {
  /** What rules with these codes report of a spec or test case now. */
  readonly further: (document: AnyDocument, codes: readonly string[]) => Pick<FullJudgement, 'ofFurther' | 'onlyAsked'>;
  /** Called where rules with these codes were not run, as the answers to what they ask are the same. */
  readonly notAsked: (document: AnyDocument, codes: readonly string[]) => void;
  /** Whether nothing is said of the entries of an item on a board or in an archive. */
  readonly isSilent: (document: AnyDocument, item: ItemTrace) => boolean;
}

/** What was found, and by which rules that asked for more than the document's surroundings. */
export interface FullJudgement {
  readonly findings: readonly Finding[];
  readonly further: readonly Rule[];
  readonly ofFurther: readonly RuleReport[];
  /** Whether these only asked questions, which are about facts. */
  readonly onlyAsked: boolean;
  /** Whether rules that look at the document alone say nothing. */
  readonly isQuiet: boolean;
}

/** The name of the note about the entries of a board or archive. */
const entriesOn = (path: string): string => `entries ${path}`;

/** The name of the note about what rules say of the project as a whole. */
const ofProject = 'project';

type Entries = ParsedDocument<'board'> | ParsedDocument<'archive'>;

/**
 * Findings of specs, test cases, boards and archives, kept for as long as all is the same that the linter keeps reports by (`keepSaid`):
 * the document, its item, and what all documents share. Rules that ask for more are asked each time; as long as they say the same, so
 * do all.
 */
export class KeptJudgements {
  readonly #keeper: FindingKeeper;
  readonly #configuration: Configuration;
  readonly #judgedBy: string;
  readonly #held = new WeakMap<AnyDocument, readonly Finding[]>();
  readonly #ofEntries = new Map<string, { readonly silent: Set<string>; readonly spoke: Set<string> }>();
  /** The keys of the items of which nothing is said, by the rule. */
  readonly #silentNow = new Map<string, string[]>();
  readonly #silentItems = once((): ReadonlyMap<string, ReadonlySet<string>> => {
    const { text = '[]' } = this.#keeper.note(ofProject) ?? {};
    const kept = JSON.parse(text) as readonly (readonly [string, readonly string[]])[]; // what this build has written
    return new Map(kept.map(([code, keys]) => [code, new Set(keys)]));
  });
  readonly #silentSets = new Map<string, ReadonlySet<string>>();
  readonly #keys = memoFor(({ project, around }: Moment): KeptKeys => {
    const contentOf = (file: TextFile): string => this.#contentOf(file);
    const { paths } = this.#configuration;
    return new KeptKeys({ project, around, judgedBy: this.#judgedBy, paths, contentOf });
  });
  /**
   * What stands for all that documents can ask of each other; empty if not all of it is known. While it is the same, an edit
   * concerns the documents of one item.
   */
  readonly #world = memoFor((project: Project): string => {
    if (project.code || project.git) return '';
    const asked = project.documents.filter(({ kind }) => isAskedOf(kind));
    const facts = asked.map(({ path }) => this.#keeper.factsOf(path));
    if (facts.includes(undefined)) return '';
    return shortHash([this.#judgedBy, ...asked.map(({ path }, at) => `${path}\t${facts[at] ?? ''}`)].join('\n'));
  });

  constructor(keeper: FindingKeeper, rules: readonly Rule[], configuration: Configuration) {
    this.#keeper = keeper;
    this.#configuration = configuration;
    this.#judgedBy = plain([rules.map(({ code }) => code), configuration]);
  }

  keeps({ path }: AnyDocument): boolean {
    return this.#keeper.hashOf(path) !== undefined;
  }

  /** The findings of a document, where what was kept of them still holds. */
  findings(document: AnyDocument, moment: Moment): readonly Finding[] | undefined {
    // A note that nobody asks for is dropped.
    if (hasEntries(document)) this.#keeper.note(entriesOn(document.path));
    const known = this.#held.get(document) ?? this.#unchanged(document, moment);
    if (known) return known;
    const kept = this.#keeper.said(document.path);
    if (!kept) return undefined;
    const isHeld = hasEntries(document)
      ? this.#holdsOn(document, judgementOf(kept), moment)
      : this.#holds(document, kept, moment);
    if (!isHeld) return undefined;
    this.#keeper.say(document.path, document.item, kept, this.#world(moment.project));
    const findings = findingsOf(kept);
    this.#held.set(document, findings);
    return findings;
  }

  /** Whether something said of a document leads to the entries of its item, wherever these are. */
  leadsToEntries({ path }: AnyDocument): boolean {
    const { said = '' } = this.#keeper.said(path) ?? {};
    // Most do not, so they need no parsing.
    return /"places":/u.test(said);
  }

  /** Whether the entries of a board or archive that is held were compared one by one. */
  hasCompared({ path }: AnyDocument): boolean {
    return this.#silentSets.has(path);
  }

  /** Whether rules that look at a document alone said nothing of it. */
  wasQuiet({ path }: AnyDocument): boolean {
    const kept = this.#keeper.said(path);
    return kept !== undefined && judgementOf(kept).quiet === true;
  }

  /** Keeps what is said of a document from here on. */
  say(
    document: AnyDocument,
    moment: Moment,
    { findings, further, ofFurther, onlyAsked, isQuiet }: FullJudgement,
  ): void {
    const keys = this.#keys(moment);
    const { path, item: id } = document;
    // The file has changed since it was looked at, and will be judged again.
    if (this.#keeper.hashOf(path) !== textHash(document)) return;
    const item = id === undefined ? undefined : moment.itemOf(id);
    const key = hasEntries(document)
      ? keys.board(document, itemsOn(document, moment))
      : keys.document(document, item, moment.archived(document));
    if (key === undefined) return;
    const furtherSaid = this.#digest(ofFurther);
    const leadsTo = Array.from(pathsIn(findings), (file) => [file, this.#keeper.hashOf(file)] as const);
    const files = document.kind === 'spec' && moment.project.code ? keys.files(namesIn(item)) : none;
    const entries = this.#ofEntries.get(path);
    const judgement: KeptJudgement = {
      key,
      ...(leadsToEntries(findings, item) ? { places: placesOf(item) } : {}),
      ...(further.length === 0 ? {} : { further: further.map(({ code }) => code) }),
      ...(furtherSaid === '' ? {} : { furtherSaid }),
      ...(onlyAsked ? {} : { looked: true }),
      ...(leadsTo.length === 0 ? {} : { leadsTo }),
      ...(files.length === 0 ? {} : { files }),
      ...(entries ? { spoke: [...entries.spoke] } : {}),
      ...(entries && isQuiet ? { quiet: true } : {}),
    };
    const words = { findings: findings.length === 0 ? '' : JSON.stringify(findings), said: JSON.stringify(judgement) };
    this.#keeper.say(path, id, words, this.#world(moment.project));
    if (entries) this.#keepSilent(path, [...entries.silent]);
  }

  /** What a rule about the project says of an item. @see RuleContext.ofItem */
  ofItem<T>(code: string, item: ItemTrace, moment: Moment, compute: () => readonly T[]): readonly T[] {
    const key = this.#keys(moment).item(item);
    const said = key !== undefined && this.#silentItems().get(code)?.has(key) === true ? none : compute();
    if (said.length === 0 && key !== undefined) addTo(this.#silentNow, code, key);
    return said;
  }

  /** All rules about the project have spoken. */
  sayOfProject(): void {
    if (this.#silentNow.size > 0)
      this.#keeper.keepNote(ofProject, { key: '', text: JSON.stringify([...this.#silentNow]) });
  }

  /** Whether nothing was said of an item's entries on a board or in an archive when all was as it is now. */
  wasSilent({ path }: AnyDocument, item: ItemTrace, moment: Moment): boolean {
    const key = this.#keys(moment).item(item);
    return key !== undefined && this.#silentOn(path).has(key);
  }

  /** Notes whether anything was said of an item's entries there. */
  noteEntry({ path }: AnyDocument, item: ItemTrace, isSilent: boolean, moment: Moment): void {
    const key = this.#keys(moment).item(item);
    const noted = this.#ofEntries.get(path) ?? { silent: new Set(), spoke: new Set() };
    this.#ofEntries.set(path, noted);
    if (key === undefined || (isSilent && noted.spoke.has(key))) return;
    (isSilent ? noted.silent : noted.spoke).add(key);
    // An item may be there twice.
    if (!isSilent) noted.silent.delete(key);
  }

  #holds(document: AnyDocument, kept: KeptWords, moment: Moment): boolean {
    const keys = this.#keys(moment);
    const item = document.item === undefined ? undefined : moment.itemOf(document.item);
    const key = keys.document(document, item, moment.archived(document));
    if (key === undefined) return false;
    // Of many there is nothing else, so they need no parsing.
    if (kept.said === JSON.stringify({ key } satisfies KeptJudgement)) return true;
    const before = judgementOf(kept);
    if (before.key !== key) return false;
    if (before.places !== undefined && before.places !== placesOf(item)) return false;
    const { files = none } = before;
    if (!sameList(files, keys.files(files.map((one) => one[0])), isSamePath)) return false;
    return this.#saysTheSame(document, before, moment);
  }

  #holdsOn(document: Entries, before: KeptJudgement, moment: Moment): boolean {
    const keys = this.#keys(moment);
    const items = itemsOn(document, moment);
    if (before.key !== keys.board(document, items)) return false;
    const known = this.#silentOn(document.path);
    const spoke = new Set(before.spoke);
    const silent: string[] = [];
    for (const item of items) {
      const key = keys.item(item);
      if (key === undefined) return false;
      if (spoke.delete(key)) continue;
      if (!known.has(key) && !moment.again.isSilent(document, item)) return false;
      silent.push(key);
    }
    // What was said of others may no longer be.
    if (spoke.size > 0) return false;
    this.#keepSilent(document.path, silent);
    return true;
  }

  /** The keys of items of which nothing is said on a board or in an archive, whatever else is said there. */
  #silentOn(path: string): ReadonlySet<string> {
    const known = this.#silentSets.get(path);
    if (known) return known;
    const { text = '[]' } = this.#keeper.note(entriesOn(path)) ?? {};
    const keys = new Set(JSON.parse(text) as readonly string[]); // what this build has written
    this.#silentSets.set(path, keys);
    return keys;
  }

  #keepSilent(path: string, keys: readonly string[]): void {
    this.#keeper.keepNote(entriesOn(path), { key: '', text: JSON.stringify(keys) });
  }

  /**
   * What was said of a document, where nothing can be different: what rules ask of other documents are facts, but for those that
   * look at these themselves; findings lead to lines, too.
   */
  #unchanged(document: AnyDocument, moment: Moment): readonly Finding[] | undefined {
    const kept = this.#keeper.saidIn(document.path, document.item, this.#world(moment.project));
    if (!kept) return undefined;
    // Most have neither, so they need no parsing.
    if (!/"(?:further|leadsTo)":/u.test(kept.said)) return findingsOf(kept);
    const before = judgementOf(kept);
    const { leadsTo = none, further = none, looked } = before;
    if (!leadsTo.every(([file, hash]) => this.#keeper.hashOf(file) === (hash ?? undefined))) return undefined;
    if (looked === true) return this.#saysTheSame(document, before, moment) ? findingsOf(kept) : undefined;
    if (further.length > 0) moment.again.notAsked(document, further);
    return findingsOf(kept);
  }

  /** Whether the rules that ask for more say what they said. */
  #saysTheSame(
    document: AnyDocument,
    { further = none, furtherSaid = '', looked }: KeptJudgement,
    { again }: Moment,
  ): boolean {
    if (further.length === 0) return true;
    const { ofFurther, onlyAsked } = again.further(document, further);
    return this.#digest(ofFurther) === furtherSaid && (onlyAsked || looked === true);
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

function hasEntries(document: AnyDocument): document is Entries {
  return document.kind === 'board' || document.kind === 'archive';
}

/** The items on a board or in an archive, each once. */
function itemsOn(document: Entries, { itemOf }: Moment): readonly ItemTrace[] {
  const ids = new Set(entryTraces(document).map(({ id }) => id));
  return Array.from(ids, itemOf).filter((item) => item !== undefined);
}

/** The paths that a spec names, each once. */
function namesIn(item: ItemTrace | undefined): readonly string[] {
  return [...new Set((item?.files ?? none).map(({ named }) => pathOf(named.value)))];
}

/** JSON has `null` for what is not known. */
function isSamePath(before: NamedPath, now: NamedPath): boolean {
  return before[0] === now[0] && (before[1] ?? undefined) === now[1] && before[2] === now[2] && before[3] === now[3];
}

/** What this build has written. */
const judgementOf = ({ said }: KeptWords): KeptJudgement => JSON.parse(said) as KeptJudgement;

/** Likewise. */
const findingsOf = ({ findings }: KeptWords): readonly Finding[] =>
  findings === '' ? [] : (JSON.parse(findings) as readonly Finding[]);

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
