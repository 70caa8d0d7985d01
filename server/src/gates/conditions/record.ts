import { count } from '../../base/count.js';
import type { Condition } from '../condition.js';
import { gateNames } from '../gate.js';
import { lookedAt } from '../support/outcomes.js';

export const record: Condition = {
  name: 'record',
  title: 'The record of what was seen is whole',
  why: 'What gates saw, what was agreed and what persons approved is kept in a log in the repository’s git folder, in which each entry names the one before. How far it goes is known outside of the repository. A log that was edited, shortened or written anew cannot tell what happened, so nothing of it is believed; it is set aside and a new one begun.',
  gates: gateNames,
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { broken, brokenName, notes = [], records, words } = context.log;
    const evidence = [
      lookedAt(
        context,
        `the evidence log: ${count(records.length, 'record')}, ${count(words.length, 'word')} of persons`,
      ),
      ...notes.map((note) => lookedAt(context, note)),
    ];
    if (broken === undefined)
      return { state: 'pass', summary: [`the evidence log is whole`, ...notes].join('; '), evidence };
    return {
      state: 'fail',
      summary: 'the evidence log is not as it was left',
      problems: [{ message: sentence(broken), ...(brokenName === undefined ? {} : { approvable: brokenName }) }],
      evidence,
      next:
        brokenName === undefined
          ? 'Ask the gate again, which sets the log aside; then have a person look at what happened and approve it in the editor'
          : 'Find out what changed the log, and have a person approve in the editor that the record goes on from here',
    };
  },
};

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, so what was recorded before cannot be relied on`;
}
