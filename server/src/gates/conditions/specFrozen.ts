import type { ParsedDocument } from '../../documents/document.js';
import { specChangedAfterFreeze } from '../../rules/drift/PW640-spec-changed-after-freeze.js';
import { dayOf } from '../../rules/drift/history.js';
import { titlePlace } from '../../rules/support/place.js';
import { frozenHash, frozenHashOf } from '../../workspace/recordedItems.js';
import type { Condition, GateContext } from '../condition.js';
import { frozenSpecs } from '../evidence/frozen.js';
import type { Evidence, Outcome } from '../gate.js';
import { judgeWork, lookedAt } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const specFrozen: Condition = {
  name: 'spec-frozen',
  title: 'The spec is as it was agreed',
  why: 'The gate `act-in` freezes the spec: work is measured by what was agreed, not by what turned out to be easy. A change that is wanted is agreed again by a person, in the editor. A spec that never was frozen is compared with the one that the work began with.',
  gates: ['act-in', 'act-out', 'check', 'done'],
  required: true,
  backtrack: 'spec',
  check: (context) => {
    const { item, log, gate } = context;
    const { spec } = item;
    if (!spec)
      return {
        state: 'unknown',
        summary: `${item.id} has no spec that could be compared with what was agreed`,
        next: `Write docs/specs/${item.id}.md, and ask the gate act-in`,
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
    const finding = context.findings.find(
      ({ code, item: of }) => code === specChangedAfterFreeze.code && of === item.id,
    );
    if (finding) {
      const { message, path, range, id } = finding;
      return changed(message.replace(/[.\s]+$/u, ''), { path, range }, spec, evidence, id);
    }
    const isSame = frozenHash(spec) === agreed.hash;
    return {
      state: 'pass',
      summary: isSame
        ? `the spec is as it was agreed on ${day}`
        : `the spec is not as it was agreed on ${day}, which configuration, baseline or an earlier \`done\` lets pass`,
      evidence,
    };
  },
};

/** What the work began with counts as agreed, where nothing else was. */
function compareWithBase(context: GateContext, spec: ParsedDocument<'spec'>): Promise<Outcome> {
  const { item, log } = context;
  return judgeWork(context, (work) => {
    const evidence = [lookedAt(context, `${spec.path}, and the same at the commit the work began at`, work)];
    const hash = frozenHash(spec);
    const change = work.changes.find(({ path }) => path === spec.path);
    if (!change || (change.before !== undefined && frozenHashOf(change.before) === hash))
      return { state: 'pass', summary: 'the spec is as it was where the work began', evidence };
    const word = log.words.find(({ about, item: of, what }) => about === 'refreeze' && of === item.id && what === hash);
    if (word) return { state: 'pass', summary: `the spec is as ${word.person} agreed to it`, evidence };
    if (change.before === undefined)
      return {
        state: 'unknown',
        summary: 'what was agreed is not known: the spec was never frozen, and the work began without it',
        evidence,
        next: `Run \`pactwright gate act-in ${item.id}\`, which freezes the spec`,
      };
    const message = `The spec of ${item.id} is not the one the work began with, and nobody froze it since, so it is not known what was agreed`;
    return changed(message, placeOf(spec, titlePlace(spec)), spec, evidence);
  });
}

function changed(
  message: string,
  place: ReturnType<typeof placeOf>,
  spec: ParsedDocument<'spec'>,
  evidence: readonly Evidence[],
  finding?: string,
): Outcome {
  return {
    state: 'fail',
    summary: 'the spec is not what was agreed',
    problems: [{ message, place, refreeze: frozenHash(spec), ...(finding === undefined ? {} : { finding }) }],
    evidence,
    next: 'Take the change back, or have a person approve the new text in the editor',
  };
}
