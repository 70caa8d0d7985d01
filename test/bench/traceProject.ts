import { generateProject } from '../support/generateProject.js';
import type { GitRepository } from '../support/gitRepository.js';

/** A project whose documents, code and history agree about many items, most of them done. */
export interface TraceProject {
  readonly files: ReadonlyMap<string, string>;
  /** Writes its history into a repository without commits that holds the files: one commit per item. */
  readonly writeHistory: (repository: GitRepository) => void;
}

export const boardFile = 'docs/product/sprint_board.md';
/** The item that many other specs mention. */
export const knownItem = 'STORY-0001';

export const itemId = (number: number): string => `STORY-${String(number).padStart(4, '0')}`;
export const specFile = (number: number): string => `docs/specs/${itemId(number)}.md`;
export const testFile = (number: number): string => `tests/part${number % 40}/story${number}.test.ts`;
const caseFile = (number: number): string => `docs/test_cases/${itemId(number)}_case.md`;
const sourceFile = (number: number): string => `src/part${number % 40}/story${number}.ts`;

export interface TraceProjectOptions {
  readonly items: number;
  /** How many versions of the board the history has. */
  readonly boardVersions: number;
  /** How many files name the known item. */
  readonly mentions: number;
}

const inProgress = 10;
const backlog = 90;
const hour = 60 * 60 * 1000;

export function traceProject({ items, boardVersions, mentions }: TraceProjectOptions): TraceProject {
  const documents = generateProject(items);
  const done = items - inProgress - backlog;
  const files = new Map<string, string>();
  for (let number = 1; number <= items; number++) {
    const status = number <= done ? 'Done' : number <= done + inProgress ? 'In Progress' : 'Draft';
    const text = (documents.get(specFile(number)) ?? '')
      .replace('| Status | In Progress |', `| Status | ${status} |`)
      .replaceAll(`src/${itemId(number)}.ts`, sourceFile(number))
      .concat(number > 1 && number <= mentions ? `- what ${knownItem} keeps\n` : '');
    files.set(specFile(number), text);
    files.set(caseFile(number), documents.get(caseFile(number)) ?? '');
    files.set(sourceFile(number), `export const story${number} = ${number};\n`);
    files.set(testFile(number), testText(number));
  }
  const titles = titlesOf(files, items);
  files.set(boardFile, boardText(titles, done));
  return { files, writeHistory: (repository) => writeHistory(repository, files, titles, done, boardVersions) };
}

function testText(number: number): string {
  const tests = [1, 2, 3, 4].map(
    (part) => `  it('AC${part}: it is kept', () => {\n    expect(${part}).toBe(${part});\n  });\n`,
  );
  return `import { describe, expect, it } from 'vitest';\n\ndescribe('${itemId(number)}', () => {\n${tests.join('')}});\n`;
}

function titlesOf(files: ReadonlyMap<string, string>, items: number): readonly string[] {
  return Array.from(
    { length: items },
    (_, index) => /^# \S+: (.*)$/mu.exec(files.get(specFile(index + 1)) ?? '')?.[1] ?? '',
  );
}

/** The board when so many items are done. */
function boardText(titles: readonly string[], done: number): string {
  const section = (from: number, to: number, tasks: string): string => {
    const entries: string[] = [];
    for (let number = from; number <= Math.min(to, titles.length); number++)
      entries.push(`\n### [${itemId(number)}] ${titles[number - 1]}\n> Spec: ${specFile(number)}\n\n${tasks}`);
    return entries.join('');
  };
  const begun = done + inProgress;
  return `# Sprint Board

## 📋 Backlog
${section(begun + 1, begun + backlog, '- [ ] Model\n- [ ] View\n')}
## 🔄 In Progress
${section(done + 1, begun, '- [x] Model\n- [ ] View\n')}
## ✅ Done
${section(1, done, '- [x] Model\n- [x] View\n')}`;
}

function writeHistory(
  repository: GitRepository,
  files: ReadonlyMap<string, string>,
  titles: readonly string[],
  done: number,
  boardVersions: number,
): void {
  const items = titles.length;
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const modify = (file: string, text: string): string => `M 100644 inline ${file}\n${data(text)}`;
  const boardEvery = Math.ceil(items / boardVersions);
  const stream: string[] = [];
  for (let number = 1; number <= items; number++) {
    const person = `Ann Example <ann@example.org> ${Math.floor((Date.now() - (items - number + 1) * hour) / 1000)} +0000`;
    stream.push(`commit refs/heads/main\nmark :${number}\nauthor ${person}\ncommitter ${person}\n`);
    stream.push(data(`feat: keep the cart (${itemId(number)})\n`));
    if (number > 1) stream.push(`from :${number - 1}\n`);
    for (const file of [specFile(number), caseFile(number), sourceFile(number), testFile(number)])
      stream.push(modify(file, files.get(file) ?? ''));
    if (number % boardEvery === 0 || number === items)
      stream.push(
        modify(boardFile, number === items ? (files.get(boardFile) ?? '') : boardText(titles, Math.min(number, done))),
      );
  }
  repository.gitWith(stream.join(''), 'fast-import', '--quiet', '--force');
  repository.git('reset', '--quiet', '--hard', 'main');
}
