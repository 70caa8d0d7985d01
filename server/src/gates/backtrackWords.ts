import type { Backtrack } from './gate.js';

/** Where a closed gate sends back to, as an imperative sentence without full stop. */
export const backtrackWords: Readonly<Record<Backtrack, string>> = {
  repeat: 'Mend what fails and ask again',
  spec: 'Go back to the spec: what was agreed does not hold',
  process: 'Take a bigger process: the change is more than this one is made for',
};
