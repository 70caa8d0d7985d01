import { type AskedGraph, type GraphMode, graphModes, type GraphWords } from '../../src/codeGraph/codeGraphMessages.js';
import { element } from '../element.js';
import type { Drawing } from '../graph/drawing.js';
import { toolButton, zoomButtons } from '../graph/page.js';

export interface GraphTools {
  readonly form: HTMLFormElement;
  readonly show: (
    words: GraphWords,
    folders: readonly { readonly name: string; readonly uri: string }[],
    asked: AskedGraph,
  ) => void;
  /** Sets what is drawn and where it starts, as a person would. @returns the request that follows. */
  readonly choose: (mode: GraphMode, start: string) => AskedGraph;
  readonly searched: () => string;
  readonly showMatches: (text: string) => void;
}

interface Handlers {
  readonly onDraw: (asked: AskedGraph) => void;
  readonly onSearch: (text: string) => void;
  readonly onNextMatch: (by: 1 | -1) => void;
  readonly drawing: Pick<Drawing, 'zoomBy' | 'fit'>;
  readonly onExport: (format: 'svg' | 'png') => void;
}

/** Modes that can begin at something. */
const taking: ReadonlySet<GraphMode> = new Set(['call', 'focus', 'impact', 'blast-radius', 'reverse', 'item']);

/** The row of fields and buttons above the graph. */
export function createTools(on: Handlers): GraphTools {
  const form = element('form', { class: 'tools' });
  const folder = element('select', { id: 'folder' });
  const mode = element('select', { id: 'mode' });
  const start = element('input', { id: 'start', type: 'text', spellcheck: 'false' });
  const search = element('input', { id: 'search', type: 'search', spellcheck: 'false' });
  const matches = element('span', { class: 'matches', role: 'status' });
  const startLabel = element('label', {});
  const asked = (): AskedGraph => {
    const own = mode.value as GraphMode; // one of its options
    return { root: folder.value, mode: own, start: taking.has(own) ? start.value.trim() : '' };
  };
  const showStart = (): void => {
    startLabel.hidden = !taking.has(asked().mode);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    on.onDraw(asked());
  });
  mode.addEventListener('change', () => {
    showStart();
    if (startLabel.hidden || mode.value === 'call') on.onDraw(asked());
    else start.focus();
  });
  folder.addEventListener('change', () => {
    on.onDraw(asked());
  });
  search.addEventListener('input', () => {
    on.onSearch(search.value);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    on.onNextMatch(event.shiftKey ? -1 : 1);
  });
  return {
    form,
    show: (words, folders, { root, mode: wanted, start: begin }) => {
      folder.replaceChildren(...folders.map(({ name, uri }) => element('option', { value: uri }, name)));
      if (!folders.some(({ uri }) => uri === root)) folder.append(element('option', { value: root }, lastPart(root)));
      mode.replaceChildren(...graphModes.map((one) => element('option', { value: one }, words.modes[one])));
      [folder.value, mode.value, start.value] = [root, wanted, begin];
      startLabel.replaceChildren(`${words.start} `, start);
      form.replaceChildren(
        ...(folder.options.length > 1 ? [element('label', {}, `${words.folder} `, folder)] : []),
        element('label', {}, `${words.mode} `, mode),
        startLabel,
        element('button', { type: 'submit', class: 'button' }, words.draw),
        element('label', {}, `${words.search} `, search),
        matches,
        ...zoomButtons(words, on.drawing),
        exportButtons(words, on),
      );
      showStart();
    },
    choose: (wanted, begin) => {
      [mode.value, start.value] = [wanted, begin];
      showStart();
      return asked();
    },
    searched: () => search.value,
    showMatches: (text) => {
      matches.textContent = text;
    },
  };
}

function lastPart(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

function exportButtons(words: GraphWords, { onExport }: Handlers): HTMLElement {
  const formats = (['svg', 'png'] as const).map((format) =>
    toolButton(format.toUpperCase(), format.toUpperCase(), () => {
      onExport(format);
    }),
  );
  return element(
    'span',
    { class: 'exports', role: 'group', 'aria-label': words.export },
    `${words.export} `,
    ...formats,
  );
}
