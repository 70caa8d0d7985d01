import { noSession, contextLines } from '../../documents/contextText.js';
import type { ParsedDocument } from '../../documents/document.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { span } from '../../markdown/span.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { contextFacts } from '../support/contextFacts.js';
import { keptContext, type KeptContext } from '../support/keptContext.js';
import { oneLineProblem } from '../support/oneLineText.js';
import { sprintContracts } from '../support/sprintContracts.js';

const line = (description: string) =>
  ({ type: 'text', description, check: (text: string) => oneLineProblem(text) }) as const;

/** Writes the session context anew. */
export const context = defineOperation({
  name: 'context',
  group: 'documents',
  summary: 'Writes the session context anew, from board, lessons and branches',
  details:
    'What agents and people begin a session with: how the sprint stands, what is in progress, what was done last, the branches, the newest lessons. The section Agent Continuation stays as it is unless `--last-command` or `--end` says otherwise; sections of your own stay below it. With `--last-command`, the criteria of the items it names are listed as a contract. Where the spec of an item says another thing than its section on the board, that is noted.',
  fields: {
    lastCommand: line('what was done last in the session, e.g. "act STORY-042": begins Agent Continuation anew'),
    phase: line('how far it came; with --last-command'),
    blockers: line('what is in the way; with --last-command'),
    end: { type: 'flag', description: 'no session goes on: empties Agent Continuation' },
  },
  reads: ['board', 'context', 'lessons', 'spec'],
  needs: 'git',
  writes: true,
  plan: ({ project, configuration, now }, { lastCommand, phase, blockers, end }) => {
    if (lastCommand === undefined && (phase !== undefined || blockers !== undefined))
      throw new Refused('invalid-input', 'lastCommand is missing: phase and blockers say how far that came');
    if (lastCommand !== undefined && end)
      throw new Refused('invalid-input', 'end empties what lastCommand would begin: give one of them');
    const path = configuration.paths.context;
    const [document] = project.ofKind('context');
    const [problem] = document?.problems ?? [];
    if (problem) throw new Refused('unreadable', `${path} cannot be changed. ${problem.message}`);
    const kept = document && keptContext(document);
    const begun =
      lastCommand === undefined
        ? undefined
        : [
            `Last Command: ${lastCommand.trim()}`,
            `Phase Reached: ${phase?.trim() ?? 'unknown'}`,
            ...(blockers === undefined ? [] : [`Blockers: ${blockers.trim()}`]),
            ...sprintContracts(project, lastCommand),
          ];
    const continuation = begun ?? (end ? [noSession] : (kept?.continuation ?? [noSession]));
    const lines = contextLines({ ...contextFacts(project, now), continuation });
    const text = written(lines, document, kept);
    return {
      changes: [
        document
          ? {
              kind: 'edit',
              path,
              edits: [{ span: span(markLength(document.text), document.text.length), newText: text }],
            }
          : { kind: 'create', path, text },
      ],
      answer: {
        message: `wrote ${path}`,
        data: { path, continuation: begun ? 'begun' : end || !kept?.continuation ? 'none' : 'kept' },
      },
    };
  },
});

function written(
  lines: readonly string[],
  document: ParsedDocument<'context'> | undefined,
  kept: KeptContext | undefined,
): string {
  const br = lineBreakOf(document?.text ?? '');
  const own = (kept?.sections ?? []).flatMap((section) => ['', section]);
  return [...lines, ...own, ''].join(br);
}

/** The byte order mark stays: editors do not show it, and would write a second one. */
function markLength(text: string): number {
  return text.startsWith('\u{FEFF}') ? 1 : 0;
}
