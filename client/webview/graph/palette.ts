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
  readonly kinds: Readonly<Record<string, string>>;
}

/** @param kinds the colours of the editor by what a node is, such as `charts-blue`. */
export function readPalette(kinds: Readonly<Record<string, string>>): Palette {
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
    kinds: Object.fromEntries(Object.entries(kinds).map(([kind, name]) => [kind, border(name)])),
  };
}
