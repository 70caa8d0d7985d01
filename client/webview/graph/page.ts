import { element } from '../element.js';
import { createDrawing, type Drawing, type DrawingOptions } from './drawing.js';

export interface GraphPage {
  readonly canvas: HTMLElement;
  readonly drawing: Drawing;
}

/**
 * The part of a page where a graph is drawn: it takes the colours of the theme, and keys.
 *
 * @param keys what other keys do, by name.
 */
export function createGraphPage(options: DrawingOptions, keys: Readonly<Record<string, () => void>> = {}): GraphPage {
  const canvas = element('div', { class: 'canvas', tabindex: '0', role: 'application' });
  // The style that the library would add is in ours: the page allows no other.
  document.head.append(element('meta', { id: '__________cytoscape_stylesheet' }));
  const drawing = createDrawing(canvas, options);
  new MutationObserver(() => {
    drawing.recolour();
  }).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  const all = { ...usualKeys(drawing), ...keys };
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = all[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  return { canvas, drawing };
}

function usualKeys(drawing: Drawing): Record<string, () => void> {
  return {
    ArrowLeft: () => {
      drawing.step(-1, 0);
    },
    ArrowRight: () => {
      drawing.step(1, 0);
    },
    ArrowUp: () => {
      drawing.step(0, -1);
    },
    ArrowDown: () => {
      drawing.step(0, 1);
    },
    '+': () => {
      drawing.zoomBy(1.25);
    },
    '-': () => {
      drawing.zoomBy(0.8);
    },
    '0': () => {
      drawing.fit();
    },
  };
}

/** @param named for screen readers, and on hover. */
export function toolButton(text: string, named: string, act: () => void): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', class: 'button secondary', title: named, 'aria-label': named },
    text,
  );
  made.addEventListener('click', act);
  return made;
}

/** The buttons that zoom. */
export function zoomButtons(
  words: { readonly zoomIn: string; readonly zoomOut: string; readonly fit: string },
  drawing: Pick<Drawing, 'zoomBy' | 'fit'>,
): readonly HTMLElement[] {
  return [
    toolButton('+', words.zoomIn, () => {
      drawing.zoomBy(1.25);
    }),
    toolButton('−', words.zoomOut, () => {
      drawing.zoomBy(0.8);
    }),
    toolButton(words.fit, words.fit, () => {
      drawing.fit();
    }),
  ];
}
