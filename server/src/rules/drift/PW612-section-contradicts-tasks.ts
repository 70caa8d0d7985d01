import type { BoardSectionKind, Entry } from '../../documents/board/board.js';
import { moveEntry } from '../../documents/board/boardEdits.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Fix } from '../finding.js';
import { defineEntryRule, type Report } from '../rule.js';
import { none } from '../../base/same.js';
import { boardEntry, contradictionOf, entryPlace, openTasks, sectionOfTasks, sectionWords } from './boardState.js';

export const sectionContradictsTasks = defineEntryRule({
  code: 'PW612',
  name: 'section-contradicts-tasks',
  summary: 'The section of a board entry contradicts its tasks',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  together: (count) =>
    `The tasks of ${count} entries contradict their section, so nobody can tell what is finished. Move the entries, or tick what is done; the light bulb does it for all of them.`,
  documents: ['board'],
  why: 'The section and the tasks both show an item’s progress. If they disagree, somebody relies on unfinished work, or starts work that is already done.',
  fix: 'Move the entry to the section that matches its tasks, or correct the tasks. If all tasks are ticked, the quick fix moves the entry to Done. In Progress with all tasks ticked is information: it is ready to move. Open tasks of dropped items (Status Cancelled, Superseded, Rejected and the like) are skipped.',
  pactkit:
    'PactKit never reports this. Each time it ticks a task, and with `fix_board`, it moves all entries to match their tasks without asking.',
  checkEntry({ document, entry, kind }, { item }) {
    if (document.kind !== 'board' || !kind || boardEntry(item)?.entry !== entry) return none;
    const speaks = contradictionOf(kind, entry, item);
    if (speaks !== 'tasks' && speaks !== 'ready') return none;
    return [{ span: entryPlace(entry), item: item.id, anchor: 'tasks', ...report(document, item, entry, kind) }];
  },
});

function report(
  board: ParsedDocument<'board'>,
  item: ItemTrace,
  entry: Entry,
  kind: BoardSectionKind,
): Pick<Report, 'message' | 'severity' | 'fix' | 'otherFixes'> {
  const { id } = item;
  const to = sectionOfTasks(entry, item);
  const move = to && moving(board, entry, to);
  const open = openTasks(entry);
  const all = entry.tasks.length;
  const ticked = all - open.length;
  if (open.length === 0) {
    return {
      message:
        kind === 'inProgress'
          ? `All tasks of ${id} are ticked, so it is ready to move to Done.`
          : `${id} is in the Backlog, but all its tasks are ticked, so somebody may redo finished work. Move the entry to Done, or untick what is not done.`,
      ...(kind === 'inProgress' ? { severity: 'info' as const } : {}),
      ...(move ? { fix: move } : {}),
    };
  }
  if (kind === 'done') {
    const tick: Fix = {
      title: open.length === 1 ? 'Tick the open task' : `Tick the ${open.length} open tasks`,
      every: 'Tick the open tasks',
      safe: false,
      edits: open.map(({ mark }) => ({ span: mark.span, newText: 'x' })),
    };
    return {
      message: `${id} is in Done, but ${open.length} of its ${all} tasks ${open.length === 1 ? 'is' : 'are'} open, so unfinished work looks finished. Tick what is done, or move the entry back.`,
      otherFixes: [...(move ? [move] : []), tick],
    };
  }
  return {
    message: `${id} is in the Backlog, but ${ticked} of its ${all} tasks ${ticked === 1 ? 'is' : 'are'} ticked: work has started, and somebody else may start it again. Move the entry to In Progress.`,
    ...(move ? { fix: move } : {}),
  };
}

function moving(board: ParsedDocument<'board'>, entry: Entry, kind: BoardSectionKind): Fix | undefined {
  const edits = moveEntry(board, entry, kind);
  const every = 'Move the entry as its tasks say';
  return edits && { title: `Move the entry to ${sectionWords[kind]}`, every, safe: false, edits };
}
