/**
 * A text of a repository or an agent for a notification, where the editor would make a link of `[words](command:…)`, by which a click
 * runs a command.
 */
export function plainMessage(text: string): string {
  return text.replaceAll('](', '] (');
}
