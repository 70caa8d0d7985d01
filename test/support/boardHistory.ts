import { firstCommitAt, type GitRepository, gitRepository } from './gitRepository.js';

interface Item {
  readonly id: string;
  section: 0 | 1 | 2;
  done: number;
}

const headings = ['## 📋 Backlog', '## 🔄 In Progress', '## ✅ Done'] as const;
const tasks = ['Read the model', 'Keep it', 'Show it', 'Say what is wrong'];

/**
 * A history in which every commit changes the board, as people work: a task is ticked, an entry moves on, a new one is written, and
 * what was done long ago leaves. Each commit changes three files of source code, too.
 */
export function boardHistory({ commits }: { readonly commits: number }): GitRepository {
  const repository = gitRepository();
  const items: Item[] = [];
  const lines: string[] = [];
  let written = 0;
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  for (let number = 1; number <= commits; number++) {
    const open = items.filter(({ section }) => section === 1);
    const worked = open[number % Math.max(1, open.length)];
    const next = items.find(({ section }) => section === 0);
    if (items.filter(({ section }) => section === 0).length < 8)
      items.push({ id: `STORY-${String(++written).padStart(3, '0')}`, section: 0, done: 0 });
    else if (open.length < 4 && next) next.section = 1;
    else if (worked && worked.done < tasks.length) worked.done++;
    else if (worked) worked.section = 2;
    const finished = items.filter(({ section }) => section === 2);
    if (finished.length > 15) items.splice(items.indexOf(finished[0] ?? { id: '', section: 2, done: 0 }), 1);
    const at = `${Math.floor(firstCommitAt / 1000) + number * 3600} +0000`;
    lines.push(
      `commit refs/heads/main\nmark :${number}\nauthor Ann <ann@example.org> ${at}\ncommitter Ann <ann@example.org> ${at}\n`,
    );
    lines.push(data(`Change ${number}\n\nWhy it was done, in a line or two as people write them.\n`));
    if (number > 1) lines.push(`from :${number - 1}\n`);
    lines.push(`M 100644 inline docs/product/sprint_board.md\n${data(boardOf(items))}`);
    for (let file = 0; file < 3; file++)
      lines.push(
        `M 100644 inline src/part${(number * 7 + file) % 40}/file${(number * 3 + file) % 50}.ts\n${data(`${number}.${file}`)}`,
      );
  }
  repository.gitWith(lines.join(''), 'fast-import', '--quiet', '--force');
  repository.git('reset', '--quiet', '--hard', 'main');
  return repository;
}

function boardOf(items: readonly Item[]): string {
  const sections = headings.map((heading, section) =>
    [
      heading,
      ...items
        .filter((item) => item.section === section)
        .map(
          ({ id, done }) =>
            `### [${id}] What ${id} brings\n\n> Spec: docs/specs/${id}.md\n\n${tasks.map((task, at) => `- [${at < done ? 'x' : ' '}] ${task}`).join('\n')}`,
        ),
    ].join('\n\n'),
  );
  return `# Sprint Board\n\n${sections.join('\n\n')}\n`;
}
