import { count } from '../../base/count.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Span } from '../../markdown/span.js';
import type { Finding } from '../../rules/finding.js';
import { placeholderText } from '../../rules/spec/PW113-placeholder-text.js';
import { placeholdersIn } from '../../rules/support/placeholders.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';
import { unfinishedPlan } from '../support/unfinishedPlan.js';

export const specWritten: Condition = {
  name: 'spec-written',
  title: 'The spec is written',
  why: 'Nobody can agree to a requirement or a criterion that is still the template, and an agent would fill it in as it sees fit. Before work starts, one blocks if its title or all its steps are a placeholder that PW113 reports. A plan is complete only if nothing at all is left of the template, and the rules report neither errors nor warnings in the documents of the item. What a comment or the baseline allows never blocks.',
  gates: ['plan', 'act-in'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { gate, item, findings } = context;
    const left = gate === 'plan' ? unfinishedPlan(findings, item).map(problemOf) : unwritten(item.spec, findings);
    return outcomeOf(
      left,
      {
        pass: item.spec ? 'nothing is left of the template' : 'there is no spec',
        fail:
          gate === 'plan'
            ? `${count(left.length, 'place')} to finish`
            : `${count(left.length, 'part')} not written yet`,
        next: 'Write what must be true and how to see it, then run the gate again',
      },
      [lookedAt(context, `the spec and the test cases of ${item.id}`)],
    );
  },
};

function problemOf({ id, code, message, path, range }: Finding): Problem {
  return { message: `${code}: ${message.replace(/[.\s]+$/u, '')}`, place: { path, range }, finding: id };
}

function unwritten(spec: ItemTrace['spec'], findings: readonly Finding[]): readonly Problem[] {
  const isReported = findings.some(({ code, path }) => code === placeholderText.code && path === spec?.path);
  return spec && isReported ? unwrittenIn(spec) : [];
}

function unwrittenIn(spec: ParsedDocument<'spec'>): readonly Problem[] {
  const places = placeholdersIn(spec).map(({ span }) => span);
  const isPlaceholder = ({ value, span }: { readonly value: string; readonly span: Span }): boolean =>
    value.trim() !== '' && places.some((place) => place.start <= span.start && place.end >= span.end);
  const problem = (id: string, name: { readonly span: Span }): Problem => ({
    message: `${id} still says what the template says`,
    place: { path: spec.path, range: spec.lines.rangeOf(name.span) },
  });
  const { requirements, criteria } = spec.model;
  return [
    ...requirements.filter(({ name }) => isPlaceholder(name)),
    ...criteria.filter(
      ({ name, steps }) => isPlaceholder(name) || (steps.length > 0 && steps.every(({ text }) => isPlaceholder(text))),
    ),
  ].map(({ id, name }) => problem(id, name));
}
