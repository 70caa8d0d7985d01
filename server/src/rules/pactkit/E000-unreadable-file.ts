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
  why: 'A file that is no UTF-8 text, a folder with the name of a document, a link out of the project, a file over 1 MB, or a folder of documents that may not be read cannot be checked. Whatever it should say is missing for everyone who works with the project.',
  ok: '`docs/specs/STORY-001.md` is a file with UTF-8 text.',
  notOk: '`docs/specs/STORY-001.md` is a picture, a folder, or text saved as UTF-16.',
  fix: 'Make it readable, save it as UTF-8, put a text file in its place, split it where it is too large, or list it under `ignore` in `.pactwright/config.yaml`. All other documents are checked all the same.',
  pactkit:
    'PactKit reports E000 only where the one file it was asked for does not exist. Other bytes than UTF-8 and folders end it with a traceback, with `--all` for the whole run (here a path that does not exist is a wrong argument).',
  *check({ problems }) {
    for (const { kind, span, message } of problems)
      if (kind === 'unreadable') yield { span, anchor: 'file', message: `${message}.` };
  },
});
