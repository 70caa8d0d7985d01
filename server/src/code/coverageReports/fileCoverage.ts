/** How often the lines of a file ran, as a report tells it. */
export interface FileCoverage {
  /** As the report names it, with `/`: absolute, or relative to a folder that the report may not tell. */
  readonly path: string;
  /** By line from 0; a line without code is not in it. */
  readonly lines: ReadonlyMap<number, number>;
}

/** No file has more lines; a report that says so is not believed there. */
const mostLines = 1_000_000;

/** Files by path, for readers that meet one several times; the most often that a line ran counts. */
export class CoverageCollector {
  readonly #files = new Map<string, Map<number, number>>();

  /** @param line from 1, as reports count. Nothing happens for what is no line or no count. */
  add(path: string, line: number, hits: number): void {
    if (!Number.isInteger(line) || line < 1 || line > mostLines || !(hits >= 0)) return;
    const lines = this.file(path);
    lines.set(line - 1, Math.max(lines.get(line - 1) ?? 0, hits));
  }

  /** A file that is reported, even where none of its lines is. */
  file(path: string): Map<number, number> {
    const name = path.replaceAll('\\', '/');
    let lines = this.#files.get(name);
    if (!lines) {
      lines = new Map<number, number>();
      this.#files.set(name, lines);
    }
    return lines;
  }

  files(): readonly FileCoverage[] {
    return Array.from(this.#files, ([path, lines]) => ({ path, lines }));
  }
}
