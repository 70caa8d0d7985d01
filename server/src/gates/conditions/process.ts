import { extensionOf, isTestPath } from '../../code/languageOf.js';
import type { Condition } from '../condition.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';

/** So many source files are a small repair. */
const mostFiles = 5;

/** What documents and settings are written in: changes to them are no code. */
const notCode: ReadonlySet<string> = new Set([
  'md',
  'txt',
  'rst',
  'adoc',
  'json',
  'yaml',
  'yml',
  'toml',
  'lock',
  'feature',
]);

export const fittingProcess: Condition = {
  name: 'process',
  title: 'The change is small enough for a hotfix',
  why: `Only part of the profile \`hotfix\`, which requires nothing of the spec and must not be a way around it: the item is a HOTFIX or a BUG, and at most ${mostFiles} source files change. Tests, documents and settings do not count.`,
  gates: ['act-out', 'check', 'done', 'commit'],
  required: false,
  backtrack: 'process',
  check: (context) =>
    judgeWork(context, (work) => {
      const { id } = context.item;
      const sources = work.changes.filter(
        ({ path, claimed }) => !claimed && !notCode.has(extensionOf(path)) && !isTestPath(path),
      );
      const summary = `source files changed: ${sources.length}`;
      return outcomeOf(
        [
          ...(/^(?:HOTFIX|BUG)-/u.test(id) ? [] : [{ message: `${id} is neither a HOTFIX nor a BUG` }]),
          ...(sources.length <= mostFiles
            ? []
            : [{ message: `${sources.length} source files changed, but a hotfix can change at most ${mostFiles}` }]),
        ],
        { pass: summary, fail: summary, next: 'Run the gate with another profile, such as standard' },
        [lookedAt(context, 'the changed files', work)],
      );
    }),
};
