import { extensionOf, isTestPath } from '../../code/languageOf.js';
import type { Condition } from '../condition.js';

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
  why: `Asked by the profile \`hotfix\` alone, which asks nothing of the spec and so must not be a way around it: the item is a HOTFIX or a BUG, and at most ${mostFiles} source files change. Tests, documents and settings are not counted.`,
  gates: ['act-out', 'check', 'done', 'commit'],
  required: false,
  backtrack: 'process',
  check: async ({ item, work, now }) => {
    const answer = await work();
    if (answer.kind !== 'answer')
      return {
        state: 'unknown',
        summary: `what changed cannot be told: ${answer.message}`,
        next: 'Ask in a clone that holds the whole history',
      };
    const { changes, head, tree } = answer.value;
    const sources = changes.filter(({ path }) => !notCode.has(extensionOf(path)) && !isTestPath(path));
    const problems = [
      ...(/^(?:HOTFIX|BUG)-/u.test(item.id) ? [] : [{ message: `${item.id} is neither a HOTFIX nor a BUG` }]),
      ...(sources.length <= mostFiles
        ? []
        : [{ message: `${sources.length} source files change, and a hotfix changes at most ${mostFiles}` }]),
    ];
    const summary = `source files changed: ${sources.length}`;
    const evidence = [{ what: 'the changed files', commit: head, tree, at: now }];
    return problems.length === 0
      ? { state: 'pass', summary, evidence }
      : { state: 'fail', summary, problems, evidence, next: 'Ask the gate with another profile, such as standard' };
  },
};
