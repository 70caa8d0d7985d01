import { UsageError } from '../../../base/usageError.js';
import { allRules } from '../../../rules/registry.js';
import { compatVersions } from '../../../workspace/configurationSchema.js';
import { defineCommand } from '../command.js';
import { DocumentStores } from '../documentStores.js';
import type { Io } from '../io.js';
import { isPlain, judgeAndReport, judgeWithGit } from '../judgeAndReport.js';
import { lintFields, type LintOptions, readRuleSettings } from '../lintOptions.js';
import { twice } from '../twice.js';

/** What a hook runs on every commit: the documents alone, unless more is asked for. */
export const lint = defineCommand({
  name: 'lint',
  summary: 'Checks specs, test cases, the board and related documents',
  description:
    'A project is a folder with docs/specs or .pactwright/config.yaml. Without PATH, checks all projects at or below the root, or the nearest one above. A PATH (a file or a folder) limits what is reported; specs outside any project are checked by themselves.',
  fields: {
    path: { type: 'texts', positional: true, description: 'files and folders to report on', completes: 'path' },
    ...lintFields,
    git: { type: 'flag', description: 'all rules, including those that read source code and git' },
    compat: {
      type: 'text',
      placeholder: 'VERSION',
      description: 'check as this version of PactKit does',
      values: compatVersions,
    },
    fix: { type: 'flag', description: 'apply the safe fixes' },
    writeBaseline: {
      type: 'flag',
      description: 'record all current findings as known, and report only new ones from now on',
    },
  },
  examples: [
    ['lint', 'the project in this folder: documents alone'],
    ['lint --git', 'all rules: tests, files and git, too; what the editor shows'],
    ['lint docs/specs/STORY-042.md --format json', 'one spec, for a program'],
    ['lint --fix', 'apply the safe fixes'],
    ['lint --git --write-baseline', 'record all current findings as known'],
  ],
  exitCodes: { 0: 'no finding of level error', 1: 'some, or more warnings than allowed' },
  run: async ({ path: paths, rule, git, ...input }, io) => {
    if (input.writeBaseline && paths.length > 0)
      throw new UsageError('--write-baseline takes no PATH: a baseline holds all findings of a project');
    const options: LintOptions = { ...input, paths, rules: readRuleSettings(rule, allRules) };
    const rules = git ? allRules : allRules.filter(isPlain);
    const { keeper } = io;
    if (options.fix || options.writeBaseline) return judgeAndReport(options, rules, io, io.machine.files);
    // What git says is no answer of files.
    if (git) return judgeWithGit(options, rules, io);
    const { machine } = io;
    const memory = { isScarce: false };
    const forgets = (): void => {
      memory.isScarce = true;
      machine.reclaimEarly?.();
    };
    if (!keeper || input.noCache)
      return twice((isFirst) =>
        judgeAndReport(options, rules, io, machine.files, undefined, undefined, isFirst ? forgets : undefined),
      );
    const said = { out: '', err: '' };
    const code = await twice((isFirst) =>
      judgeAndReport(
        options,
        rules,
        noting(said, io),
        keeper.files,
        undefined,
        isFirst ? new DocumentStores(keeper, machine.clock(), 'documents') : undefined,
        isFirst ? forgets : undefined,
      ),
    );
    // What is written now takes memory, too.
    if (memory.isScarce) machine.reclaimNow?.();
    keeper.take({ ...said, code });
    return code;
  },
});

/** The same process, but what is printed is noted, too. */
function noting(said: { out: string; err: string }, io: Io): Io {
  return {
    ...io,
    out: (text) => {
      said.out += text;
      io.out(text);
    },
    err: (text) => {
      said.err += text;
      io.err(text);
    },
  };
}
