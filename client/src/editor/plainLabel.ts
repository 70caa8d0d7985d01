/**
 * A text of a repository for a label, where the editor would draw what is written like `$(x)` as an icon.
 *
 * @see https://code.visualstudio.com/api/references/icons-in-labels
 */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
