/** What is said of a path that `insideRoot` does not let pass: what, why and the way out, as a sentence without full stop. */
export function leadsOut(file: string, root: string): string {
  return `${file} leads out of ${root}, where Pactwright does not write: replace the link with a folder or file of the project`;
}
