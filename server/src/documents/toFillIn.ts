/** What a template holds where a person has to write: PW113 reports it, and the editor jumps to it. */
export const todo = 'TODO';

/** A step to fill in: `- **Given** TODO`. @param text what it says, if that is known. */
export function stepLine(keyword: string, text = ''): string {
  return `- **${keyword}** ${text || todo}`;
}

/** The three steps of a criterion or a scenario, to fill in. */
export const stepsToFillIn: readonly string[] = ['Given', 'When', 'Then'].map((keyword) => stepLine(keyword));
