import { registeredKinds } from '../documents/registry.js';
import { allRules } from '../rules/registry.js';
import type { Rule } from '../rules/rule.js';
import { ruleProse } from '../rules/ruleProse.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { escapeMarkdown } from './markdownText.js';

const directives: readonly Candidate[] = [
  { label: 'pactwright-disable-next-line', kind: 'keyword', detail: 'hides findings on the next line' },
  { label: 'pactwright-disable', kind: 'keyword', detail: 'hides findings from here on' },
  { label: 'pactwright-enable', kind: 'keyword', detail: 'ends a disable' },
];

const beginning = { markdown: /<!--\s*(pactwright[a-z-]*)$/u, hash: /^\s*#\s*(pactwright[a-z-]*)$/u };
const codes = {
  markdown: /<!--\s*pactwright-(?:disable-next-line|disable|enable)\s+((?:[^\s,]+[\s,]+)*)([^\s,]*)$/u,
  hash: /^\s*#\s*pactwright-(?:disable-next-line|disable|enable)\s+((?:[^\s,]+[\s,]+)*)([^\s,]*)$/u,
};

/** In a suppression comment: its directive, and the codes of the rules about this kind of document with their names. */
export function offerRuleCodes({ document, place }: CompletionRequest): Offer | undefined {
  const syntax = registeredKinds.syntaxOf(document) === 'markdown' ? 'markdown' : 'hash';
  const { before, offset } = place;
  if (!before.includes('pactwright')) return undefined;
  const directive = beginning[syntax].exec(before)?.[1];
  if (directive !== undefined)
    return { span: { start: offset - directive.length, end: offset }, candidates: directives };
  const [, named, typed] = codes[syntax].exec(before) ?? [];
  // Behind ` -- ` is the reason.
  if (named === undefined || typed === undefined || /(?:^|\s)--\s/u.test(named)) return undefined;
  const taken = new Set(named.split(/[\s,]+/u));
  return {
    span: { start: offset - typed.length, end: offset + (/^[\w-]*/u.exec(place.after)?.[0].length ?? 0) },
    candidates: allRules
      .filter(({ code, name, documents }) => documents.includes(document.kind) && !taken.has(code) && !taken.has(name))
      .map((rule) => ({
        label: rule.code,
        kind: 'rule',
        detail: rule.name,
        filterText: `${rule.code} ${rule.name}`,
        documentation: () => describeRule(rule),
      })),
  };
}

/** What a rule finds and why that matters, as Markdown. Its texts are ours and are Markdown themselves. */
export function describeRule({ code, name, summary }: Rule): string {
  const why = ruleProse[code]?.why ?? '';
  return `**${code}** ${escapeMarkdown(name)}\n\n${summary}.\n\n${why.trim()}`;
}
