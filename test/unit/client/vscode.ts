/**
 * As much of the editor's API as the tests of this folder need: data classes, and functions that answer nothing. Client code gets it
 * in the place of `vscode` (test/support/vitestProjects.mts); a test puts its own functions into the objects.
 */
export class TreeItem {
  readonly label: string;
  collapsibleState: number;
  id = '';
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class Range {
  readonly places: readonly number[];
  constructor(...places: readonly number[]) {
    this.places = places;
  }
}
export class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
}
export class EventEmitter<T> {
  readonly #handlers = new Set<(value: T) => void>();
  readonly event = (handler: (value: T) => void): Disposable => {
    this.#handlers.add(handler);
    return new Disposable(() => this.#handlers.delete(handler));
  };
  fire(value: T): void {
    for (const handler of this.#handlers) handler(value);
  }
  dispose(): void {
    this.#handlers.clear();
  }
}
export const TreeItemCheckboxState = { Unchecked: 0, Checked: 1 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const Uri = {
  parse: (value: string): string => value,
  from: ({ scheme, path, query }: Readonly<Record<string, string>>): string => `${scheme}:${path}?${query}`,
  joinPath: (base: string, ...names: readonly string[]): string => [base, ...names].join('/'),
};
export const l10n = {
  t: (message: string, ...args: readonly unknown[]): string =>
    message.replace(/\{(\d+)\}/gu, (_, index) => String(args[Number(index)])),
};
export const commands = { executeCommand: (): Promise<void> => Promise.resolve() };
export class CodeLens {
  readonly range: unknown;
  readonly command: unknown;
  constructor(range: unknown, command: unknown) {
    this.range = range;
    this.command = command;
  }
}
export class DocumentLink {
  readonly range: unknown;
  target?: unknown;
  tooltip?: string;
  constructor(range: unknown) {
    this.range = range;
  }
}
export class Hover {
  readonly contents: unknown;
  constructor(contents: unknown) {
    this.contents = contents;
  }
}
export class MarkdownString {
  value: string;
  constructor(value: string) {
    this.value = value;
  }
  appendMarkdown(text: string): void {
    this.value += text;
  }
  appendText(text: string): void {
    this.value += text;
  }
  appendCodeblock(text: string): void {
    this.value += text;
  }
}
export class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
export class LanguageModelToolResult {
  readonly content: readonly unknown[];
  constructor(content: readonly unknown[]) {
    this.content = content;
  }
}
export class McpStdioServerDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  cwd?: unknown;
  constructor(label: string, command: string, args: readonly string[]) {
    this.label = label;
    this.command = command;
    this.args = args;
  }
}
export const StatusBarAlignment = { Left: 1 };
export class ThemeColor extends ThemeIcon {}
export const languages = {};
export const lm = {};
export const workspace = { onDidGrantWorkspaceTrust: (): Disposable => new Disposable(() => undefined) };
export const window = {};
export const env = { language: 'en' };

const objects = [commands, env, languages, l10n, lm, Uri, window, workspace].map((object) => ({
  object,
  parts: { ...object },
}));

/** Takes out what a test file has put into the objects, so that the next one in the same process begins anew. */
export function asAtFirst(): void {
  for (const { object, parts } of objects) {
    for (const name of Object.keys(object)) Reflect.deleteProperty(object, name);
    Object.assign(object, parts);
  }
}
export class WorkspaceEdit {
  entries(): readonly unknown[] {
    return [];
  }
}

/** Never canceled. */
export class CancellationTokenSource {
  readonly token = {};
  readonly cancel = (): void => undefined;
}
