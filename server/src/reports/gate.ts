import { backtrackWords } from '../gates/backtrackWords.js';
import type { ConditionResult, Verdict } from '../gates/gate.js';
import { headline } from '../gates/headline.js';
import { mostProblems } from '../gates/report.js';
import { plainText } from '../base/plainText.js';

const marks = { pass: 'ok', fail: 'FAIL', unknown: '?' } as const;

/** A verdict for a terminal: a line for each condition, and below it what is in the way and what to do. */
export function formatVerdict(verdict: Verdict): string {
  const { gate, item, profile, conditions, passedOver, backtrack } = verdict;
  const width = Math.max(0, ...conditions.map(({ name }) => name.length));
  const lines = [`${item}: gate ${gate}, profile ${plainText(profile)}`, ''];
  for (const condition of conditions) lines.push(...linesOf(condition, width));
  if (passedOver.length > 0) {
    lines.push('', `Known and allowed (baseline or comment): ${passedOver.length}`);
    lines.push(...passedOver.map((finding) => `    ${plainText(finding)}`));
  }
  lines.push('', headline(verdict));
  if (backtrack !== undefined) lines.push(`${backtrackWords[backtrack]}.`);
  return `${lines.join('\n')}\n`;
}

function linesOf(condition: ConditionResult, width: number): string[] {
  const { name, state, summary, required, overridden, problems = [], next, evidence = [] } = condition;
  const mark = overridden ? 'ok!' : marks[state];
  const optional = required || state === 'pass' ? '' : ' (optional)';
  const reused = evidence.some((one) => one.reused) ? ' (cached)' : '';
  const lines = [`  ${mark.padEnd(4)}  ${name.padEnd(width)}  ${plainText(summary)}${optional}${reused}`];
  const indent = ' '.repeat(width + 10);
  if (overridden) lines.push(`${indent}${plainText(`overridden by ${overridden.person}: ${overridden.reason}`)}`);
  for (const { message, place } of problems.slice(0, mostProblems)) {
    // Where a message names the file itself, it does not follow its own name.
    const where =
      place && !message.startsWith(place.path)
        ? `${place.path}${place.range ? `:${place.range.start.line + 1}` : ''}: `
        : '';
    lines.push(`${indent}- ${plainText(`${where}${message}`)}`);
  }
  if (problems.length > mostProblems) lines.push(`${indent}- and ${problems.length - mostProblems} more`);
  if (next !== undefined) lines.push(`${indent}> ${plainText(next)}`);
  return lines;
}
