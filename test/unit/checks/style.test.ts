import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** A text that people read, with the place it is in. */
interface Shown {
  readonly place: string;
  readonly text: string;
}

/** Files below a folder, or the file itself, as paths relative to the root. */
function filesOf(place: string): string[] {
  if (path.extname(place) !== '') return [place];
  return readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(place, name))
    .filter((name) => path.extname(name) !== '');
}

/** The lines of pages and catalogues of messages. */
function linesOf(file: string): Shown[] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return lines.map((text, line) => ({ place: `${file}:${line + 1}`, text }));
}

/** The literal texts of a source file that have more than one word; none where no word that is listed is anywhere in the file. */
function literalsOf(file: string): Shown[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  // Reading it as a program takes a hundred times as long. An escaped line break is one in the literal.
  if (!listed.test(text.replaceAll(/\\[nrt]/gu, '\n'))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Shown[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      if (node.text.includes(' ')) found.push({ place: `${file}:${line}`, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The first column of the table of words in docs/style.md. */
function wordsOf(style: string): string[] {
  const table = /^## Words$(.*?)^## /msu.exec(style)?.[1] ?? '';
  const rows = [...table.matchAll(/^\| ([^|]+) \|/gmu)].map(([, cell = '']) => cell);
  return rows.slice(2).flatMap((cell) => cell.split(', '));
}

const words = wordsOf(readFileSync(path.join(root, 'docs/style.md'), 'utf8'));
const listed = new RegExp(`(?<![\\w-])(?:${words.join('|').replaceAll(' ', '\\s+')})(?![\\w-])`, 'iu');

/** The texts with one of the words in them. */
function offences(shown: readonly Shown[]): string[] {
  return shown.flatMap(({ place, text }) => {
    const hit = listed.exec(text);
    return hit === null ? [] : [`${place}: ${hit[0]}`];
  });
}

describe('the words of docs/style.md', () => {
  it('are read from its table, and found in a text', () => {
    expect(words.length).toBeGreaterThan(40);
    expect(words).toContain('ask the gate');
    expect(
      offences([
        { place: 'a', text: 'Mend what\nfails' },
        { place: 'b', text: 'a recommended fix' },
      ]),
    ).toEqual(['a: Mend']);
  });

  it('are in no message', () => {
    const sources = ['server/src', 'client/src'].flatMap(filesOf).filter((file) => file.endsWith('.ts'));
    expect(offences(sources.flatMap(literalsOf))).toEqual([]);
  });

  it('are in no page, playbook or title', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.nls.json', 'server/playbooks', 'docs'];
    const checked = pages.flatMap(filesOf).filter((file) => /\.(?:md|json)$/u.test(file) && !file.endsWith('style.md'));
    expect(offences(checked.flatMap(linesOf))).toEqual([]);
  });
});
