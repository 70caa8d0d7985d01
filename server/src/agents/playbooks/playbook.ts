import { factTypes, type FactName, givingWay, longestList, mostRows, type PlaybookFacts } from './facts.js';
import { fenced, quoted, row, type Row, word } from './row.js';

/** The tokens that a prompt should not exceed. */
export const tokenBudget = 12_000;

/** The rows that a shortened list keeps. */
const fewRows = 2;

/** Roughly how many tokens a text has: about four characters each in English and code. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** A playbook, read: its text in pieces. */
export interface Playbook {
  readonly pieces: readonly Piece[];
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fact'; readonly name: FactName }
  /** Left out where the fact is not there, or is an empty list. */
  | { readonly kind: 'section'; readonly name: FactName; readonly pieces: readonly Piece[] };

/** What is wrong with a playbook's text: our own mistake, which a test finds. */
export class PlaybookError extends Error {
  override readonly name = 'PlaybookError';
}

const mark = /\{\{([^{}]*)\}\}/gu;

/**
 * Reads the text of a playbook. Its language: `{{fact}}` is what the fact says, a list on lines of its own; what is between the
 * lines `{{#fact}}` and `{{/fact}}` is there only where the fact is. Sections are not nested.
 *
 * @throws PlaybookError for a fact that there is none of, and for a section that is not closed.
 */
export function readPlaybook(text: string): Playbook {
  const pieces: Piece[] = [];
  let open: { readonly name: FactName; readonly pieces: Piece[] } | undefined;
  for (const line of text.trimEnd().split('\n')) {
    const [, begin] = /^\{\{#(.*)\}\}$/u.exec(line) ?? [];
    const [, end] = /^\{\{\/(.*)\}\}$/u.exec(line) ?? [];
    if (begin !== undefined) {
      if (open) throw new PlaybookError(`{{#${begin}}} is inside {{#${open.name}}}`);
      open = { name: factNamed(begin), pieces: [] };
      pieces.push({ kind: 'section', ...open });
    } else if (end !== undefined) {
      if (open?.name !== end) throw new PlaybookError(`{{/${end}}} closes what is not open`);
      open = undefined;
    } else (open?.pieces ?? pieces).push(...piecesOf(`${line}\n`));
  }
  if (open) throw new PlaybookError(`{{#${open.name}}} is not closed`);
  return { pieces };
}

function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: whole, 1: name = '', index } of line.matchAll(mark)) {
    pieces.push({ kind: 'text', text: line.slice(at, index) }, { kind: 'fact', name: factNamed(name) });
    at = index + whole.length;
  }
  const rest = line.slice(at);
  if (rest.includes('{{')) throw new PlaybookError(`"${rest.trim()}" holds braces that are no fact`);
  return [...pieces, { kind: 'text', text: rest }];
}

function factNamed(name: string): FactName {
  if (isFactName(name)) return name;
  throw new PlaybookError(`there is no fact "${name}"`);
}

function isFactName(name: string): name is FactName {
  return Object.hasOwn(factTypes, name);
}

/** The facts a playbook names. */
export function factsNamed({ pieces }: Playbook): ReadonlySet<FactName> {
  return new Set(
    pieces.flatMap((piece) => {
      switch (piece.kind) {
        case 'text':
          return [];
        case 'fact':
          return [piece.name];
        case 'section':
          return [piece.name, ...factsNamed(piece)];
      }
    }),
  );
}

/**
 * The text for an agent. Facts are data: braces, backticks and line breaks in them have no effect. Above `tokenBudget` the least
 * important lists are cut to a few rows.
 */
export function renderPlaybook(playbook: Playbook, facts: PlaybookFacts): string {
  let kept = facts;
  let text = rendered(playbook, kept);
  for (const name of givingWay) {
    if (countTokens(text) <= tokenBudget) break;
    kept = withFewer(kept, name);
    text = rendered(playbook, kept);
  }
  return text;
}

function withFewer(facts: PlaybookFacts, name: FactName): PlaybookFacts {
  const rows = facts[name];
  if (typeof rows !== 'object' || rows.length <= fewRows) return facts;
  return { ...facts, [name]: [...rows.slice(0, fewRows), row`and ${rows.length - fewRows} more`] };
}

function rendered(playbook: Playbook, facts: PlaybookFacts): string {
  return textOf(playbook.pieces, facts)
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
    .concat('\n');
}

function textOf(pieces: readonly Piece[], facts: PlaybookFacts): string {
  return pieces
    .map((piece) => {
      switch (piece.kind) {
        case 'text':
          return piece.text;
        case 'fact':
          return valueOf(piece.name, facts);
        case 'section':
          return isThere(facts[piece.name]) ? textOf(piece.pieces, facts) : '';
      }
    })
    .join('');
}

function isThere(value: PlaybookFacts[FactName]): boolean {
  return value !== undefined && value.length > 0;
}

function valueOf(name: FactName, facts: PlaybookFacts): string {
  const value = facts[name];
  if (value === undefined) return '(none)';
  if (typeof value !== 'string') return listOf(value, mostRows(name), longestList(name));
  switch (factTypes[name]) {
    case 'whole':
      return fenced(value);
    case 'text':
      return quoted(value);
    case 'own':
      return value;
    default:
      return word(value);
  }
}

function listOf(rows: readonly Row[], most: number, longest: number): string {
  if (rows.length === 0) return '- none';
  const lines: string[] = [];
  let length = 0;
  for (const { line } of rows.slice(0, most)) {
    length += line.length;
    if (length > longest) break;
    lines.push(`- ${line}`);
  }
  const more = rows.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
