import type { GraphNode } from '../../src/codeGraph/codeGraphMessages.js';

/** The colours of the editor's theme, as a canvas and a file need them: by value. */
export interface Palette {
  readonly background: string;
  readonly fill: string;
  readonly text: string;
  readonly edge: string;
  readonly group: string;
  readonly selected: string;
  readonly match: string;
  readonly against: string;
  /** The border of a node, by what it is. */
  readonly kinds: Readonly<Record<GraphNode['kind'], string>>;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.body);
  // A theme of high contrast has one colour for all borders.
  const contrast = style.getPropertyValue('--vscode-contrastBorder').trim();
  const colour = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  const text = colour('editor-foreground', '#808080');
  const background = colour('editor-background', '#ffffff');
  const border = (name: string): string => contrast || colour(name, text);
  return {
    background,
    fill: contrast ? background : colour('editorWidget-background', background),
    text,
    edge: contrast ? text : colour('descriptionForeground', text),
    group: contrast || colour('panel-border', text),
    selected: colour('focusBorder', text),
    match: colour('charts-yellow', text),
    against: colour('charts-red', text),
    kinds: {
      file: border('charts-blue'),
      test: border('charts-green'),
      class: border('charts-orange'),
      function: border('charts-purple'),
      module: border('charts-yellow'),
      item: border('charts-red'),
      commit: border('descriptionForeground'),
    },
  };
}
