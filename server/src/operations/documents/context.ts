import { contextEdits, generatedSections } from '../../documents/context/contextEdits.js';
import { contextLines, type ContextText, contextText, noSession } from '../../documents/context/contextText.js';
import type { ParsedDocument } from '../../documents/document.js';
import { findItemIds } from '../../documents/itemId.js';
import { criterionTitle } from '../../documents/testCase/testCaseTemplate.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { contextFacts } from '../support/contextFacts.js';
import { oneLineProblem } from '../support/oneLineText.js';

const line = (description: string) =>
  ({ type: 'text', description, check: (text: string) => oneLineProblem(text) }) as const;

/** Writes the session context anew. */
export const context = defineOperation({
  name: 'context',
  group: 'documents',
  summary: 'Writes the session context anew, from board, lessons and branches',
  details:
    'What agents and people begin a session with: how the sprint stands, what is in progress, what was done last, the branches, the newest lessons. The section Agent Continuation stays as it is unless `--last-command` or `--end` says otherwise; a second section of that name, sections of your own and what you write above the first section or below a heading of your own stay where they are. With `--last-command`, the criteria of the items it names are listed as a contract. Where the spec of an item says another thing than its section on the board, that is noted.',
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
    const kept = document && keptContinuation(document);
    const begun =
      lastCommand === undefined
        ? undefined
        : [
            `Last Command: ${lastCommand.trim()}`,
            `Phase Reached: ${phase?.trim() ?? 'unknown'}`,
            ...(blockers === undefined ? [] : [`Blockers: ${blockers.trim()}`]),
            ...sprintContracts(project, lastCommand),
          ];
    const continuation = begun ?? [(end ? undefined : kept) ?? noSession];
    const written = contextText({ ...contextFacts(project, now), continuation });
    return {
      changes: [changeOf(path, document, written)],
      answer: {
        message: `wrote ${path}`,
        data: { path, continuation: begun ? 'begun' : end || kept === undefined ? 'none' : 'kept' },
      },
    };
  },
});

/** What stands below Agent Continuation, as it stands there; undefined where there is nothing. */
function keptContinuation(document: ParsedDocument<'context'>): string | undefined {
  const section = generatedSections(document).get('Agent Continuation');
  const below = section && document.text.slice(section.body.start, section.body.end);
  return below?.trim() === '' ? undefined : below;
}

/** @throws Refused */
function changeOf(path: string, document: ParsedDocument<'context'> | undefined, written: ContextText): FileChange {
  if (!document) return { kind: 'create', path, text: [...contextLines(written), ''].join('\n') };
  const edits = contextEdits(document, written);
  if (!edits)
    throw new Refused('not-allowed', `${path} ends in a fence or comment that is never closed: close it first`);
  return { kind: 'edit', path, edits };
}

/** The criteria of every item a text names, as lists to tick; nothing for items without spec or criteria. */
function sprintContracts(project: Pick<Project, 'spec'>, text: string): readonly string[] {
  const ids = [...new Set(findItemIds(text).map(({ value }) => value))];
  return ids.flatMap((id) => {
    const criteria = project.spec(id)?.model.criteria ?? [];
    if (criteria.length === 0) return [];
    const lines = criteria.map((criterion) => `- [ ] ${criterion.id}: ${criterionTitle(criterion)}`.trimEnd());
    return ['', `### Sprint Contract (${id})`, ...lines];
  });
}
