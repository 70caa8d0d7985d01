import type { PhaseOutcome } from '../../agents/phases/phaseEvent.js';
import type { Operation } from '../../operations/operation.js';
import { shownStep } from '../../operations/shownStep.js';
import type { PlannedStep } from '../../operations/step.js';
import { carryOutOnDisk } from '../executor/diskTarget.js';
import { createHands, type HandsOptions } from '../hands/createHands.js';
import { createRepositoryPlaces } from '../executor/repositoryPlaces.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

export interface OfferPlace extends HandsOptions {
  /** Where steps are carried out: absolute. */
  readonly folder: string;
}

/**
 * Plans an operation whose gates the phase has asked already, and offers its steps.
 *
 * @throws Refused; UsageError; the signal's reason.
 */
export async function offerOperation(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  place: OfferPlace,
  request: PhaseRequest,
  desk: PhaseDesk,
): Promise<PhaseOutcome> {
  const { machine, signal } = desk;
  const { plan } = await carryOutOnDisk({
    operation,
    input,
    folder: place.folder,
    dryRun: true,
    machine,
    hands: createHands(desk, place),
    onWait: desk.warn,
    signal,
  });
  return offerSteps(plan.steps, place, request, desk);
}

/** Shows steps, and carries them out where a person agrees, now or beforehand. @throws Refused; the signal's reason */
export async function offerSteps(
  steps: readonly PlannedStep[],
  place: OfferPlace,
  { yes }: Pick<PhaseRequest, 'yes'>,
  desk: PhaseDesk,
): Promise<PhaseOutcome> {
  desk.tell({ event: 'planned', steps: steps.map(shownStep) });
  if (!yes && !(await desk.confirm?.('Do you want to continue?'))) {
    if (!desk.confirm) desk.warn('cannot ask without a terminal: pass --yes to confirm');
    return 'left';
  }
  const placeOf = createRepositoryPlaces(desk.machine, desk.signal);
  await createHands(desk, place).carryOut(steps, await placeOf(place.folder), []);
  return 'passed';
}
