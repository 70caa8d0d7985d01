import type { AgentEndKind } from '../agents/agentEnd.js';
import type { AgentEvent } from '../agents/agentEvent.js';
import type { Casting, PhaseEvent } from '../agents/phases/phaseEvent.js';
import { refusedWords } from '../agents/refusedWords.js';
import { type Review, taskOfFinding } from '../agents/review.js';
import { isDestroyed, type Loss } from '../agents/sessionRecord.js';
import type { LeftFile } from '../operations/step.js';
import { countTokens, tokenBudget } from '../agents/playbooks/playbook.js';
import { durationWords } from '../base/duration.js';
import { plainLines, plainText } from '../base/plainText.js';
import { formatVerdict } from './gate.js';
import { formatSprint } from './sprint.js';

/** An event of a phase for a terminal; empty for what is not shown. */
export function formatPhaseEvent(event: PhaseEvent): string {
  switch (event.event) {
    case 'phase':
      return `${event.phase}${event.item === undefined ? '' : ` ${event.item}`}, in ${plainText(event.folder)}\n`;
    case 'done':
      return `  ${plainText(event.what)}\n`;
    case 'condition':
      return '';
    case 'gate':
      return `\n${formatVerdict(event.verdict)}\n`;
    case 'review':
      return reviewLines(event.review);
    case 'cast':
      return castLines(event);
    case 'prompt':
      return [
        ...(event.command.length === 0 ? [] : [`${shownWords(event.command)}\n`]),
        `The prompt, about ${countTokens(event.text)} tokens of at most ${tokenBudget}:\n`,
        plainLines(event.text),
      ].join('\n');
    case 'agent':
      return `\n${plainText(event.agent)} works${event.round === 1 ? '' : `, round ${event.round} of ${event.rounds}`}\n`;
    case 'agentEvent':
      return agentLine(event.agentEvent);
    case 'agentEnd': {
      const { kind, message } = event.end;
      const ended =
        kind === 'finished' ? '' : `\nThe agent ${endWords[kind]}${message === '' ? '' : `: ${plainText(message)}`}\n`;
      return ended + lossLines(event.session, event.losses);
    }
    case 'spent':
      return `  No agent is started: ${plainText(event.end.message)}\n`;
    case 'question':
      return [
        `\n${plainText(event.agent)} asks: ${plainLines(event.question)}`,
        `Answer: pactwright agent answer ${event.session} "…"\n`,
      ].join('\n');
    case 'silent':
      return `  … silent for ${durationWords(event.ms)}\n`;
    case 'again': {
      const who = `${plainText(event.agent)}${event.model === undefined ? '' : ` with ${plainText(event.model)}`}`;
      return event.afterMs > 0 ? `Retrying in ${durationWords(event.afterMs)}.\n` : `${who} continues.\n`;
    }
    case 'planned':
      return [
        '\nNext steps:',
        ...event.steps.flatMap(({ summary, command, files = [] }, index) => [
          `  ${index + 1}. ${plainText(summary)}`,
          `     ${shownWords(command)}`,
          ...files.map((file) => `       ${plainText(file)}`),
        ]),
        ...leftLines(event.steps.flatMap(({ left = [] }) => left)),
        '',
      ].join('\n');
    case 'sprint':
      return formatSprint(event);
    case 'end':
      return event.next === undefined ? '' : `\n${plainText(event.next)}.\n`;
  }
}

function castLines({ title, role, roleBy, others, workers, notes }: Casting): string {
  return [
    `Role: ${title} (${role}, ${roleBy})${others.length === 0 ? '' : `; with ${others.join(', ')}`}`,
    ...(workers.length === 0 ? ['Agent: not chosen yet, pass one with --agent'] : []),
    ...workers.flatMap(({ agent, agentBy, model, modelBy }, index) => [
      `${index === 0 ? 'Agent' : 'Then'}: ${agent} (${agentBy})`,
      `Model: ${model === undefined ? `${agent} chooses` : `${model} (${modelBy ?? ''})`}`,
    ]),
    ...notes,
    '',
  ]
    .map(plainText)
    .join('\n');
}

/** How an agent ended, as the rest of a sentence after its name. */
export const endWords: Readonly<Record<AgentEndKind, string>> = {
  finished: 'has finished',
  auth: 'has no access',
  rateLimit: 'met a rate limit',
  quota: 'is out of quota',
  timeout: 'got no answer from its service',
  busy: 'found its database in use',
  crash: 'crashed',
  notStarted: 'was not started',
  refusedCall: 'stopped because a call was refused',
  cancelled: 'was stopped',
  timeLimit: 'was stopped',
  silence: 'was stopped',
  budget: 'was stopped',
  reserved: 'was not started',
};

function reviewLines(review: Review | undefined): string {
  if (!review) return '\nThe reviewer gave no verdict: no line of its answer says PASS or FAIL.\n';
  const { verdict, findings } = review;
  return [
    `\nReview: ${verdict.toUpperCase()}`,
    ...findings.map((finding) => `  - ${plainText(taskOfFinding(finding))}`),
    '',
  ].join('\n');
}

const lost: Readonly<Record<Loss['kind'], string>> = {
  removed: 'was removed',
  putBack: 'was put back to what was committed',
  broughtBack: 'had been deleted, and is back',
  changed: 'was changed',
  moved: 'no longer has its last commits',
  gone: 'is gone',
  beyond: 'is gone, and is in no snapshot',
};

/** What an agent has destroyed, and how to bring it back; empty if it has destroyed nothing. */
export function lossLines(session: string, losses: readonly Loss[]): string {
  const destroyed = losses.filter(isDestroyed);
  if (destroyed.length === 0) return '';
  return [
    '\nThe agent destroyed work that was not committed, or that only a branch held:',
    ...destroyed.slice(0, 20).map(({ kind, name }) => `  - ${plainText(name)} ${lost[kind]}`),
    ...(destroyed.length > 20 ? [`  - and ${destroyed.length - 20} more`] : []),
    ...(destroyed.some(({ kind }) => kind !== 'beyond')
      ? [`Restore the state before it: pactwright agent undo ${session}`]
      : []),
    '',
  ].join('\n');
}

function leftLines(left: readonly LeftFile[]): readonly string[] {
  return left.length === 0
    ? []
    : [
        'Not committed, because it may not belong to the item (commit it manually if it does):',
        ...left.map(({ path, why }) => `  ${plainText(path)} ${plainText(why)}`),
      ];
}

/** What an agent says or does, as a line or lines for a terminal; empty for what is not shown. */
export function agentLine(event: AgentEvent): string {
  switch (event.kind) {
    case 'message':
      return `  ${plainLines(event.text).replace(/\n/gu, '\n  ')}\n`;
    case 'tool':
      return `  · ${plainText(event.tool)}${event.what === undefined ? '' : `: ${plainText(event.what)}`}\n`;
    case 'refused':
      return [
        `  ✗ not allowed: ${plainText(refusedWords(event))}\n`,
        ...(event.what === undefined || event.why === undefined ? [] : [`    ${plainText(event.why)}\n`]),
        ...(event.setting === undefined ? [] : [`    to allow it: ${plainText(event.setting)}\n`]),
      ].join('');
    case 'waiting':
      return `  ? waiting: ${plainText(event.why)}\n`;
    case 'error':
      return `  ! ${plainText(event.message)}\n`;
    default:
      return '';
  }
}

const longestWord = 200;

/** A command to be read, not to be copied: a word that a shell would take for more is between quotes. */
function shownWords(words: readonly string[]): string {
  return words
    .map((word) => {
      const shown = word.length > longestWord ? `${word.slice(0, longestWord)}…` : word;
      return /^[\w@%+=:,./-]+$/u.test(shown) ? shown : JSON.stringify(plainText(shown));
    })
    .join(' ');
}
