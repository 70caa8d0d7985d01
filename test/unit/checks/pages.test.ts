import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

// What a stranger reads first stays short, and no link leads nowhere.

const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')];

describe('pages', () => {
  it('keeps README.md within 9 KB', () => {
    expect(statSync(path.join(repositoryRoot, 'README.md')).size).toBeLessThanOrEqual(9 * 1024);
  });

  it('has no link to a page, picture or heading that is not there', () => {
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  it('names commands as the palette does', () => {
    expect(pages.flatMap((page) => unknownCommandsOf(page, read(page)))).toEqual([]);
    expect(unknownCommandsOf('x.md', 'Run **Pactwright: Create Board** or `Pactwright: Run Gate…`.\n')).toEqual([
      'x.md: Create Board',
    ]);
  });

  it('says which link is broken', () => {
    expect(brokenLinksOf('docs/x.md', 'See [a](nowhere.md), [b](#none) and [c](https://example.org).\n')).toEqual([
      'docs/x.md: nowhere.md',
      'docs/x.md: #none',
    ]);
  });
});

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? markdownIn(name) : name.endsWith('.md') ? [name] : [];
  });
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
  const prose = text.replaceAll(/^(`{3,}|~{3,}).*?^\1/gmsu, '').replaceAll(/(`+)[^`]+?\1/gu, '');
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
