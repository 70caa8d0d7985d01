import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../server/src/base/json.js';

/** The result of a scene with one version of a program. */
interface Cell {
  readonly version: string;
  /** `2026-11-23`. */
  readonly date: string;
  /** What went wrong; undefined if nothing did. */
  readonly wrong?: string;
}

type Cells = Readonly<Record<string, Readonly<Record<string, Cell>>>>;

/** In UTF-16 units. */
const longestWhy = 300;

/**
 * Keeps the result of a cell for a table in docs/agents.md. In CI it changes no file.
 *
 * @param name the file of the table.
 * @param wrong what the scene failed with; undefined if it passed.
 */
export function keepCell(name: string, agent: string, scene: string, version: string, wrong: string | undefined): void {
  if (process.env['PACTWRIGHT_RESULTS'] !== undefined) return;
  const file = path.resolve('test/agents', name);
  // Our own file.
  const cells = parseJson(readFileSync(file, 'utf8')) as Cells;
  const date = new Date().toISOString().slice(0, 10);
  const why = wrong === undefined ? {} : { wrong: oneLine(wrong) };
  const kept: Cells = { ...cells, [agent]: { ...cells[agent], [scene]: { version, date, ...why } } };
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`);
}

/** Without the folder of this machine. */
function oneLine(text: string): string {
  const line = text.replaceAll(path.resolve('.'), '…').replaceAll(/\s+/gu, ' ').trim();
  return line.length > longestWhy ? `${line.slice(0, longestWhy)}…` : line;
}
