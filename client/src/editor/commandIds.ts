/** Commands that one folder registers and another calls. */

/** With (root, item): shows what the gate `done` says of an item, and runs it if it has no verdict yet. */
export const askDoneCommand = 'pactwright.gates.askDone';

export const newBoardCommand = 'pactwright.newBoard';
