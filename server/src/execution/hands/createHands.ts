import { UsageError } from '../../base/usageError.js';
import { Refused } from '../../operations/errorCodes.js';
import type { DeliveryDesk } from '../../operations/deliveryDesk.js';
import type { Configuration } from '../../workspace/configuration.js';
import { askGates } from '../operations/askGates.js';
import { openWorktrees } from '../operations/openWorktrees.js';
import { takeBackUnfinished } from '../operations/unfinished.js';
import type { Hands } from '../executor/executor.js';
import { runSteps, type StepDesk } from '../executor/runSteps.js';

export interface HandsOptions {
  /** Of the gates that are asked; undefined: the one the configuration names. */
  readonly profile?: string | undefined;
  /** What the caller has determined already. */
  readonly delivery?: Partial<DeliveryDesk>;
  /** Asks whether a setup command that is not allowed yet may run this once. */
  readonly allows?: ((command: readonly string[]) => Promise<boolean>) | undefined;
}

/** The hands of a process on this machine. */
export function createHands(desk: Omit<StepDesk, 'hands'>, { profile, delivery, allows }: HandsOptions = {}): Hands {
  const { machine, signal, warn, tell } = desk;
  const desks = new Map<string, DeliveryDesk>();
  const moment = {};
  const openDelivery = async (root: string, configuration: Configuration): Promise<DeliveryDesk> => {
    // Few operations hand work on, and the others must not pay for what it takes.
    const { createDelivery } = await import('../delivery/createDelivery.js');
    const opened = desks.get(root) ?? { ...createDelivery(root, configuration, { ...desk, profile }), ...delivery };
    desks.set(root, opened);
    return opened;
  };
  const hands: Hands = {
    askGates: (gates, root) =>
      askGates(gates, root, {
        machine,
        signal,
        profile,
        untouched: async (opened) => (await import('../agents/beforeWork.js')).untouchedSince(machine, opened, signal),
        warn,
        onEvent: (event) => {
          if (event.event === 'condition') tell({ event: 'condition', title: event.title });
        },
      }),
    worktrees: (root) => openWorktrees(machine, root, signal),
    delivery: openDelivery,
    setUp: async (worktree, place) => {
      const { setUpWorktree } = await import('../worktrees/setUpWorktree.js');
      await setUpWorktree(worktree, place, { ...desk, allows });
    },
    setUpDesk: async (root) => (await import('../setUp/createSetUp.js')).createSetUp(machine, root, signal),
    ask: async (root, query, input) => {
      const { allQueries, queriesOfOperations } = await import('../queries/registry.js');
      const found = [...allQueries, ...queriesOfOperations].find(({ name }) => name === query);
      if (!found) throw new Error(`there is no query ${query}`);
      const progress = (title: string): void => {
        tell({ event: 'condition', title });
      };
      try {
        return await found.ask({ machine, folder: root, signal, warn, progress, moment }, input);
      } catch (error) {
        if (error instanceof UsageError) throw new Refused('invalid-input', error.message);
        throw error;
      }
    },
    changeClone: async (what, root, isWanted) => {
      const { changeClone } = await import('../setUp/createSetUp.js');
      await changeClone[what](machine, root, isWanted, signal);
    },
    carryOut: (steps, place, edited) => runSteps(steps, place, edited, { ...desk, hands }),
    takeBackUnfinished: (place) => takeBackUnfinished(machine, place),
  };
  return hands;
}
