import type { ParsedDocument } from '../documents/document.js';
import type { Criterion, Requirement } from '../documents/spec/spec.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { wordAround } from './completionItems.js';
import { describeCriterion, describeRequirement } from './specParts.js';

/**
 * The ids of the requirements and criteria of the spec at hand: in the parentheses of a heading, in a tag, and where the
 * beginning of one is written (`AC`, `R1`).
 */
export function offerCitations({ document, project, place, ...context }: CompletionRequest): Offer | undefined {
  const spec =
    document.kind === 'spec'
      ? document
      : document.kind === 'testCase' && document.item !== undefined
        ? project.spec(document.item)
        : undefined;
  if (!spec) return undefined;
  const request = { ...context, document, project, place };
  const { before } = place;
  const tag = /(?:^|\s)@([\w-]*)$/u.exec(before)?.[1];
  if (document.kind === 'testCase' && tag !== undefined)
    return { span: wordAround(request, tag), candidates: [...criteria(spec), ...requirements(spec)] };
  const typed = /[A-Za-z]*\d*$/u.exec(before)?.[0] ?? '';
  if (/[\w-]/u.test(before.charAt(before.length - typed.length - 1))) return undefined;
  if (isInHeadingParentheses(before)) {
    const ids = document.kind === 'spec' ? requirements(spec) : [...criteria(spec), ...requirements(spec)];
    // In the heading of a requirement is its level.
    return /^###\s+R\d/iu.test(before) && document.kind === 'spec'
      ? undefined
      : { span: wordAround(request, typed), candidates: ids };
  }
  if (!/^(?:AC|AC\d+|R\d+)$/u.test(typed) || before.trimStart().startsWith('#')) return undefined;
  return { span: wordAround(request, typed), candidates: [...criteria(spec), ...requirements(spec)] };
}

function isInHeadingParentheses(before: string): boolean {
  return /^(?:#{2,6}\s|\s*Scenario(?:\s+(?:Outline|Template))?:)[^\n]*\([^()]*$/u.test(before);
}

/** Those that no criterion cites come first: they wait for one. */
function requirements(spec: ParsedDocument<'spec'>): readonly Candidate[] {
  const { model } = spec;
  const cited = new Set(model.criteria.flatMap(({ cites }) => cites.map(({ value }) => value)));
  return [...unique(model.requirements)]
    .sort((a, b) => Number(cited.has(a.id)) - Number(cited.has(b.id)))
    .map((requirement) => ({
      label: requirement.id,
      kind: 'requirement',
      detail: requirement.name.value,
      documentation: () => describeRequirement(spec, requirement),
    }));
}

function criteria(spec: ParsedDocument<'spec'>): readonly Candidate[] {
  return unique(spec.model.criteria).flatMap((criterion): Candidate[] =>
    criterion.id.startsWith('AC')
      ? [
          {
            label: criterion.id,
            kind: 'criterion',
            detail: criterion.name.value,
            documentation: () => describeCriterion(criterion),
          },
        ]
      : [],
  );
}

function unique<T extends Requirement | Criterion>(parts: readonly T[]): readonly T[] {
  return [...new Map(parts.map((part) => [part.id, part])).values()];
}
