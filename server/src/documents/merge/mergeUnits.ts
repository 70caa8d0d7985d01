import { areAmbiguous } from './doubts.js';
import { createFamily, type Roots } from './family.js';
import { clean, join, type MarkConflict, type Merged, merged } from './marks.js';
import { mergeLines } from './mergeLines.js';
import { mergeOrder } from './mergeOrder.js';
import { mergeTask } from './mergeTask.js';
import { joinPieces, type Piece } from './pieces.js';
import { bodyOf, membersText, type Triple, type Unit, type UnitKind } from './unit.js';

export interface MergeSurroundings {
  readonly mark: MarkConflict;
  /** Whose generated parts count where both sides have generated them again; undefined: neither, which is a conflict. */
  readonly newer: 'ours' | 'theirs' | undefined;
}

/** Merges three outlines in which each entry and each section occurs once. */
export function mergeUnits(roots: Roots, { mark, newer }: MergeSurroundings): Merged {
  const family = createFamily(roots);

  const mergeMembers = (parent: Triple): Merged => {
    const [base = [], ours = [], theirs = []] = [parent.base, parent.ours, parent.theirs].map((unit) => unit?.members);
    if (areAmbiguous(alikeByText, [base, ours, theirs]))
      return mergeLines(membersText(base), membersText(ours), membersText(theirs), mark);
    const matched = family.membersOf(parent);
    const pieces: Piece[] = [];
    let added: Triple | undefined;
    for (const triple of mergeOrder(matched.base, matched.ours, matched.theirs)) {
      // Prose that each side added at the same place: either may hold.
      if (isAddedProse(triple, 'theirs') && added?.ours && triple.theirs) {
        pieces.pop();
        pieces.push({ triple: added, ...mergeLines('', bodyOf(added.ours), bodyOf(triple.theirs), mark) });
      } else pieces.push({ triple, ...mergeTriple(triple, parent) });
      added = isAddedProse(triple, 'ours') ? triple : undefined;
    }
    return joinPieces(pieces, family);
  };

  /** @returns an empty text where nothing is left of it. */
  const mergeTriple = (triple: Triple, parent: Triple): Merged => {
    const { base, ours, theirs } = triple;
    if (ours && theirs) {
      const [home, otherHome = home] = family.homesOf(triple);
      if (home === otherHome) return mergeBoth(triple, base, ours, theirs);
      return parent === home ? mark(bodyOf(ours), '') : mark('', bodyOf(theirs));
    }
    const left = ours ?? theirs;
    if (!left) return clean('');
    if (!base) return clean(bodyOf(left));
    const removedByOne = (text: string): Merged => (ours ? mark(text, '') : mark('', text));
    if (triple.kind !== 'section' && triple.kind !== 'table')
      return family.isUnchanged(base, left) ? clean('') : removedByOne(bodyOf(left));
    // Its members are merged each by itself; where one of them stays, its heading does.
    const members = mergeMembers(triple);
    return members.text === '' && left.text === base.text ? clean('') : join([removedByOne(left.text), members]);
  };

  const mergeBoth = (triple: Triple, base: Unit | undefined, ours: Unit, theirs: Unit): Merged => {
    switch (triple.kind) {
      case 'prose':
        return mergeLines(base?.text ?? '', ours.text, theirs.text, mark);
      case 'row':
        // Two added rows with the same cells are the same row.
        return base ? ownLines(base, ours, theirs) : clean(ours.text);
      case 'snapshot':
        return mergeSnapshot(base ? bodyOf(base) : '', bodyOf(ours), bodyOf(theirs));
      case 'task':
        if (!ours.task || !theirs.task) break;
        return join([mergeTask(base?.task, ours.task, theirs.task, mark), mergeMembers(triple)]);
      case 'entry':
        // Two items that were given the same id are no versions of one.
        if (!base && ours.text !== theirs.text) return mark(bodyOf(ours), bodyOf(theirs));
        break;
      default:
    }
    return join([ownLines(base, ours, theirs), mergeMembers(triple)]);
  };

  const ownLines = (base: Unit | undefined, ours: Unit, theirs: Unit): Merged => {
    const text = merged(base?.text, ours.text, theirs.text);
    return text === undefined ? mark(ours.text, theirs.text) : clean(text);
  };

  const mergeSnapshot = (base: string, ours: string, theirs: string): Merged => {
    const text = merged(base, ours, theirs);
    if (text !== undefined) return clean(text);
    return newer ? clean(newer === 'ours' ? ours : theirs) : mergeLines(base, ours, theirs, mark);
  };

  return mergeMembers(family.root);
}

const alikeByText: ReadonlySet<UnitKind> = new Set(['task', 'row']);

function isAddedProse({ kind, base, ours, theirs }: Triple, by: 'ours' | 'theirs'): boolean {
  return kind === 'prose' && !base && (by === 'ours' ? ours !== undefined && !theirs : theirs !== undefined && !ours);
}
