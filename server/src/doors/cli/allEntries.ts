import type { CommandEntries } from './command.js';
import { commandIndex } from './commands/index.js';

/** Commands and operations, loaded when they are called. */
export const allEntries: CommandEntries = {
  commands: commandIndex,
  operations: async () => (await import('./operationCommand.js')).operationEntries(),
};
