import type { Flaw } from '../reports/flaws.js';

interface CommentedFile {
  readonly path: string;
  readonly text: string;
}

/** `Canonical: src/limits.py MAX_ITEMS`: the next line repeats a value whose source is elsewhere. */
const comment = /^\s*(?:#|\/\/|--|\/?\*+)\s*Canonical:\s*([\w./-]+)[\s#:]+([A-Za-z_$][\w$]*)/u;

/** Comments that name the source of a value, where the value differs, or is no longer there. */
export function staleCanonicals(files: readonly CommentedFile[]): readonly Flaw[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return files.flatMap(({ path, text }) => {
    const lines = text.split(/\r?\n/u);
    return lines.flatMap((line, at): Flaw[] => {
      const [, source = '', name = ''] = comment.exec(line) ?? [];
      if (name === '') return [];
      const message = problemOf(texts.get(source), source, name, lines[at + 1] ?? '');
      return message === undefined
        ? []
        : [
            {
              check: 'stale-canonical',
              severity: 'warning',
              path,
              line: at,
              message,
              next: 'Correct the copy, or the comment',
            },
          ];
    });
  });
}

function problemOf(text: string | undefined, source: string, name: string, copy: string): string | undefined {
  if (text === undefined) return `${source} is not there, and the comment names it as the source`;
  const found = text
    .split(/\r?\n/u)
    .find((line) => new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])[^=:]*[:=]`, 'u').test(line));
  if (found === undefined) return `${source} has no ${name}, and the comment names it as the source`;
  const expected = valueOf(found);
  const actual = valueOf(copy);
  return expected === actual ? undefined : `${name} is ${expected} in ${source}, and ${actual} here`;
}

/** What is behind the last `=` or `:`, without the mark that ends it and a comment. */
function valueOf(line: string): string {
  const plain = line.replace(/\s(?:#|\/\/).*$/u, '');
  return (/(?:=|:)\s*([^=:]+?)\s*[;,]?\s*$/u.exec(plain)?.[1] ?? plain.trim()).replaceAll('"', "'");
}
