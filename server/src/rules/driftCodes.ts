/** Rules of other groups about two places that contradict each other. */
const contradictions: ReadonlySet<string> = new Set([
  'E010', // a dependency, and no such spec
  'PW101', // file name, title and ID cell
  'PW201', // file name, title and Spec line
  'PW303', // two entries of an item
  'PW310', // entry and Spec line
  'PW321', // in the archive, and open
  'PW421', // two numbers of tests
]);

/** Whether `drift` shows the findings of a rule, and the board counts them: two places disagree, or a link is broken. */
export function isDriftCode(code: string): boolean {
  return /^PW[67]/u.test(code) || contradictions.has(code);
}
