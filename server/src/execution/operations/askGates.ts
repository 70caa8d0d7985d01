import type { Machine } from '../../workspace/machine.js';
import { headline } from '../../gates/headline.js';
import { blockers } from '../../gates/verdict.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Plan } from '../../operations/operation.js';
import type { GateRequest } from '../gates/askGate.js';

type Asking = Pick<GateRequest, 'signal' | 'onEvent' | 'warn' | 'untouched'> & {
  readonly machine: Machine;
  /** Undefined: the one the configuration names. */
  readonly profile?: string | undefined;
};

/**
 * Asks the gates of a plan one after another, as `pactwright gate` does.
 *
 * @param root of the project: absolute.
 * @throws Refused (`gate`, `gate-unknown`) at the first that does not let the item pass; the candidates are the conditions that are
 *   in the way, each with what was found.
 */
export async function askGates(gates: Plan['gates'], root: string, { profile, ...rest }: Asking): Promise<void> {
  // Most operations ask none, and must not pay for what gates are made of.
  const { askGate } = await import('../gates/askGate.js');
  for (const { gate, item } of gates) {
    const { verdict } = await askGate({
      ...rest,
      folder: root,
      gate,
      item,
      profile,
      fresh: false,
      recorded: false,
      trustCommands: false,
    });
    if (verdict.answer === 'allowed') continue;
    throw new Refused(
      verdict.answer === 'refused' ? 'gate' : 'gate-unknown',
      `${headline(verdict).replace(/\.$/u, '')}: run \`pactwright gate ${gate} ${item}\` for details`,
      blockers(verdict.conditions).map(({ name, summary }) => `${name}: ${summary}`),
    );
  }
}
