import { count } from '../../base/count.js';
import { type CodeFolder, codeTexts } from '../../project/codeFolder.js';
import type { Flaw } from '../../reports/flaws.js';
import type { Machine } from '../../workspace/machine.js';

const contextPath = 'docs/product/context.md';
const day = 86_400_000;

/** Documents that are out of date: specs that name files which are gone, cases without a spec, an old context. */
export async function staleDocuments(
  machine: Machine,
  code: CodeFolder,
  signal: AbortSignal,
): Promise<readonly Flaw[]> {
  const known = new Set(code.paths);
  // Where a whole folder is missing, the source code is in another repository.
  const folders = new Set(code.paths.map(topOf));
  const textOf = await codeTexts(machine, code.root);
  const found: Flaw[] = [];
  for (const file of code.paths) {
    signal.throwIfAborted();
    if (/^docs\/specs\/[^/]+\.md$/u.test(file))
      found.push(...goneFiles(file, (await textOf(file)) ?? '', { known, folders }));
    const [, item] = /^docs\/test_cases\/([^/]+)_case\.md$/u.exec(file) ?? [];
    if (item !== undefined && !known.has(`docs/specs/${item}.md`))
      found.push({
        check: 'case-without-spec',
        severity: 'warning',
        path: file,
        message: `There is no docs/specs/${item}.md for these test cases`,
        next: 'Write the spec, or remove the test cases',
      });
  }
  return [...found, ...(await oldContext(machine, known, textOf))];
}

const topOf = (file: string): string => file.split('/', 1)[0] ?? '';

/** Paths of source code in backticks that a finished spec names. */
function goneFiles(
  file: string,
  text: string,
  { known, folders }: { readonly known: ReadonlySet<string>; readonly folders: ReadonlySet<string> },
): readonly Flaw[] {
  if (!/^\|\s*Status\s*\|\s*Done\s*\|/mu.test(text)) return [];
  const named = [...new Set([...text.matchAll(/`((?:src|lib|app)\/[\w./-]+\.\w+)`/gu)].map(([, one = '']) => one))];
  return named
    .filter((one) => !known.has(one) && folders.has(topOf(one)))
    .map((one) => ({
      check: 'gone-file',
      severity: 'info',
      path: file,
      line: text.slice(0, text.indexOf(`\`${one}\``)).split('\n').length - 1,
      message: `${one} is named in a finished spec, and no longer there`,
      next: 'Name the file that has taken its place',
    }));
}

async function oldContext(
  machine: Machine,
  known: ReadonlySet<string>,
  textOf: (file: string) => Promise<string | undefined>,
): Promise<readonly Flaw[]> {
  if (!known.has(contextPath)) return [];
  const text = (await textOf(contextPath)) ?? '';
  const [line, date] = /Last updated:\D*(\d{4}-\d{2}-\d{2})/iu.exec(text) ?? [];
  if (line === undefined || date === undefined) return [];
  const days = Math.floor((machine.clock() - Date.parse(date)) / day);
  if (!(days > 7)) return [];
  return [
    {
      check: 'old-context',
      severity: 'info',
      path: contextPath,
      line: text.slice(0, text.indexOf(line)).split('\n').length - 1,
      message: `The context was written ${count(days, 'day')} ago`,
      cause: 'A new session begins with what it says',
      next: 'Write context',
      fix: { title: 'Write context', command: ['pactwright', 'context'] },
    },
  ];
}
