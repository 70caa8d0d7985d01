import type { ParsedDocument } from '../../documents/document.js';
import type { Heading } from '../../markdown/blocks.js';
import { span } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';
import type { Numbered } from '../support/numbered.js';
import { unlessDone } from '../support/unlessDone.js';
import { type UnreadLabel, unreadLabels } from '../support/unreadLabels.js';
import { specCheck } from '../support/specCheck.js';

interface Entry extends Numbered {
  readonly heading: Heading;
  readonly name: { readonly span: { readonly start: number } };
}

/** What PactKit takes for the heading of a requirement or criterion: one space, the id, then a colon or blank. */
const pactkitForms = { requirement: /^### R\d+[:\s]/u, criterion: /^### (?:AC\d+|Scenario \d+)[:\s]/iu };

/** Headings that are read here, but not by PactKit. */
function* readHereOnly(document: ParsedDocument<'spec'>, subject: keyof typeof pactkitForms): Generator<Report> {
  const entries: readonly Entry[] = subject === 'requirement' ? document.model.requirements : document.model.criteria;
  for (const entry of entries) {
    const { heading, id, idSpan, name } = entry;
    if (heading.style !== 'atx' || heading.level !== 3) continue;
    if (isUsual(document.text, entry)) continue;
    const line = document.text.slice(heading.span.start, Math.min(name.span.start, heading.span.end));
    // Where a heading ends with its number, the line break behind it does for the space.
    if (pactkitForms[subject].test(`${line}\n`)) continue;
    yield {
      span: idSpan,
      anchor: `form of ${id}`,
      severity: 'info',
      message: `PactKit does not read \`${line.trim()}\` as a ${subject}: it expects exactly \`### ${id}:\`. Write it that way.`,
      fix: {
        title: `Write \`### ${id}:\``,
        safe: true,
        edits: [
          {
            span: span(heading.markerSpan.end, Math.max(idSpan.end, name.span.start)),
            newText: name.span.start < heading.textSpan.end ? ` ${id}: ` : ` ${id}:`,
          },
        ],
      },
    };
  }
}

/** Whether a heading is written as `### R1: `, as nearly all are. */
function isUsual(text: string, { heading: { span }, id, idSpan }: Entry): boolean {
  return (
    idSpan.start === span.start + 4 &&
    text.startsWith('### ', span.start) &&
    text.startsWith(id, idSpan.start) &&
    text.startsWith(': ', idSpan.start + id.length)
  );
}

/** Gives out ids behind all that there are. */
function idsBehind(ids: Iterable<string>): (letters: 'R' | 'AC') => string {
  const highest = { R: 0, AC: 0 };
  for (const id of ids) {
    const [, letters, digits] = /^(R|AC)(\d+)$/u.exec(id) ?? [];
    if (letters === 'R' || letters === 'AC') highest[letters] = Math.max(highest[letters], Number(digits));
  }
  return (letters) => `${letters}${++highest[letters]}`;
}

/** Gives labels without a number the next free one, in order. */
function* unreadHeadings(document: ParsedDocument<'spec'>, labels: readonly UnreadLabel[]): Generator<Report> {
  const { criteria, requirements } = document.model;
  const taken = new Set([...criteria, ...requirements].map(({ id }) => id));
  // What another label already names is not free, either.
  const nextFree = idsBehind([...taken, ...labels.map(({ label }) => label)]);
  let nextScenario = 1 + criteria.reduce((most, { number }) => Math.max(most, number), 0);
  for (const { subject, label, number, span: place, prefix } of labels) {
    const id = number === undefined ? `Scenario ${nextScenario++}` : label;
    const free = !taken.has(id);
    const wanted = free ? id : nextFree(subject === 'requirement' ? 'R' : 'AC');
    taken.add(wanted);
    yield {
      span: place,
      anchor: `form of ${document.text.slice(place.start, place.end)}`,
      severity: unlessDone(document.model, 'warning'),
      message: `This heading is not recognized as a ${subject}, which counts as missing. Write \`### ${wanted}: …\`${free ? '' : `, as ${id} is taken`}.`,
      ...(free && prefix
        ? {
            fix: {
              title: `Write \`${id}:\``,
              safe: number !== undefined,
              edits: [{ span: prefix, newText: `${id}: ` }],
            },
          }
        : {}),
    };
  }
}

export const requirementHeadingForm = defineRule({
  code: 'PW122',
  name: 'requirement-heading-form',
  summary: 'A requirement or criterion is not in a recognized form',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Requirements are found as headings `### R1: name`, criteria as `### AC1: name` or `### Scenario 1: name`. In another form they look the same to people but do not exist for tools, so nothing asks for a test.',
  fix: 'Make each a level-3 heading that starts with `R1:` or `AC1:`. If only the form of a heading is wrong, the quick fix corrects it. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit only reports that a section has no requirements (E004) or criteria (E006), and nothing if at least one is in the right form. It does not recognize `### R1.`, `### r1:` and two spaces after the hashes, which are recognized here and reported as information.',
  suspects: (document) =>
    document.model.requirements.some((entry) => !isUsual(document.text, entry)) ||
    document.model.criteria.some((entry) => !isUsual(document.text, entry)) ||
    unreadLabels(document).length > 0,
  check: specCheck('info', function* (document) {
    yield* readHereOnly(document, 'requirement');
    yield* readHereOnly(document, 'criterion');
    const labels = unreadLabels(document);
    if (labels.length === 0) return;
    yield* unreadHeadings(
      document,
      labels.filter(({ form }) => form === 'heading'),
    );
    for (const subject of ['requirement', 'criterion'] as const) {
      const items = labels.filter((label) => label.form === 'item' && label.subject === subject);
      const [first] = items;
      if (!first) continue;
      const last = items.at(-1) ?? first;
      yield {
        span: first.span,
        anchor: `${subject} list`,
        severity: unlessDone(document.model, 'warning'),
        message: `${items.length === 1 ? `${first.label} is a list item` : `${first.label} to ${last.label} are list items`}, but only headings are recognized as ${subject === 'requirement' ? 'requirements' : 'criteria'}. Write \`### ${first.label}: name${subject === 'requirement' ? ' (MUST)' : ''}\` with the text below it.`,
      };
    }
  }),
});
