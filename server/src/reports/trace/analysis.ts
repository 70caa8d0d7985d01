import type { Analysis } from '../../trace/analysis.js';

/** What a gap is called, behind the part that has it. */
const gapWords = {
  noTask: 'no task',
  noCriterion: 'no criterion',
  noScenario: 'no scenario',
  noTest: 'no test',
  skipped: 'tests are skipped',
} as const;

/** The analysis of an item as a Markdown table, with what is missing and what belongs to nothing. */
export function formatAnalysis(item: string, title: string, { rows, ...loose }: Analysis): string {
  const cell = (texts: readonly string[]): string =>
    texts.length === 0 ? '—' : texts.join('<br>').replaceAll('|', '\\|');
  const gaps = rows.flatMap(({ gaps: own }) => own.map(({ at, gap }) => `${at}: ${gapWords[gap]}`));
  const list = (heading: string, texts: readonly string[]): readonly string[] =>
    texts.length === 0 ? [] : ['', `${heading}:`, ...texts.map((text) => `- ${text}`)];
  return [
    `# ${item}${title === '' ? '' : `: ${title}`}`,
    '',
    ...(rows.length === 0
      ? ['There are no requirements.']
      : ['| Requirement | Tasks | Criteria | Scenarios | Tests |', '|---|---|---|---|---|']),
    ...rows.map((row) => {
      const { requirement, name, level, tasks, criteria, scenarios, tests } = row;
      const ticks = tasks.map(
        ({ text, ticked, by }) => `[${ticked ? 'x' : ' '}] ${text}${by === 'words' ? ' (by its words)' : ''}`,
      );
      const head = `${requirement} ${name}${level === null ? '' : ` (${level})`}`;
      return `| ${[[head], ticks, criteria, scenarios, tests].map(cell).join(' | ')} |`;
    }),
    ...list('Missing', gaps),
    ...list('Tasks that belong to no requirement', loose.looseTasks),
    ...list('Criteria that cite no requirement', loose.looseCriteria),
    ...list('Scenarios that lead to no requirement', loose.looseScenarios),
    '',
  ].join('\n');
}
