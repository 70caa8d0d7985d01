import type { PhaseDesk } from '../../execution/phases/phaseDesk.js';
import { type Io, warner } from './io.js';

/** A desk for what is only looked up: it warns, and asks nobody anything. */
export function requestDesk(io: Io): PhaseDesk {
  return {
    machine: io.machine,
    warn: warner(io),
    tell: () => undefined,
    confirm: undefined,
    signal: new AbortController().signal,
  };
}
