import type { Backtrack } from './gate.js';

/** Where a closed gate sends back to, as an imperative sentence without full stop. */
export const backtrackWords: Readonly<Record<Backtrack, string>> = {
  repeat: 'Fix what fails and run the gate again',
  spec: 'Go back to the spec: the work no longer matches it',
  process: 'Use a larger process: the change is too big for this one',
};
