import { configurationPath } from '../documents/projectMarks.js';
import type { Condition, GateContext } from './condition.js';
import { nothingHidden } from './conditions/nothingHidden.js';
import { runnerKept } from './conditions/runnerKept.js';
import type { ConditionResult, Outcome, PersonsWord, Verdict } from './gate.js';
import { NotRunYet } from './lab.js';
import type { Profile } from './profiles.js';
import { isSameFile } from './support/sameFile.js';
import { decide } from './verdict.js';

/** Progress of a gate, for the person who waits for it. */
export interface GateProgress {
  /** The condition that is looked at now. */
  readonly onCondition?: (condition: Pick<Condition, 'name' | 'title'>) => void;
  readonly onResult?: (result: ConditionResult) => void;
}

/**
 * Asks every condition of a gate that the profile wants, one after the other, and comes to a verdict. A condition that breaks is
 * unknown, never passed.
 *
 * @param passedOver findings of level error that the baseline or a comment leaves out, to be listed.
 * @throws the signal's reason once it is aborted.
 */
export async function evaluateGate(
  conditions: readonly Condition[],
  profile: Profile,
  context: GateContext,
  passedOver: readonly string[],
  progress: GateProgress = {},
): Promise<Verdict> {
  const results: ConditionResult[] = [];
  const keepers = await keepersOf(context);
  for (const condition of conditions) {
    const setting = keepers.has(condition.name) ? 'require' : profile.setting(condition);
    if (setting === 'off' || !condition.gates.includes(context.gate)) continue;
    context.signal.throwIfAborted();
    progress.onCondition?.(condition);
    const isLeft = setting !== 'require' && condition.runsMuch === true && results.some(isRefused);
    const outcome = isLeft ? leftOut : settled(await ask(condition, context), profile);
    const word = outcome.state === 'pass' ? undefined : await overrideOf(condition, context);
    const result: ConditionResult = {
      name: condition.name,
      title: condition.title,
      required: setting === 'require',
      backtrack: condition.backtrack,
      ...outcome,
      ...(word ? { overridden: word } : {}),
    };
    results.push(result);
    progress.onResult?.(result);
  }
  const work = await context.work();
  return {
    gate: context.gate,
    item: context.item.id,
    profile: profile.name,
    ...decide(results),
    conditions: results,
    ...(work.kind === 'answer' ? { commit: work.value.head, tree: work.value.tree } : {}),
    at: context.now,
    passedOver,
  };
}

function isRefused({ required, state, overridden }: ConditionResult): boolean {
  return required && state === 'fail' && !overridden;
}

const leftOut: Outcome = {
  state: 'unknown',
  summary: 'not checked, because a required condition failed and this one runs the tests many times',
  next: 'Fix what failed and run the gate again',
};

/**
 * The conditions that are asked whatever the profile says, as the work changed the file that says what profiles ask for: it would
 * let itself pass.
 */
async function keepersOf({ work }: GateContext): Promise<ReadonlySet<string>> {
  const answer = await work();
  const isChanged =
    answer.kind === 'answer' &&
    [...answer.value.changes, ...answer.value.hidden].some(({ path }) => isSameFile(path, configurationPath));
  return new Set(isChanged ? [runnerKept.name, nothingHidden.name] : []);
}

async function ask(condition: Condition, context: GateContext): Promise<Outcome> {
  try {
    return await condition.check(context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof NotRunYet)
      return { state: 'unknown', summary: 'not run for this state yet', next: `Run the gate ${context.gate}` };
    const why = error instanceof Error ? error.message : String(error);
    return {
      state: 'unknown',
      summary: `an internal error occurred in Pactwright: ${why}`,
      next: 'Report this, and run the gate again',
    };
  }
}

/** What passes in doubt, as the profile takes it. */
function settled({ doubt, ...outcome }: Outcome, { trusting }: Profile): Omit<Outcome, 'doubt'> {
  return doubt === undefined || trusting ? outcome : { ...outcome, state: 'unknown', next: doubt };
}

/** A person's override holds for the very tree it was given for: after another change it has to be given again. */
async function overrideOf(condition: Condition, { log, item, work }: GateContext): Promise<PersonsWord | undefined> {
  const words = log.words.filter(
    ({ about, what, item: of }) => about === 'override' && what === condition.name && of === item.id,
  );
  if (words.length === 0) return undefined;
  const now = await work();
  const tree = now.kind === 'answer' ? now.value.tree : '';
  return words.findLast((word) => word.tree === tree);
}
