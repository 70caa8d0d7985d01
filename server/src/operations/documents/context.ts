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

/** Writes the session context again. */
export const context = defineOperation({
  name: 'context',
  group: 'documents',
  summary: 'Regenerates the session context from board, lessons and branches',
  details:
    'Agents and people start a session with this file: sprint status, items in progress, recent completions, branches, latest lessons. The section Agent Continuation does not change unless you pass `--last-command` or `--end`. A second section of that name, your own sections, and text above the first section or below your own headings also stay. With `--last-command`, the criteria of the items it names are listed as a contract. The file notes if the spec of an item contradicts its section on the board.',
  example: { lastCommand: 'act STORY-042', phase: 'green' },
  fields: {
    lastCommand: line('the last command of the session, e.g. "act STORY-042": rewrites Agent Continuation'),
    phase: line('the phase reached; with --last-command'),
    blockers: line('what blocks it; with --last-command'),
    end: { type: 'flag', description: 'no active session: empties Agent Continuation' },
  },
  reads: ['board', 'context', 'lessons', 'spec'],
  needs: 'git',
  writes: true,
  plan: ({ project, configuration, now }, { lastCommand, phase, blockers, end }) => {
    if (lastCommand === undefined && (phase !== undefined || blockers !== undefined))
      throw new Refused('invalid-input', 'lastCommand is missing: phase and blockers describe it');
    if (lastCommand !== undefined && end)
      throw new Refused('invalid-input', 'specify either end or lastCommand, not both');
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

/** What is below Agent Continuation, as it is there; undefined if there is nothing. */
function keptContinuation(document: ParsedDocument<'context'>): string | undefined {
  const section = generatedSections(document).get('Agent Continuation');
  const below = section && document.text.slice(section.body.start, section.body.end);
  return below?.trim() === '' ? undefined : below;
}

/** @throws Refused */
function changeOf(path: string, document: ParsedDocument<'context'> | undefined, written: ContextText): FileChange {
  if (!document) return { kind: 'create', path, text: [...contextLines(written), ''].join('\n') };
  const edits = contextEdits(document, written);
  if (!edits) throw new Refused('not-allowed', `${path} ends with an unclosed fence or comment: close it first`);
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
