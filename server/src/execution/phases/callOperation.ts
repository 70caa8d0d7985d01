import type { Operation } from '../../operations/operation.js';
import { createHands, type HandsOptions } from '../hands/createHands.js';
import { callOperation as call } from '../executor/runSteps.js';
import type { PhaseDesk } from './phaseDesk.js';

/**
 * Carries an operation out as the command line does.
 *
 * @throws Refused; UsageError; the signal's reason.
 */
export function callOperation(
  desk: PhaseDesk,
  folder: string,
  { name }: Operation,
  input: Readonly<Record<string, unknown>>,
  options: HandsOptions = {},
): ReturnType<typeof call> {
  return call({ name, input }, folder, { ...desk, hands: createHands(desk, options) });
}
