import type { CommandGroup } from '../command.js';
import { boardScript } from '../pactkit/boardScript.js';
import { codeQuestions } from '../pactkit/codeQuestions.js';
import { deliveryCommands } from '../pactkit/deliveryCommands.js';
import { documentCommands } from '../pactkit/documentCommands.js';
import { linters } from '../pactkit/linters.js';
import { projectQuestions } from '../pactkit/projectQuestions.js';
import { reviewCommands } from '../pactkit/reviewCommands.js';
import { scaffoldScript } from '../pactkit/scaffoldScript.js';
import { setUpCommands } from '../pactkit/setUpCommands.js';
import { stackCommands } from '../pactkit/stackCommands.js';
import { visualizeScript } from '../pactkit/visualizeScript.js';

/** `pactwright pactkit`. */
export const pactkit: CommandGroup = {
  name: 'pactkit',
  summary:
    'Runs the subcommands of PactKit, so that its playbooks work with `pactwright pactkit` in place of `pactkit`',
  description:
    'Options and output are those of PactKit, exit codes tell what happened. Its scripts `board.py`, `scaffold.py` and `visualize.py` are `pactkit board`, `pactkit scaffold` and `pactkit visualize`. [What is the same and what differs](guide/from-pactkit.md).',
  members: [
    ...codeQuestions,
    ...projectQuestions,
    ...visualizeScript,
    ...documentCommands,
    ...linters,
    ...boardScript,
    ...scaffoldScript,
    ...stackCommands,
    ...reviewCommands,
    ...deliveryCommands,
    ...setUpCommands,
  ],
};
