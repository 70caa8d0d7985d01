import { stepsToFillIn, todo } from '../documents/toFillIn.js';
import { criterionKey } from '../documents/spec/criterionKey.js';
import type { SectionTemplate } from '../documents/defineDocumentKind.js';
import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';
import { scenarioFor } from '../documents/testCase/testCaseTemplate.js';
import { lineBreakOf } from '../markdown/lines.js';
import { contains } from '../markdown/span.js';
import type { IdTarget } from '../trace/idReferences.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { itemTitle } from '../trace/itemTitle.js';

/**
 * Behind `##` and `###` at the start of a line: the sections the document has not yet, in the order of its template and with
 * something to fill in; the next requirement or criterion of a spec, the next scenarios of a test case, the entries a board
 * has not yet.
 */
export function offerSections(request: CompletionRequest): Offer | undefined {
  const { document, place } = request;
  const [, hashes] = /^(#{2,3})(?:[ \t]+[^\n]*)?$/u.exec(place.before) ?? [];
  if (hashes === undefined || place.after.trim() !== '') return undefined;
  const candidates = hashes === '##' ? sectionsOf(request) : partsOf(request);
  return candidates && { span: place.line, candidates: inLinesOf(document, candidates) };
}

/** A heading with what is below it. */
interface Part extends SectionTemplate {
  readonly about?: IdTarget;
}

function* inLinesOf({ text }: AnyDocument, parts: Iterable<Part>): Generator<Candidate> {
  const br = lineBreakOf(text);
  for (const { lines, ...part } of parts) {
    const [heading = ''] = lines;
    yield {
      ...part,
      label: heading.replace(/^#+ /u, ''),
      kind: 'section',
      filterText: heading,
      newText: lines.join(br),
    };
  }
}

function sectionsOf({ document, project }: CompletionRequest): Iterable<Part> | undefined {
  if (document.kind !== 'testCase') return registeredKinds.get(document.kind).missingSections?.(document);
  const spec = document.item === undefined ? undefined : project.spec(document.item);
  return spec && document.model.format !== 'feature' ? missingScenarios(document, spec) : undefined;
}

/** One scenario for each criterion that no scenario cites. */
function missingScenarios(document: ParsedDocument<'testCase'>, spec: ParsedDocument<'spec'>): readonly Part[] {
  const { scenarios, groups } = document.model;
  const cited = new Set([...scenarios, ...groups].flatMap(({ cites }) => cites.map(({ value }) => value)));
  const numbers = [...scenarios, ...groups].map(({ id }) => Number(/^TC-?(\d+)$/iu.exec(id?.value ?? '')?.[1] ?? 0));
  const next = Math.max(0, ...numbers) + 1;
  const keyOf = criterionKey(spec.model.criteria);
  return spec.model.criteria
    .filter((criterion) => !cited.has(keyOf(criterion)))
    .map((criterion) => ({
      lines: scenarioFor(criterion, keyOf(criterion), next),
      detail: `scenario for ${criterion.id}`,
    }));
}

function partsOf(request: CompletionRequest): Iterable<Part> | undefined {
  const { document, place } = request;
  if (document.kind === 'board') return missingEntries(request);
  if (document.kind !== 'spec') return undefined;
  const { model } = document;
  const section = model.sections.findLast(({ span }) => contains(span, place.offset))?.name;
  if (section === 'requirements') {
    const number = Math.max(0, ...model.requirements.map((one) => one.number)) + 1;
    return (['MUST', 'SHOULD', 'MAY'] as const).map((level) => ({
      lines: [`### R${number}: ${todo} (${level})`, '', `${todo}: what ${level} be so.`],
      detail: 'requirement',
    }));
  }
  return section === 'acceptanceCriteria' ? missingCriteria(document) : undefined;
}

/** One for each requirement that no criterion cites; without any, one that cites none. */
function missingCriteria({ model }: ParsedDocument<'spec'>): readonly Part[] {
  const cited = new Set(model.criteria.flatMap(({ cites }) => cites.map(({ value }) => value)));
  const number = Math.max(0, ...model.criteria.map((one) => one.number)) + 1;
  const steps = ['', ...stepsToFillIn];
  const open = model.requirements.filter(({ id }) => !cited.has(id));
  if (open.length === 0) return [{ lines: [`### AC${number}: ${todo}`, ...steps], detail: 'acceptance criterion' }];
  return open.map(({ id, name }) => ({
    lines: [`### AC${number}: ${todo} (${id})`, ...steps],
    detail: `acceptance criterion for ${id} ${name.value}`,
  }));
}

/** The items that are not on the board or in the archive. */
function* missingEntries(request: CompletionRequest): Generator<Part> {
  const { trace } = request;
  for (const id of [...trace.items].reverse()) {
    const item = trace.item(id);
    if (!item?.spec || item.stage !== 'unplanned') continue;
    const title = (itemTitle(item) ?? todo).replace(/\s+/gu, ' ');
    yield {
      lines: [`### [${id}] ${title}`, `> Spec: ${item.spec.path}`, '', `- [ ] ${todo}`],
      detail: 'entry',
      about: { kind: 'item', id, item: id },
    };
  }
}
