/** What contradicts between two places is drift, whichever group the rule is of. */
const contradictions: ReadonlySet<string> = new Set([
  'E010', // a dependency, and no such spec
  'PW101', // file name, title and ID cell
  'PW201', // file name, title and Spec line
  'PW303', // two entries of an item
  'PW310', // entry and Spec line
  'PW321', // in the archive, and open
  'PW421', // two numbers of tests
]);

/** Whether a rule is about two places that disagree, or about what cannot be followed: what `drift` shows and the board counts. */
export function isDriftCode(code: string): boolean {
  return /^PW[67]/u.test(code) || contradictions.has(code);
}
