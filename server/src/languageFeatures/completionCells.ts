import type { ParsedDocument } from '../documents/document.js';
import type { SectionName } from '../documents/spec/spec.js';
import { metadataRow } from '../documents/spec/specStatus.js';
import { contains } from '../markdown/span.js';
import type { Project } from '../workspace/project.js';
import { memoFor } from '../base/memo.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { offerFiles } from './completionFiles.js';
import { itemCandidates, wordAround } from './completionItems.js';
import { type CursorCell, cursorCell } from './cursorPlace.js';

type SpecRequest = CompletionRequest & { readonly document: ParsedDocument<'spec'> };

/** In the tables of a spec: field names, and the values each field takes. */
export function offerCellValues(request: CompletionRequest): Offer | undefined {
  const { document, place } = request;
  if (document.kind !== 'spec') return undefined;
  const cell = cursorCell(document, place);
  if (!cell || cell.header) return undefined;
  const spec: SpecRequest = { ...request, document };
  const { model } = document;
  if (cell.table === model.metadata?.table) return offerMetadata(spec, cell);
  const section = model.sections.findLast(({ span }) => contains(span, place.offset))?.name;
  return section === undefined ? undefined : sectionTables[section]?.(spec, cell);
}

const sectionTables: Readonly<
  Partial<Record<SectionName, (request: SpecRequest, cell: CursorCell) => Offer | undefined>>
> = {
  dependencySurface: offerDependencies,
  securityScope: offerSecurity,
  implementationSteps: offerImplementation,
};

const value = (label: string, detail: string): Candidate => ({ label, kind: 'value', detail });

const metadataFields: readonly (readonly [string, string])[] = [
  ['ID', 'the item id, as in the file name'],
  ['Status', 'Draft, In Progress or Done'],
  ['Priority', 'P0 to P3'],
  ['Release', 'the version that includes it'],
];

const statuses = [
  value('Draft', 'not started'),
  value('In Progress', 'being worked on'),
  value('Done', 'implemented and checked'),
];

const priorities = [
  value('P0', 'before everything else'),
  value('P1', 'next'),
  value('P2', 'soon'),
  value('P3', 'when there is time'),
];

function offerMetadata(request: SpecRequest, cell: CursorCell): Offer | undefined {
  const { document, project } = request;
  if (cell.column === 0)
    return offerFields(request, cell, metadataFields, document.model.metadata?.rows.map(({ key }) => key.value) ?? []);
  if (cell.column !== 1) return undefined;
  switch (cell.key) {
    case 'ID':
      return document.item === undefined
        ? undefined
        : whole(request, cell, [{ label: document.item, kind: 'item', detail: 'the item this file is named after' }]);
    case 'Status':
      return whole(request, cell, statuses);
    case 'Priority':
      return whole(request, cell, priorities);
    case 'Release':
      return whole(request, cell, [...releases(project), value('TBD', 'not decided yet')]);
    default:
      return undefined;
  }
}

/** The releases that specs of the project name, the highest first. */
function releases(project: Project): readonly Candidate[] {
  const counts = new Map<string, number>();
  for (const spec of project.ofKind('spec')) {
    const release = releaseOf(spec);
    if (release !== undefined) counts.set(release, (counts.get(release) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one], [other]) => other.localeCompare(one, 'en', { numeric: true }))
    .slice(0, 20)
    .map(([release, count]) => value(release, `of ${count} ${count === 1 ? 'spec' : 'specs'}`));
}

const releaseOf = memoFor(({ model }: ParsedDocument<'spec'>): string | undefined => {
  const release = metadataRow(model.metadata, 'Release')?.value.value.trim() ?? '';
  return release === '' || release.length > 40 || /^tbd$/iu.test(release) ? undefined : release;
});

const dependencyFields: readonly (readonly [string, string])[] = [
  ['Depends on', 'the items that must be done first, or None'],
  ['Provides', 'what other items can build on'],
  ['Touches', 'the files it changes'],
  ['Conflict risk', 'LOW, MEDIUM or HIGH'],
];

function offerDependencies(request: SpecRequest, cell: CursorCell): Offer | undefined {
  const { document, place } = request;
  if (cell.column === 0)
    return offerFields(
      request,
      cell,
      dependencyFields,
      document.model.dependencySurface?.rows.map(({ key }) => key.value) ?? [],
    );
  if (cell.column !== 1) return undefined;
  switch (cell.key.toLowerCase()) {
    case 'depends on': {
      const typed = /[\w-]*$/u.exec(place.before)?.[0] ?? '';
      return { span: wordAround(request, typed), candidates: dependencyCandidates(request, typed) };
    }
    case 'touches':
      return offerFiles(request);
    case 'conflict risk':
      return whole(request, cell, [
        value('LOW', 'few others change these files'),
        value('MEDIUM', 'some others might'),
        value('HIGH', 'others certainly do'),
      ]);
    default:
      return undefined;
  }
}

function* dependencyCandidates(request: SpecRequest, typed: string): Generator<Candidate> {
  const { document } = request;
  if (typed === '' || 'none'.startsWith(typed.toLowerCase())) yield value('None', 'it can be done at any time');
  const named = new Set(document.model.dependencySurface?.dependsOn.map((id) => id.value));
  for (const candidate of itemCandidates(request, document.item))
    if (!named.has(candidate.label) || candidate.label === typed) yield candidate;
}

// PactKit's eight checks (formats reference, A2).
const securityChecks = [
  'secrets in code and logs',
  'input from outside',
  'database queries',
  'markup in pages',
  'login and sessions',
  'access and rate limits',
  'information in error messages',
  'dependencies',
];

function offerSecurity(request: SpecRequest, cell: CursorCell): Offer | undefined {
  if (cell.columnName === 'applicable')
    return whole(request, cell, [value('Yes', 'explain in Reason what is done'), value('No', ''), value('N/A', '')]);
  if (cell.column !== 0) return undefined;
  return offerFields(
    request,
    cell,
    securityChecks.map((check, index) => [`SEC-${index + 1}`, check]),
    request.document.model.securityChecks.map(({ id }) => id.value),
  );
}

function offerImplementation(request: SpecRequest, cell: CursorCell): Offer | undefined {
  if (cell.columnName === 'file') return offerFiles(request);
  if (cell.columnName !== 'risk') return undefined;
  return whole(
    request,
    cell,
    ['Low', 'Medium', 'High'].map((risk) => value(risk, '')),
  );
}

/** The names of a table's rows that it has not yet; with the bar behind it where the row ends here. */
function offerFields(
  { document, place }: SpecRequest,
  cell: CursorCell,
  fields: readonly (readonly [string, string])[],
  there: readonly string[],
): Offer {
  const taken = new Set(there.filter((name) => name !== cell.key).map((name) => name.toLowerCase()));
  const bar = document.text.slice(cell.span.end, place.line.end).trim() === '' ? ' | ' : '';
  return {
    span: cell.span,
    candidates: fields
      .filter(([name]) => !taken.has(name.toLowerCase()))
      .map(([name, detail]) => ({
        label: name,
        kind: 'field',
        detail,
        newText: `${blankBefore(document.text, cell)}${name}${bar}`,
      })),
  };
}

/** Values that take the whole cell. */
function whole({ document }: SpecRequest, cell: CursorCell, values: readonly Candidate[]): Offer {
  const blank = blankBefore(document.text, cell);
  return {
    span: cell.span,
    candidates:
      blank === '' ? values : values.map((candidate) => ({ ...candidate, newText: `${blank}${candidate.label}` })),
  };
}

/** Between the bar and what is written in its cell is a space. */
function blankBefore(text: string, { span }: CursorCell): string {
  return text.charAt(span.start - 1) === '|' ? ' ' : '';
}
