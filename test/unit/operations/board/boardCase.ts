import { carryOutOn, type OperationCase } from '../../../support/checkOperation.js';

export const boardPath = 'docs/product/sprint_board.md';
export const archivePath = 'docs/product/archive/archive_202603.md';
/** The fifteenth of March on every clock. */
const now = new Date(2026, 2, 15, 12).getTime();

/** A board with these sections below its title. */
export const board = (...sections: readonly string[]): string => `# Board\n\n${sections.join('\n\n')}\n`;

export const boardCase = (
  operation: string,
  input: OperationCase['input'],
  text: string,
  files: OperationCase['files'] = {},
): OperationCase => ({ operation, input, files: { [boardPath]: text, ...files }, now });

/** Carries an operation out. @returns the board afterwards, and what was answered. */
export async function onBoard(
  ...given: Parameters<typeof boardCase>
): Promise<{ readonly text: string; readonly message: string; readonly data: Readonly<Record<string, unknown>> }> {
  const { changed, plan } = await carryOutOn(boardCase(...given));
  return { text: changed[boardPath] ?? given[2], ...plan.answer };
}
