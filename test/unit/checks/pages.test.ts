import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../../scripts/lib/smallFiles.mjs';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

// What a stranger reads first stays short, and no link leads nowhere.

const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', '.md')];

describe('pages', () => {
  it('keeps README.md within 9 KB', () => {
    expect(statSync(path.join(repositoryRoot, 'README.md')).size).toBeLessThanOrEqual(9 * 1024);
  });

  it('has no link to a page, picture or heading that is not there', () => {
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  it('has a page that shows each picture, and a workbench test that takes it', () => {
    const shown = [...pages, 'package.json'].map(read).join('\n');
    const taken = filesIn('test/ui', '.ui.ts').map(read).join('\n');
    const names = filesIn('docs/images', '.png').map((file) => path.basename(file, '.png'));
    expect(names.filter((name) => !shown.includes(`images/${name}.png`))).toEqual([]);
    expect(names.filter((name) => !taken.includes(`'${name.replace(/-dark$/u, '')}'`))).toEqual([]);
  });

  it('names commands as the palette does', () => {
    expect(pages.flatMap((page) => unknownCommandsOf(page, read(page)))).toEqual([]);
    expect(unknownCommandsOf('x.md', 'Run **Pactwright: Create Board** or `Pactwright: Run Gate…`.\n')).toEqual([
      'x.md: Create Board',
    ]);
  });

  it('names source files that are there', () => {
    const names = new Set([...sourceFiles(), ...readdirSync(repositoryRoot)].map((file) => path.basename(file)));
    // Rules and the guide show files of other projects.
    const ours = pages.filter((page) => !/^docs\/(?:rules|guide)\//u.test(page));
    const named = ours.flatMap((page) =>
      [...read(page).matchAll(/`([\w./-]*\w\.(?:tsx?|mts|mjs))`/gu)].map(([, file = '']) => ({ page, file })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ file }) => !names.has(path.basename(file)))).toEqual([]);
  });

  it('says which link is broken', () => {
    const text = 'Press `` Ctrl+` ``. See [a](nowhere.md), `[d](e.md)`, [b](#none) and [c](https://example.org).\n';
    expect(brokenLinksOf('docs/x.md', text)).toEqual(['docs/x.md: nowhere.md', 'docs/x.md: #none']);
  });
});

function filesIn(folder: string, end: string): string[] {
  return readdirSync(path.join(repositoryRoot, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith(end))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}

function unknownCommandsOf(page: string, text: string): string[] {
  const strings = JSON.parse(read('package.nls.json')) as Record<string, string>; // text by key
  const titles = Object.entries(strings).flatMap(([key, title]) => (key.startsWith('command.') ? [title] : []));
  return [...text.matchAll(/[*`]Pactwright: ([A-Z][^*`]*)[*`]/gu)]
    .map(([, title = '']) => title)
    .filter((title) => !titles.includes(title))
    .map((title) => `${page}: ${title}`);
}

function brokenLinks(page: string): string[] {
  return brokenLinksOf(page, read(page));
}

function brokenLinksOf(page: string, text: string): string[] {
  const prose = text.replaceAll(/^(`{3,}|~{3,}).*?^\1/gmsu, '').replaceAll(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/gsu, '');
  return [...prose.matchAll(/\]\((?![a-z]+:)([^\s)]+)/gu)]
    .map((link) => link[1] ?? '')
    .filter((target) => !leadsSomewhere(page, text, target))
    .map((target) => `${page}: ${target}`);
}

function leadsSomewhere(page: string, text: string, target: string): boolean {
  const [name = '', heading] = target.split('#');
  const file = name === '' ? page : path.posix.join(path.posix.dirname(page), name);
  if (name !== '' && !existsSync(path.join(repositoryRoot, file))) return false;
  if (heading === undefined || !file.endsWith('.md')) return true;
  return anchorsOf(name === '' ? text : read(file)).has(heading);
}

/** The anchors that GitHub and VS Code give a page's headings. */
function anchorsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gmu)].map((heading) =>
      (heading[1] ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/gu, '-'),
    ),
  );
}

function read(page: string): string {
  return readFileSync(path.join(repositoryRoot, page), 'utf8');
}
