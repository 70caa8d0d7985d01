import type { EvidenceSummary, ItemEvent } from '../gates/evidence/summary.js';
import { minuteOf } from '../gates/support/minuteOf.js';
import { count } from '../base/count.js';
import { plainText } from '../base/plainText.js';

const longestCommand = 100;

/** What is on record, for a terminal: a line for each record. */
export function formatEvidence({ records, broken, notes, items, runs, commands }: EvidenceSummary): string {
  const lines: string[] = [];
  for (const { item, events } of items) {
    lines.push(plainText(item));
    for (const event of events) lines.push(line(event.number, event.at, event.kind, describe(event)));
    lines.push('');
  }
  if (runs.length > 0) {
    lines.push('Runs');
    for (const { number, at, what } of runs) lines.push(line(number, at, 'run', shortened(what)));
    lines.push('');
  }
  if (commands.length > 0) {
    lines.push('Destructive commands');
    for (const { number, at, agent, item, branch, parts } of commands)
      lines.push(
        line(
          number,
          at,
          'command',
          `${agent} for ${item ?? branch ?? 'no branch'}: ${parts.map(({ command }) => command).join('; ')}`,
        ),
      );
    lines.push('');
  }
  lines.push(
    broken === undefined
      ? `${count(records, 'record')}; the log is intact.`
      : `The log is not intact: ${plainText(broken)}.`,
  );
  lines.push(...notes.map((note) => `${plainText(note)}.`));
  return `${lines.join('\n')}\n`;
}

function line(number: number, at: number, kind: string, what: string): string {
  return `  ${`#${number}`.padEnd(6)}  ${minuteOf(at).padEnd(16)}  ${kind.padEnd(7)}  ${plainText(what)}`;
}

function describe(event: ItemEvent): string {
  switch (event.kind) {
    case 'frozen':
      return `${event.spec} as agreed, hash ${event.hash.slice(0, 12)}, from commit ${event.base.slice(0, 7)} on`;
    case 'verdict': {
      const failed = event.failed.length === 0 ? '' : ` (${event.failed.join(', ')})`;
      return `gate ${event.gate}: ${event.answer}${failed}, profile ${event.profile}, tree ${event.tree.slice(0, 7)}`;
    }
    case 'word': {
      const { person, about, what, reason, doubt, tree } = event;
      const where = tree === '' ? '' : ` on tree ${tree.slice(0, 7)}`;
      return `${person}: ${about} ${what}${where}: ${reason}${doubt ? ` (not trusted: ${doubts[doubt]})` : ''}`;
    }
  }
}

const doubts = {
  unknownKey: 'this machine does not trust the key',
  badSignature: 'it does not match the signature',
} as const;

function shortened(what: string): string {
  if (what.length <= longestCommand) return what;
  const end = what.lastIndexOf(': ');
  return `${what.slice(0, longestCommand - 20)} …${end < 0 ? '' : what.slice(end)}`;
}
