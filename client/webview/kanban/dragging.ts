import type { Beside } from '../../src/kanban/kanbanMessages.js';
import { besideAt, type CardBox } from './dropTarget.js';

export interface Drop {
  readonly card: string;
  readonly column: string;
  readonly beside?: Beside;
}

export interface DragEvents {
  /** Whether the card may be dragged. */
  readonly begin: (card: string) => boolean;
  /** Undefined where it is over no column. */
  readonly over: (drop: Drop | undefined, card: string) => void;
  readonly drop: (drop: Drop) => void;
  /** It is over, whether the card was put somewhere or not. */
  readonly end: () => void;
}

/** A click moves a little, in pixels. */
const threshold = 5;
/** From an edge, in pixels; there the list scrolls by itself. */
const edge = 48;
const pixelsPerFrame = 12;

/**
 * Drags cards with the mouse or a pen. Pointer events and not the browser's own dragging, which cannot be left with Escape in a page
 * like this, ends at the frame's border and shows a picture that no theme colours. A finger scrolls.
 */
export function addDragging(root: HTMLElement, events: DragEvents): void {
  root.addEventListener('pointerdown', (down) => {
    const { target, button, pointerType } = down;
    if (!(target instanceof Element) || button !== 0 || pointerType === 'touch') return;
    if (target.closest('button, input, .task')) return;
    const card = target.closest<HTMLElement>('.card');
    if (card) watch(root, card, down, events);
  });
}

function watch(root: HTMLElement, card: HTMLElement, down: PointerEvent, events: DragEvents): void {
  const key = card.dataset['key'] ?? '';
  const ended = new AbortController();
  const { signal } = ended;
  let ghost: HTMLElement | undefined;
  let at: { readonly x: number; readonly y: number } = down;
  let drop: Drop | undefined;

  const aim = (): void => {
    const next = dropAt(root, key, at);
    if (JSON.stringify(next) === JSON.stringify(drop)) return;
    drop = next;
    events.over(drop, key);
  };
  const scroll = (): void => {
    if (signal.aborted) return;
    if (scrollNearEdge(root, at)) aim();
    requestAnimationFrame(scroll);
  };
  const finish = (isDropped: boolean): void => {
    ended.abort();
    if (!ghost) return;
    ghost.remove();
    document.body.classList.remove('dragging');
    if (isDropped && drop) events.drop(drop);
    events.end();
  };

  const move = (event: PointerEvent): void => {
    at = { x: event.clientX, y: event.clientY };
    if (!ghost) {
      if (Math.hypot(at.x - down.clientX, at.y - down.clientY) < threshold) return;
      if (!events.begin(key)) {
        ended.abort();
        return;
      }
      ghost = ghostOf(card);
      root.setPointerCapture(event.pointerId);
      document.body.classList.add('dragging');
      requestAnimationFrame(scroll);
    }
    ghost.style.transform = `translate(${at.x - down.clientX}px, ${at.y - down.clientY}px)`;
    aim();
  };
  const options = { signal };
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', () => finish(true), options);
  window.addEventListener('pointercancel', () => finish(false), options);
  window.addEventListener('blur', () => finish(false), options);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !ghost) return;
      event.stopPropagation();
      finish(false);
    },
    { signal, capture: true },
  );
  // What follows letting go is no click on the card below.
  window.addEventListener(
    'pointerup',
    () => {
      if (ghost) window.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => {
        window.removeEventListener('click', stop, { capture: true });
      });
    },
    { signal, capture: true },
  );
}

function stop(event: Event): void {
  event.stopPropagation();
}

function ghostOf(card: HTMLElement): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect();
  // As cloned it is the same to the eye; to a screen reader it must not be there twice.
  const ghost = document.createElement('div');
  ghost.className = 'ghost';
  ghost.setAttribute('aria-hidden', 'true');
  const copy = card.cloneNode(true);
  if (copy instanceof HTMLElement) {
    copy.removeAttribute('id');
    copy.removeAttribute('data-key');
    copy.classList.remove('active');
    for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  }
  ghost.append(copy);
  ghost.style.left = `${left}px`;
  ghost.style.top = `${top}px`;
  ghost.style.width = `${width}px`;
  document.body.append(ghost);
  return ghost;
}

function dropAt(root: HTMLElement, held: string, { x, y }: { x: number; y: number }): Drop | undefined {
  const bounds = root.getBoundingClientRect();
  if (y < bounds.top || y > bounds.bottom) return undefined;
  for (const column of root.querySelectorAll<HTMLElement>('.column')) {
    const { left, right } = column.getBoundingClientRect();
    if (x < left || x > right) continue;
    const key = column.dataset['column'] ?? '';
    if (key === '') return undefined;
    const beside = besideAt(boxesOf(column), y, held);
    return { card: held, column: key, ...(beside ? { beside } : {}) };
  }
  return undefined;
}

function boxesOf(column: HTMLElement): readonly CardBox[] {
  return Array.from(column.querySelectorAll<HTMLElement>('.card'), (card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return { key: card.dataset['key'] ?? '', top, bottom };
  });
}

/** Whether anything was scrolled. */
function scrollNearEdge(root: HTMLElement, { x, y }: { x: number; y: number }): boolean {
  const bounds = root.getBoundingClientRect();
  const beforeLeft = root.scrollLeft;
  root.scrollLeft += step(x, bounds.left, bounds.right);
  let isScrolled = root.scrollLeft !== beforeLeft;
  for (const list of root.querySelectorAll<HTMLElement>('.cards')) {
    const { left, right, top, bottom } = list.getBoundingClientRect();
    if (x < left || x > right) continue;
    const before = list.scrollTop;
    list.scrollTop += step(y, top, bottom);
    isScrolled ||= list.scrollTop !== before;
  }
  return isScrolled;
}

function step(at: number, from: number, to: number): number {
  if (at < from + edge) return -pixelsPerFrame;
  return at > to - edge ? pixelsPerFrame : 0;
}
