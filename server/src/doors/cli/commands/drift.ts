import { allRules, rulesOfDrift } from '../../../rules/registry.js';
import { unknownItem } from '../../../project/traceProjects.js';
import { createTraceGraph } from '../../../trace/createTraceGraph.js';
import { defineCommand } from '../command.js';
import { itemField } from '../itemField.js';
import { judgeWithGit } from '../judgeAndReport.js';
import { lintFields, readRuleSettings } from '../lintOptions.js';

const codes: ReadonlySet<string> = new Set(rulesOfDrift.map(({ code }) => code));

/** The rules about two sources that disagree. */
export const drift = defineCommand({
  name: 'drift',
  summary: 'Shows where board, specs, test cases, source code and git disagree',
  description:
    'Runs the rules of drift and trace (PW6xx, PW7xx), and others about two places that contradict each other (two entries of an item, a dependency without a spec), for all items of the projects at or below the root, or for the one of ID.',
  fields: { item: itemField, ...lintFields },
  examples: [
    ['drift', 'what is out of sync, of all items'],
    ['drift STORY-042', 'of one item'],
  ],
  exitCodes: { 0: 'no finding of level error', 1: 'some, or more warnings than allowed' },
  run: ({ item, rule, ...input }, io) => {
    const none = { paths: [], compat: undefined, fix: false, writeBaseline: false };
    // All rules run: one of drift's own is about what the others find.
    return judgeWithGit({ ...input, ...none, rules: readRuleSettings(rule, allRules) }, allRules, io, {
      rules: rulesOfDrift,
      isWhole: item === undefined,
      only: (finding) => codes.has(finding.code) && (item === undefined || finding.item === item),
      check: (indexes) => {
        if (item === undefined) return;
        const traces = indexes.map((index) => createTraceGraph(index.project(), index.configuration().value));
        if (!traces.some(({ items }) => items.includes(item))) throw unknownItem(item, traces);
      },
    });
  },
});
