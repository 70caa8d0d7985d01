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
  title: 'The spec and its scenarios are as agreed',
  why: 'The gate `act-in` freezes the spec and the scenarios of its test case, so that work is measured against what was agreed, not against what turned out to be easy. A person approves an intended change in the editor. Added scenarios, outcomes and example rows ask for more and need no approval. A spec that was never frozen is compared with the one at the start of the work. On a shared branch, earlier commits that name no item are not checked, and the condition says so (in the profile `strict` the result is unknown).',
  gates: ['act-in', 'act-out', 'check', 'done'],
  required: true,
  backtrack: 'spec',
  check: async (context) => {
    const { item, log, gate, configuration } = context;
    const { spec } = item;
    if (!spec)
      return {
        state: 'unknown',
        summary: `${item.id} has no spec to compare with what was agreed`,
        next: `Write ${configuration.paths.specs}/${item.id}.md, and run the gate act-in`,
      };
    const agreed = frozenSpecs(log).get(item.id);
    if (!agreed)
      return gate === 'act-in'
        ? {
            state: 'pass',
            summary: 'nothing is agreed yet; the spec is frozen when it passes this gate',
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
        : `the spec or a scenario differs from what was agreed on ${day}, which the configuration, the baseline or an earlier \`done\` allows`,
      evidence,
    };
    return answer.kind === 'answer' ? withUnseen(passes, unseenBefore(context, answer.value, frozenAt)) : passes;
  },
};

/** What the work began with counts as agreed, where nothing else was. */
function compareWithBase(context: GateContext, spec: ParsedDocument<'spec'>): Promise<Outcome> {
  const { item, log } = context;
  return judgeWork(context, (work) => {
    const evidence = [lookedAt(context, `${spec.path}, and the same at the commit where the work started`, work)];
    const hash = frozenHash(spec);
    const change = work.changes.find(({ path }) => path === spec.path);
    const unseen = unseenBefore(context, work, undefined);
    if (!change || (change.before !== undefined && frozenHashOf(change.before) === hash))
      return withUnseen({ state: 'pass', summary: 'the spec is unchanged since the work started', evidence }, unseen);
    const word = log.words.find(({ about, item: of, what }) => about === 'refreeze' && of === item.id && what === hash);
    if (word)
      return withUnseen({ state: 'pass', summary: `the spec is as ${word.person} agreed to it`, evidence }, unseen);
    if (change.before === undefined)
      return {
        state: 'unknown',
        summary: 'what was agreed is unknown: the spec was never frozen, and the work started without it',
        evidence,
        next: `Run \`pactwright gate act-in ${item.id}\`, which freezes the spec`,
      };
    const message = `The spec of ${item.id} changed since the work started and was never frozen, so it is unknown what was agreed`;
    return changed([{ message, place: placeOf(spec, titlePlace(spec)), refreeze: hash }], evidence);
  });
}

/** What passes says what was not looked at, where the spec was not agreed before the work. */
function withUnseen(outcome: Outcome, first: WorkCommit | undefined): Outcome {
  if (!first) return outcome;
  const before = `commits before ${shortHash(first)} that name no item`;
  return {
    ...outcome,
    summary: `${outcome.summary}; the work started before the agreement, on a shared branch, so this does not cover ${before}`,
    doubt: `Have a person review ${before} and override this. Next time, run the gate act-in before the work starts`,
  };
}

function changed(problems: readonly Problem[], evidence: readonly Evidence[]): Outcome {
  return {
    state: 'fail',
    summary: 'the spec or its scenarios are not as agreed',
    problems,
    evidence,
    next: 'Revert the change, or have a person approve the new text in the editor',
  };
}
