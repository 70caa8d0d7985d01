import type { ParsedDocument } from '../../documents/document.js';
import { specChangedAfterFreeze } from '../../rules/drift/PW640-spec-changed-after-freeze.js';
import { agreementNow } from '../../rules/drift/agreedScenarios.js';
import { dayOf, shortHash } from '../../rules/drift/history.js';
import { titlePlace } from '../../rules/support/place.js';
import { frozenHash, frozenHashOf } from '../../workspace/recordedItems.js';
import type { WorkCommit } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import { frozenSpecs } from '../evidence/frozen.js';
import type { Evidence, Outcome, Problem } from '../gate.js';
import { unseenBefore } from '../support/beginning.js';
import { judgeWork, lookedAt } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const specFrozen: Condition = {
  name: 'spec-frozen',
  title: 'The spec and its scenarios are as they were agreed',
  why: 'The gate `act-in` freezes the spec and the scenarios of its test case: work is measured by what was agreed, not by what turned out to be easy. A change that is wanted is agreed again by a person, in the editor; a scenario, an outcome or a row of examples that is added asks for more and needs nobody. A spec that never was frozen is compared with the one that the work began with; where that is on a branch that items share, commits without a name from before it are not looked at, and the condition says so (in the profile `strict` it is not known).',
  gates: ['act-in', 'act-out', 'check', 'done'],
  required: true,
  backtrack: 'spec',
  check: async (context) => {
    const { item, log, gate, configuration } = context;
    const { spec } = item;
    if (!spec)
      return {
        state: 'unknown',
        summary: `${item.id} has no spec that could be compared with what was agreed`,
        next: `Write ${configuration.paths.specs}/${item.id}.md, and ask the gate act-in`,
      };
    const agreed = frozenSpecs(log).get(item.id);
    if (!agreed)
      return gate === 'act-in'
        ? {
            state: 'pass',
            summary: 'nothing was agreed yet; the spec is frozen as it is once this gate lets it pass',
            evidence: [lookedAt(context, spec.path)],
          }
        : compareWithBase(context, spec);
    const day = dayOf(agreed.at);
    const evidence = [lookedAt(context, `${spec.path}, and its hash of ${day} in the record`)];
    const refreeze = agreementNow(spec, item.testCases, agreed);
    const problems = context.findings
      .filter(({ code, item: of }) => code === specChangedAfterFreeze.code && of === item.id)
      .map(({ message, path, range, id }) => ({
        message: message.replace(/[.\s]+$/u, ''),
        place: { path, range },
        refreeze,
        finding: id,
      }));
    if (problems.length > 0) return changed(problems, evidence);
    const isSame = refreeze === agreed.hash;
    const scenarios = agreed.scenarios?.length ?? 0;
    const answer = await context.work();
    const frozenAt = log.records.findLast(({ entry }) => entry.kind === 'frozen' && entry.item === item.id)?.at;
    const passes: Outcome = {
      state: 'pass',
      summary: isSame
        ? `the spec is as it was agreed on ${day}${scenarios === 0 ? '' : `, and so ${scenarios === 1 ? 'is its scenario' : 'are its scenarios'}`}`
        : `the spec, or a scenario, is not as it was agreed on ${day}, which configuration, baseline or an earlier \`done\` lets pass`,
      evidence,
    };
    return answer.kind === 'answer' ? withUnseen(passes, unseenBefore(context, answer.value, frozenAt)) : passes;
  },
};

/** What the work began with counts as agreed, where nothing else was. */
function compareWithBase(context: GateContext, spec: ParsedDocument<'spec'>): Promise<Outcome> {
  const { item, log } = context;
  return judgeWork(context, (work) => {
    const evidence = [lookedAt(context, `${spec.path}, and the same at the commit the work began at`, work)];
    const hash = frozenHash(spec);
    const change = work.changes.find(({ path }) => path === spec.path);
    const unseen = unseenBefore(context, work, undefined);
    if (!change || (change.before !== undefined && frozenHashOf(change.before) === hash))
      return withUnseen({ state: 'pass', summary: 'the spec is as it was where the work began', evidence }, unseen);
    const word = log.words.find(({ about, item: of, what }) => about === 'refreeze' && of === item.id && what === hash);
    if (word)
      return withUnseen({ state: 'pass', summary: `the spec is as ${word.person} agreed to it`, evidence }, unseen);
    if (change.before === undefined)
      return {
        state: 'unknown',
        summary: 'what was agreed is not known: the spec was never frozen, and the work began without it',
        evidence,
        next: `Run \`pactwright gate act-in ${item.id}\`, which freezes the spec`,
      };
    const message = `The spec of ${item.id} is not the one the work began with, and nobody froze it since, so it is not known what was agreed`;
    return changed([{ message, place: placeOf(spec, titlePlace(spec)), refreeze: hash }], evidence);
  });
}

/** What passes says what was not looked at, where the spec was not agreed before the work. */
function withUnseen(outcome: Outcome, first: WorkCommit | undefined): Outcome {
  if (!first) return outcome;
  const before = `what was committed before ${shortHash(first)} without a name`;
  return {
    ...outcome,
    summary: `${outcome.summary}; work came before the agreement, on a branch that items share, so ${before} was not looked at`,
    doubt: `Have a person look at ${before}, and override this; ask the gate act-in before work begins the next time`,
  };
}

function changed(problems: readonly Problem[], evidence: readonly Evidence[]): Outcome {
  return {
    state: 'fail',
    summary: 'the spec or its scenarios are not what was agreed',
    problems,
    evidence,
    next: 'Take the change back, or have a person approve the new text in the editor',
  };
}
