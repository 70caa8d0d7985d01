import type { ParsedDocument } from '../../documents/document.js';
import { type Span, span } from '../../markdown/span.js';
import type { Project } from '../../workspace/project.js';
import { defineRule } from '../rule.js';
import { agreedParts } from './whatWasAgreed.js';

export const quoteDiffers = defineRule({
  code: 'PW644',
  name: 'quote-differs',
  summary: 'A quoted block differs from the document that it names as its source',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec', 'testCase'],
  why: 'People and agents work by the quote, and the source has moved on, or never said so.',
  fix: 'Quote the source as it is, or remove the line that names it. Reported for block quotes whose last line names an item, a part of one, or the path of a spec or test case: `> — STORY-001/R1`. White space, emphasis and quotation marks do not count; `…` leaves something out. A quote whose source does not exist is reported by other rules.',
  pactkit: 'PactKit does not check this.',
  suspects: ({ text, blocks }) =>
    blocks.some(({ kind, span }) => kind === 'blockQuote' && mayName.test(text.slice(span.start, span.end))),
  *check(document, context) {
    for (const block of document.blocks.filter(({ kind }) => kind === 'blockQuote')) {
      const quote = readQuote(document.text, block.span);
      const source = quote && sourceOf(quote.source, document.path, context.project);
      if (!quote || !source) continue;
      const text = plain(source.text);
      const isThere = quote.text.split(/\[?(?:…|\.\.\.)\]?/u).every((part) => text.includes(plain(part)));
      if (isThere) continue;
      yield {
        span: quote.place,
        anchor: quote.source,
        message: `This quote differs from ${quote.source}, so readers see a text that the source does not have. Quote the source as it is.`,
        related: [{ document: source.document, span: source.place, message: 'What the source says' }],
      };
    }
  },
});

interface Quote {
  readonly text: string;
  readonly source: string;
  /** The line that names the source. */
  readonly place: Span;
}

const mayName = />\s*(?:—|–|--|Source:)/;
const attribution = /^\s*>\s*(?:—|–|--|Source:)\s*`?((?:[A-Z]+-[\w-]*\d+(?:\/(?:R|AC|TC-)\d+)?)|[\w./-]+\.md)`?\s*$/u;

function readQuote(text: string, { start, end }: Span): Quote | undefined {
  const whole = text.slice(start, end);
  const at = whole.lastIndexOf('\n');
  const source = attribution.exec(whole.slice(at + 1))?.[1];
  if (at < 0 || source === undefined) return undefined;
  const quoted = whole.slice(0, at).replace(/^\s*>\s?/gmu, '');
  const offset = start + at + 1 + whole.slice(at + 1).indexOf(source);
  return { text: quoted, source, place: span(offset, offset + source.length) };
}

interface Source {
  readonly document: ParsedDocument<'spec'> | ParsedDocument<'testCase'>;
  readonly text: string;
  readonly place: Span;
}

function sourceOf(named: string, own: string, project: Project): Source | undefined {
  const [id = '', part] = named.split('/');
  if (named.endsWith('.md')) {
    const document = [...project.ofKind('spec'), ...project.ofKind('testCase')].find(
      ({ path }) => path === named && path !== own,
    );
    return document && { document, text: document.text, place: span(0, 0) };
  }
  const spec = project.spec(id);
  const all: readonly (ParsedDocument<'spec'> | ParsedDocument<'testCase'>)[] = [
    ...(spec ? [spec] : []),
    ...project.ofKind('testCase').filter(({ path }) => path.includes(`/${id}_case.`)),
  ];
  for (const document of all) {
    if (part === undefined) return { document, text: document.text, place: span(0, 0) };
    const found = agreedParts(document).find((one) => one.id === part);
    if (found) return { document, text: found.text, place: found.place };
  }
  return undefined;
}

/** Words alone: without marks of emphasis, code and quotation, and with single spaces. */
function plain(text: string): string {
  return text
    .replace(/[*_`"“”„‘’']/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
