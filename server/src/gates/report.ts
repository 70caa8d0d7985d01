import { excerpt } from '../base/excerpt.js';
import { escapeProse } from '../markdown/escapeProse.js';
import type { ItemTrace } from '../trace/graph.js';
import { itemTitle } from '../trace/itemTitle.js';
import { backtrackWords } from './backtrackWords.js';
import type { ConditionResult, Evidence, Problem, Verdict } from './gate.js';
import { headline } from './headline.js';

const marks = { pass: '✓ passed', fail: '✗ **failed**', unknown: '? **unknown**' } as const;

/** A test runner may be given a whole program as a word. */
const longestWord = 120;

/** More would fill a pull request or a terminal; the total is shown. */
export const mostProblems = 20;

/**
 * A verdict as Markdown that a person reads in the editor or in a pull request: what the answer is, each condition with what was
 * found, what to do, how the criteria are tested, and what was looked at.
 */
export function verdictReport(verdict: Verdict, item: ItemTrace): string {
  const { conditions, passedOver, backtrack } = verdict;
  const title = itemTitle(item);
  const parts = [
    `# ${escapeProse(title === undefined ? item.id : `${item.id}: ${title}`)}`,
    `**${escapeProse(headline(verdict))}**${backtrack === undefined ? '' : ` ${backtrackWords[backtrack]}.`}`,
    conditionTable(conditions),
    ...conditions.filter(({ state, problems = [] }) => state !== 'pass' || problems.length > 0).map(section),
    criteria(item),
    commits(item),
    list('Known and allowed', passedOver.map(escapeProse)),
    lookedAt(verdict),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function conditionTable(conditions: readonly ConditionResult[]): string {
  const rows = conditions.map(({ title, state, required, overridden, summary }) => {
    const mark = overridden ? `${marks[state]}, overridden` : marks[state];
    return `| ${mark} | ${escapeProse(title)}${required ? '' : ' (optional)'} | ${escapeProse(summary)} |`;
  });
  return ['| Result | Condition | Found |', '| --- | --- | --- |', ...rows].join('\n');
}

function section({ title, problems = [], next, overridden }: ConditionResult): string {
  const shown = problems.slice(0, mostProblems).map((problem) => `- ${problemText(problem)}`);
  const more = problems.length - shown.length;
  return [
    `## ${escapeProse(title)}`,
    ...(shown.length > 0 ? [[...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')] : []),
    ...(next === undefined ? [] : [`Next: ${escapeProse(next)}.`]),
    ...(overridden
      ? [
          `Overridden by ${escapeProse(overridden.person)} on ${dayOf(overridden.at)}: ${escapeProse(overridden.reason)}`,
        ]
      : []),
  ].join('\n\n');
}

function problemText({ message, place }: Problem): string {
  const line = place?.range ? `:${place.range.start.line + 1}` : '';
  return `${place ? `${escapeProse(`${place.path}${line}`)}: ` : ''}${escapeProse(message)}`;
}

function criteria({ coverage }: ItemTrace): string {
  if (coverage.criteria.length === 0) return '';
  const rows = coverage.criteria.map(({ criterion, scenarios, tests }) => {
    const names = tests.map(({ file, test }) => `${test.name.value} (${file.path})`);
    return `| ${escapeProse(`${criterion.id} ${criterion.name.value}`)} | ${scenarios.length} | ${names.map(escapeProse).join('<br>') || 'none'} |`;
  });
  return ['## Criteria', ['| Criterion | Scenarios | Tests |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
}

function commits({ commits: all }: ItemTrace): string {
  return list(
    'Commits',
    all.map(({ hash, subject, author }) => `\`${hash.slice(0, 9)}\` ${escapeProse(`${subject} (${author})`)}`),
  );
}

function list(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${heading}`, lines.map((line) => `- ${line}`).join('\n')].join('\n\n');
}

function lookedAt({ conditions, commit, tree, at, profile }: Verdict): string {
  const evidence = conditions.flatMap(({ evidence: some = [] }) => some).filter(({ command }) => command !== undefined);
  const ran = evidence.map((one) => `${escapeProse(one.what)}: ${commandText(one)}`);
  return list('What was checked', [
    `Profile ${escapeProse(profile)}, on ${new Date(at).toISOString()}`,
    ...(commit === undefined ? [] : [`Commit \`${commit}\``]),
    ...(tree === undefined ? [] : [`Tree \`${tree}\`, including uncommitted changes`]),
    ...new Set(ran),
  ]);
}

function commandText({ command = [], reused, at }: Evidence): string {
  const when = reused === true ? `, seen on ${new Date(at).toISOString()}` : '';
  return `${escapeProse(command.map((word) => excerpt(word, longestWord)).join(' '))}${when}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
