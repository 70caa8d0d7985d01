import { besideAt, type CardBox } from './dropTarget.js';
import { openCardMenu } from './cardMenu.js';
import type { Move } from './pending.js';

export interface Drop extends Move {
  /** Key of the card that was taken hold of. */
  readonly active: string;
}

export interface DragEvents {
  /** Keys of the cards that are dragged with a card; none if it may not be. */
  readonly begin: (card: string) => readonly string[];
  /** Undefined if they are over no column. */
  readonly over: (drop: Drop | undefined, held: readonly string[]) => void;
  readonly drop: (drop: Drop) => void;
  /** It is over, whether the cards were put somewhere or not. */
  readonly end: () => void;
}

/** A click moves a little, in pixels. */
const threshold = 5;
/** A finger that moves further than this, in pixels, scrolls. */
const fingerThreshold = 10;
/** How long a finger rests on a card to take hold of it, in milliseconds; a browser's own menu comes after 500. */
const longPress = 400;
/** From an edge, in pixels; there the list scrolls by itself. */
const edge = 48;
const pixelsPerFrame = 12;

/**
 * Drags cards. Pointer events and not the browser's own dragging, which cannot be left with Escape in a page like this, ends at the
 * frame's border, shows a picture that no theme colours and knows no finger. A finger scrolls, unless it rests on a card first; lifted
 * without having moved it opens the card's menu.
 */
export function addDragging(root: HTMLElement, events: DragEvents): void {
  root.addEventListener('pointerdown', (down) => {
    const { target, button, isPrimary } = down;
    if (!(target instanceof Element) || button !== 0 || !isPrimary) return;
    if (target.closest('button, input, .task')) return;
    const card = target.closest<HTMLElement>('.card');
    if (card) new CardDrag(root, card, down, events).watch();
  });
  // Known from the start, so that the browser waits for it before it scrolls.
  root.addEventListener(
    'touchmove',
    (event) => {
      if (document.body.classList.contains('dragging')) event.preventDefault();
    },
    { passive: false },
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** From a button or a finger going down on a card to its going up. */
class CardDrag {
  readonly #root: HTMLElement;
  readonly #card: HTMLElement;
  readonly #down: PointerEvent;
  readonly #events: DragEvents;
  readonly #key: string;
  readonly #ended = new AbortController();
  readonly #isFinger: boolean;
  #held: readonly string[] = [];
  #ghost: HTMLElement | undefined;
  #at: Point;
  #hasMoved = false;
  #drop: Drop | undefined;

  constructor(root: HTMLElement, card: HTMLElement, down: PointerEvent, events: DragEvents) {
    this.#root = root;
    this.#card = card;
    this.#down = down;
    this.#events = events;
    this.#key = card.dataset['key'] ?? '';
    this.#at = down;
    this.#isFinger = down.pointerType === 'touch';
  }

  watch(): void {
    const { signal } = this.#ended;
    const options = { signal };
    window.addEventListener('pointermove', this.#move, options);
    // Before what comes with letting go, which would be treated as a click.
    window.addEventListener('pointerup', this.#swallowClick, { signal, capture: true });
    window.addEventListener(
      'pointerup',
      () => {
        this.#finish(true);
      },
      options,
    );
    const cancel = (): void => {
      this.#finish(false);
    };
    window.addEventListener('pointercancel', cancel, options);
    window.addEventListener('blur', cancel, options);
    window.addEventListener('keydown', this.#keyDown, { signal, capture: true });
    if (!this.#isFinger) return;
    const timer = setTimeout(() => {
      this.#takeHold();
    }, longPress);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
    });
    // The browser's own comes while the finger still rests, and would end the drag.
    window.addEventListener('contextmenu', swallow, { signal, capture: true });
  }

  readonly #move = (event: PointerEvent): void => {
    if (event.pointerId !== this.#down.pointerId) return;
    this.#at = { x: event.clientX, y: event.clientY };
    const { x, y } = this.#at;
    const { clientX, clientY } = this.#down;
    const isFar = Math.hypot(x - clientX, y - clientY) >= (this.#isFinger ? fingerThreshold : threshold);
    if (!this.#ghost && isFar && this.#isFinger) this.#finish(false);
    else if (!this.#ghost && isFar) this.#takeHold();
    if (!this.#ghost) return;
    this.#hasMoved ||= isFar;
    this.#ghost.style.transform = `translate(${x - clientX}px, ${y - clientY}px)`;
    if (this.#hasMoved) this.#aim();
  };

  #takeHold(): void {
    this.#held = this.#events.begin(this.#key);
    if (this.#held.length === 0) {
      this.#ended.abort();
      return;
    }
    this.#ghost = ghostOf(this.#card, this.#held.length);
    this.#root.setPointerCapture(this.#down.pointerId);
    document.body.classList.add('dragging');
    requestAnimationFrame(this.#scroll);
  }

  #aim(): void {
    const next = dropAt(this.#root, this.#held, this.#at);
    const drop = next && { ...next, active: this.#key };
    if (JSON.stringify(drop) === JSON.stringify(this.#drop)) return;
    this.#drop = drop;
    this.#events.over(drop, this.#held);
  }

  readonly #scroll = (): void => {
    if (this.#ended.signal.aborted) return;
    if (this.#hasMoved && scrollNearEdge(this.#root, this.#at)) this.#aim();
    requestAnimationFrame(this.#scroll);
  };

  #finish(isDropped: boolean): void {
    this.#ended.abort();
    if (!this.#ghost) return;
    this.#ghost.remove();
    document.body.classList.remove('dragging');
    if (isDropped && this.#drop) this.#events.drop(this.#drop);
    this.#events.end();
    if (isDropped && this.#isFinger && !this.#hasMoved) openCardMenu(this.#card, this.#at);
  }

  readonly #keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#ghost) return;
    event.stopPropagation();
    this.#finish(false);
  };

  /** What follows letting go is no click on the card below. */
  readonly #swallowClick = (): void => {
    if (this.#ghost) window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => {
      window.removeEventListener('click', swallow, { capture: true });
    });
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function ghostOf(card: HTMLElement, count: number): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect();
  // As cloned it is the same to the eye; to a screen reader it must not be there twice.
  const ghost = document.createElement('div');
  ghost.className = 'ghost';
  ghost.setAttribute('aria-hidden', 'true');
  if (count > 1) ghost.dataset['count'] = String(count);
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

function dropAt(root: HTMLElement, held: readonly string[], { x, y }: Point): Move | undefined {
  const bounds = root.getBoundingClientRect();
  if (y < bounds.top || y > bounds.bottom) return undefined;
  for (const column of root.querySelectorAll<HTMLElement>('.column')) {
    const { left, right } = column.getBoundingClientRect();
    if (x < left || x > right) continue;
    const key = column.dataset['column'] ?? '';
    if (key === '') return undefined;
    const beside = besideAt(boxesOf(column), y, held);
    return { cards: [...held], column: key, ...(beside ? { beside } : {}) };
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
function scrollNearEdge(root: HTMLElement, { x, y }: Point): boolean {
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
