import type { SecurityCheck } from '../../documents/spec/spec.js';
import { count } from '../../base/count.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { askCommand } from '../support/commandRuns.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const securityScope: Condition = {
  name: 'security-scope',
  title: 'The security checks of the spec are answered, and the project’s security command passes',
  why: 'Each `SEC` row of the spec says whether the check applies and, if not, why. If the project declares `gates.commands.security`, it is run.',
  gates: ['check', 'done', 'release'],
  required: false,
  backtrack: 'spec',
  check: async (context) => {
    const { item } = context;
    const checks = item.spec?.model.securityChecks ?? [];
    const problems = checks.length === 0 ? [unasked(item)] : checks.flatMap((check) => open(item, check));
    const asked = context.configuration.gates.commands.has('security')
      ? await askCommand(context, 'security')
      : undefined;
    if (asked?.kind === 'unknown' && problems.length === 0) return asked.outcome;
    const run = asked?.kind === 'ran' ? asked : undefined;
    return outcomeOf(
      [...problems, ...(run?.problems ?? [])],
      {
        pass: `${count(checks.length, 'security check')} answered${run ? ', and the security command passes' : ''}`,
        fail: problems.length > 0 ? 'security checks are not answered' : 'the security command does not pass',
        next:
          problems.length > 0
            ? 'In the Security Scope, say for each check whether it applies and, if not, why'
            : 'Fix what the security command reports, and run the gate again',
      },
      [lookedAt(context, `the Security Scope of ${item.id}`), ...(run ? [run.run.evidence] : [])],
    );
  },
};

function unasked({ id, spec }: ItemTrace): Problem {
  return {
    message: `The spec of ${id} lists no security checks, so nobody can tell which were considered`,
    ...(spec ? { place: { path: spec.path } } : {}),
  };
}

const yes = /^(?:yes|y|applies|applicable|✓|✅|x|\[x\])\b|^[✓✅]/iu;
const no = /^(?:no|n|none|n\/?a|not applicable|does not apply|-|–|—|❌|✗)(?![\p{L}\p{N}])/iu;
/** What is where a word is missing. */
const placeholder = /^[\s*_`([]*(?:TODO|TBD|TBC|FIXME|XXX|\?+|-+|–|—|\.{3}|…)?[\s*_`)\]]*$/iu;

function open({ spec }: ItemTrace, { id, applicable, reason, span }: SecurityCheck): readonly Problem[] {
  const answer = plain(applicable?.value);
  const place = spec ? { place: placeOf(spec, span) } : {};
  if (no.test(answer) && answer !== '')
    return placeholder.test(reason?.value ?? '')
      ? [{ message: `${id.value} does not apply, and nothing says why`, ...place }]
      : [];
  if (yes.test(answer)) return [];
  return placeholder.test(answer)
    ? [{ message: `Nothing says whether ${id.value} applies`, ...place }]
    : // An answer in the reviewer's own words counts.
      [];
}

function plain(text = ''): string {
  return text.replace(/[*_`]/gu, '').trim();
}
