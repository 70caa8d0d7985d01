import { moveEntry } from '../../documents/board/boardEdits.js';
import { type BoardSectionKind, statusOfSection } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { EntryTrace } from '../../trace/graph.js';
import type { Fix } from '../finding.js';
import { defineEntryRule } from '../rule.js';
import { none } from '../../base/same.js';
import {
  boardEntry,
  contradictionOf,
  entryPlace,
  progressOf,
  sectionOfProgress,
  sectionWords,
  statusPlace,
} from './boardState.js';

export const sectionContradictsStatus = defineEntryRule({
  code: 'PW613',
  name: 'section-contradicts-status',
  summary: 'The section of a board entry contradicts the Status of its spec',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  together: (count) =>
    `${count} entries contradict the Status of their specs, so board or specs are out of date. Make the two agree; the light bulb does it for all of them.`,
  documents: ['board', 'archive'],
  why: 'People look at the board; tools and agents look at the spec. One of them is misled, and redoes finished work or builds on work that does not exist.',
  fix: 'Decide which of the two is right. One quick fix sets the Status in the spec, the other moves the entry. An archived item whose spec is not Done is reported as information. If the tasks show which one is right, PW612 or PW614 reports it instead.',
  pactkit:
    '`pactkit done-verify` (2.17) looks at one item at a time: it fails if all tasks are ticked and the Status is not Done, or the other way round.',
  checkEntry(own, { item }) {
    const { id, spec } = item;
    if (!spec || item.entries[0]?.entry !== own.entry) return none;
    const progress = progressOf(item);
    const section = sectionOfProgress(progress);
    const archived = own.document.kind === 'archive';
    if (archived) {
      if (section === undefined || section === 'done') return none;
    } else if (contradictionOf(boardEntry(item)?.kind, own.entry, item) !== 'status') return none;
    const { kind = 'done' } = own;
    const status = spec.facts.status?.value ?? '';
    const move = archived || section === undefined ? undefined : moving(own, section);
    return [
      {
        span: entryPlace(own.entry),
        item: id,
        anchor: 'status',
        ...(archived ? { severity: 'info' as const } : {}),
        message: archived
          ? `${id} is in the archive, but its spec has the Status ${status}, so the item looks open. Set the Status to Done.`
          : `The board has ${id} under ${sectionWords[kind]}, but its spec has the Status ${status}, so one of them is wrong. Make the two agree.`,
        otherFixes: [setting(spec, kind), ...(move ? [move] : [])],
        related: [{ document: spec, span: statusPlace(spec), message: `The Status of ${id} is ${status}` }],
      },
    ];
  },
});

function setting(spec: ParsedDocument<'spec'>, kind: BoardSectionKind): Fix {
  const status = statusOfSection[kind];
  return {
    title: `Set the Status to ${status}`,
    every: 'Set the Status as on the board',
    safe: false,
    edits: [],
    others: [{ kind: 'edit', path: spec.path, edits: [{ span: statusPlace(spec), newText: status }] }],
  };
}

function moving({ document, entry }: EntryTrace, kind: BoardSectionKind): Fix | undefined {
  const edits = document.kind === 'board' ? moveEntry(document, entry, kind) : undefined;
  const every = 'Move the entry as its Status says';
  return edits && { title: `Move the entry to ${sectionWords[kind]}`, every, safe: false, edits };
}
