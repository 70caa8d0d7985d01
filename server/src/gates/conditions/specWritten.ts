import { count } from '../../base/count.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Span } from '../../markdown/span.js';
import { placeholderText } from '../../rules/spec/PW113-placeholder-text.js';
import { placeholdersIn } from '../../rules/support/placeholders.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';

export const specWritten: Condition = {
  name: 'spec-written',
  title: 'Requirements and criteria are written',
  why: 'Nobody can agree to a requirement or a criterion that is still the template, and an agent would fill it in as it sees fit. One blocks if its title or all its steps are a placeholder that PW113 reports. A placeholder in a sentence does not block, nor does one that a comment or the baseline allows.',
  gates: ['plan', 'act-in'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { item, findings } = context;
    const { spec } = item;
    const isReported =
      spec !== undefined && findings.some(({ code, path }) => code === placeholderText.code && path === spec.path);
    const unwritten = isReported ? unwrittenIn(spec) : [];
    return outcomeOf(
      unwritten,
      {
        pass: spec ? 'no requirement or criterion is a placeholder' : 'there is no spec',
        fail: `${count(unwritten.length, 'requirement or criterion', 'requirements and criteria')} not written yet`,
        next: 'Write what must be true and how to see it, then run the gate again',
      },
      [lookedAt(context, `the requirements and criteria of ${item.id}`)],
    );
  },
};

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
