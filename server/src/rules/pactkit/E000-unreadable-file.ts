import { documentKinds } from '../../documents/registry.js';
import { defineRule } from '../rule.js';

export const unreadableFile = defineRule({
  code: 'E000',
  name: 'unreadable-file',
  summary: 'A document cannot be read',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: documentKinds,
  noPlaceForComment: true,
  why: 'A file that is not UTF-8 text, a folder named like a document, a link out of the project, a file over 1 MB (10 MB for the board and its archive), or a documents folder without read permission cannot be checked. Its content is missing for everyone who works with the project.',
  fix: 'Make it readable, save it as UTF-8, replace it with a text file, split it if it is too large, or list it under `ignore` in `.pactwright/config.yaml`. All other documents are still checked.',
  pactkit:
    'PactKit reports E000 only if the one file it was asked for does not exist. Files that are not UTF-8 and folders make it fail with a traceback, with `--all` for the whole run. (Here a path that does not exist is an invalid argument.)',
  suspects: ({ problems }) => problems.length > 0,
  *check({ problems }) {
    for (const { kind, span, message } of problems)
      if (kind === 'unreadable') yield { span, anchor: 'file', message: `${message}.` };
  },
});
