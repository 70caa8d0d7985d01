/** Names that a person has separated by commas: `opus, sonnet`. */
export function namesIn(text: string): readonly string[] {
  return text.split(',').flatMap((name) => name.trim() || []);
}
