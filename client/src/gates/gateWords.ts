import * as vscode from 'vscode';
import { blockers, type ConditionResult, type GateName, type Verdict } from '../../../server/src/protocol.js';
import type { GateAnswer } from './gateAnswer.js';

/** What passing a gate means, by gate in the order of an item's life. */
export const gateMeanings: Readonly<Record<GateName, string>> = {
  plan: vscode.l10n.t('Is the spec ready to be worked on?'),
  'act-in': vscode.l10n.t('Can the work start? Passing freezes the spec.'),
  'act-out': vscode.l10n.t('Is the work complete, as far as its author can tell?'),
  check: vscode.l10n.t('Does the work hold up in review?'),
  done: vscode.l10n.t('Can the item be moved to Done?'),
  commit: vscode.l10n.t('Can the changes be committed?'),
  release: vscode.l10n.t('Can the item be released?'),
};

/** `done: blocked by 2`: how an item is at a gate. */
export function answerWords(gate: GateName, { running, verdict, failure }: GateAnswer): string {
  if (running && running.how !== 'recorded')
    return running.waits
      ? vscode.l10n.t('{0}: waiting for another gate', gate)
      : running.results.length === 0
        ? vscode.l10n.t('{0}: running', gate)
        : vscode.l10n.t('{0}: running, {1} checked', gate, running.results.length);
  if (failure !== undefined) return vscode.l10n.t('{0}: could not be run', gate);
  if (!verdict) return vscode.l10n.t('{0}: not run yet', gate);
  return vscode.l10n.t('{0}: {1}', gate, verdictWords(verdict));
}

/** `blocked by 2`, `passed`, `3 unknown`. */
function verdictWords({ answer, conditions }: Verdict): string {
  const inTheWay = blockers(conditions);
  switch (answer) {
    case 'allowed':
      return vscode.l10n.t('passed');
    case 'refused':
      return vscode.l10n.t('blocked by {0}', inTheWay.length);
    case 'unknown':
      return vscode.l10n.t('{0} unknown', inTheWay.length);
  }
}

/** What the lens on a spec says of whether its item may be Done. */
export function doneWords({ running, verdict }: GateAnswer = {}): string {
  if (running && running.how !== 'recorded') return vscode.l10n.t('Checking whether it is done …');
  if (!verdict) return vscode.l10n.t('Check whether it is done');
  const inTheWay = blockers(verdict.conditions).length;
  switch (verdict.answer) {
    case 'allowed':
      return vscode.l10n.t('Ready for Done');
    case 'refused':
      return vscode.l10n.t('Done is blocked by {0}', inTheWay);
    case 'unknown':
      return vscode.l10n.t('Check whether it is done: {0} unknown', inTheWay);
  }
}

/** `failed`, `optional, passed`, `failed, overridden by Ada`: the state of a condition, without its icon. */
export function stateWords({ state, required, overridden }: ConditionResult): string {
  const words = { pass: vscode.l10n.t('passed'), fail: vscode.l10n.t('failed'), unknown: vscode.l10n.t('unknown') };
  const said = required ? words[state] : vscode.l10n.t('optional, {0}', words[state]);
  return overridden ? vscode.l10n.t('{0}, overridden by {1}', said, overridden.person) : said;
}

/** All that is known of a condition, a line for each thing. */
export function conditionDetails(result: ConditionResult): string {
  const { title, summary, overridden, evidence = [] } = result;
  return [
    title,
    `${stateWords(result)}: ${summary}`,
    ...(overridden
      ? [
          vscode.l10n.t(
            'Overridden by {0} on {1}: {2}',
            overridden.person,
            new Date(overridden.at).toLocaleString(),
            overridden.reason,
          ),
        ]
      : []),
    ...evidence.map(({ what, at, command, reused }) => {
      const time = new Date(at).toLocaleString();
      const seen = reused === true ? vscode.l10n.t('from the record of {0}', time) : time;
      return [vscode.l10n.t('Checked {0} ({1})', what, seen), ...(command ? [`$ ${command.join(' ')}`] : [])].join(
        '\n',
      );
    }),
  ].join('\n');
}
