import type { ParsedDocument } from '../../documents/document.js';
import { sentenceSections, templateSentences } from '../../documents/spec/specTemplate.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { type Span, span } from '../../markdown/span.js';
import { everyBlock } from './place.js';
import { plainTwin } from './plainTwin.js';
import { type Prose, proseOf, withoutCode } from './prose.js';
import { memoFor } from '../../base/memo.js';
import { findSection } from './sections.js';

// A mark counts where it stands for the text: alone, at the start, or in brackets. "Remove the TODO comments" is no mark.
const mark = String.raw`(?:TODO|TBD|TBC|TBA|FIXME|XXX|\?\?\?)`;
interface PlaceholderForm {
  /** What a text must hold to be looked at more closely. */
  readonly sign: string;
  readonly pattern: (text: string) => RegExp;
}

const forms: readonly PlaceholderForm[] = [
  {
    sign: '',
    pattern: plainTwin(String.raw`${mark}(?<=^[ \t*_-]*${mark})(?![\p{L}\p{N}_-])(?=[ \t*_]*(?:[:：(.]|$))`, 'gmu'),
  },
  { sign: '', pattern: plainTwin(String.raw`[([]\s*${mark}(?::[^()\[\]\r\n]{0,200})?\s*[)\]]`, 'gu') },
  { sign: '', pattern: plainTwin(String.raw`\blorem ipsum\b`, 'giu') },
  // What specification tools ask people to decide.
  { sign: '[NEEDS', pattern: plainTwin(String.raw`\[NEEDS CLARIFICATION(?::[^[\]\r\n]{0,300})?\]`, 'gu') },
  // A text that says nothing else.
  {
    sign: 'o be ',
    pattern: plainTwin(
      String.raw`to be (?:determined|defined|decided|clarified|filled(?: in| out)?|written|added|completed)(?<=^[ \t*_([-]{0,20}to be [a-z ]{4,12})(?=[ \t*_.…)\]]{0,20}$)`,
      'giu',
    ),
  },
  {
    sign: '',
    pattern: plainTwin(
      String.raw`\((?:fill(?: me)? in|(?:describe|insert|your text) (?:here|this|me|it|text))\)|\[(?:fill(?: me)? in|(?:describe|insert|your text) (?:here|this|me|it|text))\](?![([])`,
      'giu',
    ),
  },
  // What the scaffold and common templates leave behind, in their own brackets.
  {
    sign: '',
    pattern: plainTwin(
      String.raw`\((?:Description of|Describe|Trace call chain|Explain|Insert|Replace|Fill in|Add)\s[^()\r\n]{2,120}\)|\[(?:Description of|Describe|Insert|Replace|Fill in|Your)\s[^[\]\r\n]{2,120}\](?![([])`,
      'gu',
    ),
  },
  // `{two words}`, and `<two words>` that is neither a tag nor the value of an option.
  { sign: '{', pattern: plainTwin(String.raw`\{[\p{L}][\p{L}\p{N}'’-]*(?:[ /][\p{L}\p{N}'’-]+){1,8}\}`, 'gu') },
  {
    sign: '<',
    pattern: plainTwin(
      String.raw`(?<![\p{L}\p{N}_]|--[\w-]{1,40}[ =])<[\p{L}][\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){1,8}>`,
      'gu',
    ),
  },
];

// What every placeholder above and below holds, to look closer only where it pays.
// W008 relies on it, too: the sentences of templates that it looks for pass.
const sieve =
  /TODO|TBD|TBC|TBA|FIXME|XXX|\?\?\?|[{<] ?[A-Za-z\u0080-\uFFFF]|[Ii]psum|IPSUM|NEEDS CL|[Tt]o be |[([](?:[Dd]esc|Trace|Expl|[Ii]ns|Repl|[Ff]ill|Add|[Yy]our)/;

/** Slots of a template are all of the text: `{title}`, `<feature>`, `{{name}}`, `{page} -> {store}`; in running text `{id}` is a part of a path or pattern. */
const wholeSlot = plainTwin(
  String.raw`^[\s*_]*(?:[\p{L}\p{N}-]+:\s*)?(\{[\p{L}][\p{L}\p{N} _-]{0,60}\}|\{\{ ?[\p{L}][\p{L}\p{N} _.-]{0,60}\}\}|<[\p{L}][\p{L}\p{N} _-]{0,60}>)(?:\s*(?:[-=]>|→)\s*(?:\{[\p{L}][\p{L}\p{N} _-]{0,60}\}|<[\p{L}][\p{L}\p{N} _-]{0,60}>)){0,20}[\s*_.]*$`,
  'u',
);

// Elements that people use in Markdown; anything else in angle brackets is a slot.
const htmlElements = new Set(
  'a abbr article aside audio b br button center cite code dd del details div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li main mark nav ol option p picture pre q s samp script section select small source span strong style sub summary sup svg table tbody td textarea tfoot th thead time tr u ul var video'.split(
    ' ',
  ),
);

/** Text that is where a decision is missing. */
export interface Placeholder {
  readonly span: Span;
  readonly text: string;
}

const elementName = plainTwin(String.raw`[\p{L}][\p{L}\p{N}]*`, 'u');

function isElement(slot: string): boolean {
  return slot.startsWith('<') && htmlElements.has(elementName(slot).exec(slot)?.[0].toLowerCase() ?? '');
}

function placeholdersOf({ text, span: { start } }: Prose): Placeholder[] {
  const found: Placeholder[] = [];
  const add = (index: number, value: string): void => {
    if (!isElement(value)) found.push({ span: span(start + index, start + index + value.length), text: value });
  };
  const slot = text.length > 200 || !/[{<]/.test(text) ? undefined : wholeSlot(text).exec(text)?.[1];
  if (slot !== undefined) add(text.indexOf(slot), slot);
  for (const { sign, pattern } of forms)
    if (text.includes(sign)) for (const match of text.matchAll(pattern(text))) add(match.index, match[0]);
  return found;
}

/** In order, and of those that overlap the one that begins first, or is longer. */
function inOrder(placeholders: readonly Placeholder[]): readonly Placeholder[] {
  let end = -1;
  return placeholders
    .toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
    .filter(({ span: place }) => {
      if (place.start < end) return false;
      end = place.end;
      return true;
    });
}

/** Running text, and the lines that Markdown takes for HTML though they are a slot: `<what is left out>`. */
function placesOf(document: ParsedDocument<'spec'>): Prose[] {
  const slots = everyBlock(document.blocks).flatMap((block) => {
    if (block.kind !== 'html' || block.comment || block.span.end - block.span.start > 200) return [];
    return [{ span: block.span, text: document.text.slice(block.span.start, block.span.end) }];
  });
  const prose = proseOf(document, document.blocks, sieve).filter(({ text }) => sieve.test(text));
  return [...prose, ...slots, ...partsOf(document)];
}

/** What follows an id or a keyword is a text of its own: `R1: TODO`, `**Given** TODO`. */
function partsOf({ model, text }: ParsedDocument<'spec'>): Prose[] {
  const named = [...model.requirements, ...model.criteria].map(({ name }) => name);
  const steps = model.criteria.flatMap((criterion) => criterion.steps.map((step) => step.text));
  return [...named, ...steps].flatMap(({ span: place }) => {
    const part = text.slice(place.start, place.end);
    return sieve.test(part) ? [{ span: place, text: withoutCode(part) }] : [];
  });
}

/** The values of fields that have rules of their own: W006, PW117, E008 and PW118. */
function judgedElsewhere({ model }: ParsedDocument<'spec'>): ReadonlySet<number> {
  const rows = ['Status', 'Priority', 'Release'].flatMap((field) => metadataRow(model.metadata, field) ?? []);
  const risk = model.dependencySurface?.rows.filter(({ key }) => key.value === 'Conflict risk') ?? [];
  return new Set([...rows, ...risk].map(({ value }) => value.span.start));
}

function isLeftToW008({ model }: ParsedDocument<'spec'>): (placeholder: Placeholder) => boolean {
  const sentences = sentenceSections.map((name) => ({
    sentence: templateSentences[name],
    section: findSection(model, name)?.span,
  }));
  return ({ span: { start, end }, text }) =>
    sentences.some(
      ({ sentence, section }) => text === sentence && section && start >= section.start && end <= section.end,
    );
}

/** Whether a spec may hold any placeholder, or a sentence of the template. */
export const mayHoldPlaceholders = memoFor(({ text }: ParsedDocument<'spec'>): boolean => sieve.test(text));

/** What is left of a template in a spec, or stands for something undecided; what other rules mention is left out. */
export const placeholdersIn = memoFor((document: ParsedDocument<'spec'>): readonly Placeholder[] => {
  if (!mayHoldPlaceholders(document)) return [];
  const skipped = judgedElsewhere(document);
  const leftToW008 = isLeftToW008(document);
  return inOrder(
    placesOf(document)
      .filter((prose) => !skipped.has(prose.span.start))
      .flatMap(placeholdersOf),
  ).filter((placeholder) => !leftToW008(placeholder));
});
