import type { Block, Fence, Heading, List, ListItem } from '../../markdown/blocks.js';
import { type Located, type Span, span } from '../../markdown/span.js';
import type { Problem } from '../parsed.js';
import { looksLikeGherkin, scanGherkin } from './gherkinFence.js';
import { toScenario } from './gherkinScenario.js';
import type { Changing } from '../../base/changing.js';
import { once } from '../../base/memo.js';
import { collect, none } from '../../base/same.js';
import { locate } from '../located.js';
import { parseSteps } from '../parseSteps.js';
import { scenarioKey } from './scenarioIds.js';
import { citesOf, groupIdOf, splitGroupId, splitItemId, splitTestCaseId } from './scenarioNames.js';
import { readScenarioTitle } from './scenarioTitle.js';
import { findSpecPath } from '../specPath.js';
import type { Step } from '../steps.js';
import type { Examples, Scenario, ScenarioGroup, TestCase } from './testCase.js';
import { textLines } from '../textLines.js';

export interface ParsedTestCase {
  readonly testCase: TestCase;
  readonly problems: readonly Problem[];
}

/** A heading that begins a scenario or a group of them, with what is below it. */
interface Unit {
  readonly heading?: Heading;
  readonly group?: ScenarioGroup;
  readonly blocks: readonly Block[];
}

/** A scenario in Markdown while its blocks are gathered. */
interface Draft {
  readonly title: Located;
  /** What the title's line says, beyond its bold type too. */
  readonly titleLine: Located;
  readonly headingSpan: Span;
  readonly form: Scenario['form'];
  readonly outline: boolean;
  /** Without steps it is text of the scenario above. */
  readonly needsSteps: boolean;
  readonly blocks: Block[];
  readonly fencedSteps: Step[];
  readonly examples: Examples[];
  end: number;
}

const gherkinInfo = /^(?:gherkin|feature|cucumber)\b/iu;
/** Without the flag `u`, with which the engine tries every character; what `s` is with it is written out. */
const titleWord = /[sſ]cenario|(?:\*\*|__)TC-/i;
const examplesLine = /^\W*(?:Examples|Scenarios)\W*$/iu;

/**
 * Reads a test case in Markdown (formats reference, A4, and the forms in use beside it): a `## TC-1: …` heading with steps
 * below is a scenario; so are `**TC-1: …**` lines with steps, `**Scenario: …**` lines, `- **Scenario**: …` items and
 * `### Scenario: …` headings with steps, and the scenarios in fences of Gherkin, or the steps there if the fence has no title
 * line. Level-2 headings group the scenarios below them; a scenario alone in its group takes the group's `TC-1` as its id.
 * Never throws.
 */
export function parseTestCase(text: string, blocks: readonly Block[]): ParsedTestCase {
  const headings = blocks.filter((block): block is Heading => block.kind === 'heading');
  const titleHeading = headings.find(({ level }) => level === 1);
  const problems: Problem[] = [];
  const ignored: Located[] = [];
  const found = { problems, ignored, mayHoldTitles: titleWord.test(text) };
  const { units, groups } = cutUnits(blocks);
  const scenarios = nameByGroup(
    collect(units, (unit) => readUnit(text, unit, found)),
    groups,
  );
  const specPath = findSpecPath(text, blocks);
  const used = once(() => new Set(scenarios.map(({ group }) => group)));
  const testCase: Changing<TestCase> = {
    format: 'markdown',
    headings,
    groups: groups.filter((group) => group.id !== undefined || used().has(group)),
    scenarios,
    ignored,
  };
  if (titleHeading) testCase.title = readTitle(titleHeading);
  if (specPath) testCase.specPath = specPath;
  return { testCase, problems };
}

function titleOf({ text, textSpan }: Heading): Located {
  return { value: text, span: textSpan };
}

function readTitle(heading: Heading): NonNullable<TestCase['title']> {
  const { id, name } = splitItemId(titleOf(heading));
  return id ? { span: heading.span, text: name, id } : { span: heading.span, text: name };
}

function beginsUnit(heading: Heading): boolean {
  return (
    heading.level <= 2 ||
    groupIdOf(titleOf(heading)) !== undefined ||
    readScenarioTitle(heading.text, heading.textSpan) !== undefined
  );
}

function cutUnits(blocks: readonly Block[]): {
  readonly units: readonly Unit[];
  readonly groups: readonly ScenarioGroup[];
} {
  const groups: ScenarioGroup[] = [];
  const units: { heading?: Heading; group?: ScenarioGroup; blocks: Block[] }[] = [{ blocks: [] }];
  let group: ScenarioGroup | undefined;
  // Not over `entries()`, which makes two objects of every block.
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block === undefined) continue;
    if (block.kind !== 'heading') {
      units[units.length - 1]?.blocks.push(block);
      continue;
    }
    if (!beginsUnit(block)) continue;
    if (block.level === 1) group = undefined;
    if (block.level === 2) {
      group = groupOf(block, endOfGroup(blocks, index));
      groups.push(group);
    }
    units.push(group ? { heading: block, blocks: [], group } : { heading: block, blocks: [] });
  }
  return { units, groups };
}

function groupOf(heading: Heading, end: number): ScenarioGroup {
  const title = titleOf(heading);
  const id = groupIdOf(title);
  const cites = citesOf([title]);
  const whole = span(heading.span.start, end);
  return id ? { heading, cites, span: whole, id } : { heading, cites, span: whole };
}

function endOfGroup(blocks: readonly Block[], from: number): number {
  let last = from;
  for (let at = from + 1; at < blocks.length; at++) {
    const block = blocks[at];
    if (block?.kind === 'heading' && block.level <= 2) break;
    if (block?.kind !== 'thematicBreak') last = at;
  }
  return blocks[last]?.span.end ?? 0;
}

/** What was found in a document besides scenarios. */
interface Found {
  readonly problems: Problem[];
  readonly ignored: Located[];
  /** Most documents have no word of a title line. */
  readonly mayHoldTitles: boolean;
}

function readUnit(text: string, unit: Unit, found: Found): readonly Scenario[] {
  const { heading } = unit;
  const { drafts, fenced } = new UnitReader(text, unit, found).read();
  const scenarios: Scenario[] = [];
  joinText(text, drafts).forEach((draft) => {
    const steps = stepsOf(text, draft);
    const isDirect = draft === drafts[0];
    if (isDirect && steps.length === 0 && !keepsEmpty(heading)) return;
    scenarios.push(fromDraft(draft, steps, isDirect ? heading : undefined, unit));
  });
  fenced.forEach((scenario) => scenarios.push(scenario));
  if (scenarios.length > 1) return scenarios.sort((a, b) => a.span.start - b.span.start);
  const only = scenarios[0];
  if (!heading || !only || only.id) return scenarios;
  const { id } = splitTestCaseId(scenarioNameOf(heading));
  return id ? [{ ...only, id }] : scenarios;
}

/** Gathers what belongs to each scenario of a unit: first what is directly below its heading, then what title lines begin. */
class UnitReader {
  private readonly text: string;
  private readonly unit: Unit;
  private readonly found: Found;
  readonly drafts: Draft[];
  readonly fenced: Scenario[] = [];
  private current: Draft;

  constructor(text: string, unit: Unit, found: Found) {
    this.text = text;
    this.unit = unit;
    this.found = found;
    this.current = directDraft(text, unit);
    this.drafts = [this.current];
  }

  read(): this {
    this.unit.blocks.forEach((block, index, all) => this.addBlock(block, all[index - 1]));
    return this;
  }

  private addBlock(block: Block, before?: Block): void {
    if (block.kind === 'paragraph' || block.kind === 'list') {
      if (!this.found.mayHoldTitles || !titleWord.test(this.slice(block.span))) this.add(block);
      else if (block.kind === 'paragraph') this.addParagraph(block.span);
      else for (const item of block.items) this.addItem(block, item);
    } else if (block.kind === 'fence') this.addFence(block);
    else if (block.kind === 'table') {
      const named = before?.kind === 'paragraph' && examplesLine.test(this.slice(before.span));
      if (named || this.current.outline) this.current.examples.push({ span: block.span, rows: block.rows.length });
    }
  }

  /** A paragraph line by line, since a title line and its steps may be in one. */
  private addParagraph(paragraph: Span): void {
    let start: number | undefined;
    let end = paragraph.start;
    const flush = (): void => {
      if (start !== undefined) this.add({ kind: 'paragraph', span: { start, end } });
      start = undefined;
    };
    for (const line of textLines(this.text, paragraph)) {
      const title = readScenarioTitle(this.slice(line), line);
      if (title) {
        flush();
        const { name, whole, outline, needsSteps } = title;
        this.begin(createDraft(name, line, 'bold', outline, needsSteps, whole));
      } else {
        start ??= line.start;
        end = line.end;
      }
    }
    flush();
  }

  private addItem(list: List, item: ListItem): void {
    const [first, ...rest] = item.children;
    const line = first?.kind === 'paragraph' ? textLines(this.text, first.span)[0] : undefined;
    if (!first || !line || !readScenarioTitle(this.slice(line), line)) {
      this.add({ ...list, items: [item], span: item.span });
      return;
    }
    this.addParagraph(first.span);
    for (const child of rest) this.addBlock(child);
  }

  private addFence(fence: Fence): void {
    const gherkin = gherkinInfo.test(fence.info);
    if (!gherkin && fence.info !== '') return;
    const found = scanGherkin(this.text, fence.contentSpan);
    if (!gherkin && !looksLikeGherkin(found)) return;
    // Not spread into `push`: a call with very many arguments overflows the stack.
    for (const problem of found.problems) this.found.problems.push(problem);
    for (const line of found.ignored) this.found.ignored.push(line);
    for (const scenario of found.scenarios) this.fenced.push(toScenario(scenario, this.unit.group));
    for (const run of found.looseSteps) this.addSteps(run, fence.span.end);
  }

  private addSteps(run: readonly Step[], end: number): void {
    const [first] = run;
    if (first && stepsOf(this.text, this.current).length > 0) {
      // The heading's id belongs to the steps before.
      const { name } = splitGroupId(scenarioNameOf(this.unit.heading, first.text));
      this.begin(createDraft(name, first.span, 'gherkin', false));
    }
    for (const step of run) this.current.fencedSteps.push(step);
    this.current.end = Math.max(this.current.end, run.at(-1)?.span.end ?? end);
  }

  private begin(draft: Draft): void {
    this.drafts.push(draft);
    this.current = draft;
  }

  private add(block: Block): void {
    const { current } = this;
    current.blocks.push(block);
    if (block.span.end > current.end) current.end = block.span.end;
  }

  private slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }
}

/** The scenario that a unit's heading names, or that is there without one. */
function directDraft(text: string, { heading, blocks }: Unit): Draft {
  const start = blocks[0]?.span.start ?? 0;
  return createDraft(
    heading ? titleOf(heading) : locate(text, { start, end: start }),
    heading?.span ?? firstLine(text, blocks[0]),
    'heading',
    heading !== undefined && readScenarioTitle(heading.text, heading.textSpan)?.outline === true,
  );
}

/** A scenario's own heading says that there is one, even with nothing below; a level-2 heading without is an empty group. */
function keepsEmpty(heading: Heading | undefined): boolean {
  if (!heading) return false;
  const isScenario = readScenarioTitle(heading.text, heading.textSpan) !== undefined;
  const { id } = splitGroupId(titleOf(heading));
  return isScenario || (heading.level > 2 && id !== undefined && scenarioKey(id.value) !== undefined);
}

function createDraft(
  title: Located,
  headingSpan: Span,
  form: Scenario['form'],
  outline: boolean,
  needsSteps = false,
  titleLine = title,
): Draft {
  const end = headingSpan.end;
  return { title, titleLine, headingSpan, form, outline, needsSteps, blocks: [], fencedSteps: [], examples: [], end };
}

/** Leaves out the titles that are none after all: what is below belongs to the draft above. */
function joinText(text: string, drafts: readonly Draft[]): readonly Draft[] {
  if (!drafts.some(({ needsSteps }) => needsSteps)) return drafts;
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const above = joined.at(-1);
    if (!above || !draft.needsSteps || stepsOf(text, draft).length > 0) {
      joined.push(draft);
      continue;
    }
    for (const block of draft.blocks) above.blocks.push(block);
    for (const table of draft.examples) above.examples.push(table);
    above.end = Math.max(above.end, draft.end);
  }
  return joined;
}

function stepsOf(text: string, { blocks, fencedSteps }: Draft): readonly Step[] {
  const steps = parseSteps(text, blocks);
  return fencedSteps.length === 0 ? steps : steps.concat(fencedSteps).sort((a, b) => a.span.start - b.span.start);
}

/** The heading's text without `Scenario:`, or `fallback` where there is no heading. */
function scenarioNameOf(
  heading: Heading | undefined,
  fallback: Located = { value: '', span: { start: 0, end: 0 } },
): Located {
  if (!heading) return fallback;
  return readScenarioTitle(heading.text, heading.textSpan)?.name ?? titleOf(heading);
}

function fromDraft(
  draft: Draft,
  steps: readonly Step[],
  ownHeading: Heading | undefined,
  { heading, group }: Unit,
): Scenario {
  const title = ownHeading ? scenarioNameOf(ownHeading) : draft.title;
  const { id, name } = splitTestCaseId(title);
  // The heading of a group is often its only scenario's.
  const isWhole = ownHeading !== undefined && ownHeading === group?.heading && title.value === ownHeading.text;
  // What another scenario's heading names is not about this one.
  const isOther = id !== undefined && !ownHeading && heading !== undefined && hasTestCaseId(heading);
  const own = ownHeading ? title : draft.titleLine;
  const around = heading ? [own, titleOf(heading)] : [own];
  const scenario: Changing<Scenario> = {
    name: id ? name : nameWithoutGroupId(title),
    headingSpan: draft.headingSpan,
    span: span(draft.headingSpan.start, draft.end),
    cites: isWhole ? group.cites : isOther ? citesOf([own]) : citesOf(around, group?.cites),
    tags: none,
    steps,
    outline: draft.outline,
    examples: draft.examples,
    form: draft.form,
  };
  if (id) scenario.id = id;
  if (group) scenario.group = group;
  return scenario;
}

function hasTestCaseId(heading: Heading): boolean {
  return splitTestCaseId(scenarioNameOf(heading)).id !== undefined;
}

function nameWithoutGroupId(title: Located): Located {
  const { id, name } = splitGroupId(title);
  // `tc-1` is no scenario's id, so it stays to be seen.
  return id && scenarioKey(id.value) !== undefined ? title : name;
}

function nameByGroup(scenarios: readonly Scenario[], groups: readonly ScenarioGroup[]): readonly Scenario[] {
  if (scenarios.every(({ id }) => id)) return scenarios;
  const ids = new Map<ScenarioGroup, Located>();
  for (const group of groups) if (group.id?.value.startsWith('TC-')) ids.set(group, group.id);
  const counts = new Map<ScenarioGroup | undefined, number>();
  for (const { group } of scenarios) counts.set(group, (counts.get(group) ?? 0) + 1);
  return scenarios.map((scenario) => {
    const id = scenario.group && ids.get(scenario.group);
    return id && !scenario.id && counts.get(scenario.group) === 1 ? { ...scenario, id } : scenario;
  });
}

function firstLine(text: string, block: Block | undefined): Span {
  return (block && textLines(text, block.span)[0]) ?? { start: 0, end: 0 };
}
