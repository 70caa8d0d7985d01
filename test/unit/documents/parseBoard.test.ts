import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../server/src/documents/board/board.js';
import { parseArchive } from '../../../server/src/documents/archive/parseArchive.js';
import { parseBoard } from '../../../server/src/documents/board/parseBoard.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';

/** An entry as `id|title|problems`, each problem with the text it points at. */
function show(text: string, { id, title, titleProblems }: Entry): string {
  if (id) expect(text.slice(id.span.start, id.span.end)).toBe(id.value);
  expect(text.slice(title.span.start, title.span.end)).toBe(title.value);
  const problems = titleProblems.map(({ kind, span }) => `${kind} ${JSON.stringify(text.slice(span.start, span.end))}`);
  return [id?.value ?? '', title.value, problems.join()].join('|');
}

describe('board sections', () => {
  it.each<[string, string | undefined, boolean]>([
    ['## 📋 Backlog', 'backlog', true],
    ['## 🔄 In Progress', 'inProgress', true],
    ['## ✅ Done  ', 'done', true],
    ['## Backlog', 'backlog', false],
    ['## 📋 BACKLOG:', 'backlog', false],
    ['##  ✅ Done', 'done', false],
    ['## ✅ Done ##', 'done', false],
    ['## In-Progress', 'inProgress', false],
    ['Done\n---', 'done', false],
    ['## Blocked', undefined, false],
    ['## Done items', undefined, false],
  ])('%j', (text, kind, exact) => {
    const [section] = parseBoard(text, scanBlocks(text)).board.sections;
    expect(section?.kind).toBe(kind);
    expect(section?.exact).toBe(exact);
  });

  it('hold their entries; what stands before them is loose', () => {
    const text =
      '# Board\n\nSome prose\n\n### STORY-1 A\n\n## 📋 Backlog\n\n<!-- new ones here -->\n\nstray\n\n---\n\n### STORY-2 B\n\ntext\n\n### Notes\n\n- [ ] t\n\n## Later\n\n- x\n\n### STORY-3 C\n\n';
    const { board } = parseBoard(text, scanBlocks(text));
    const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    expect(board.title?.text).toBe('Board');
    expect(board.looseEntries.map(({ span }) => at(span))).toEqual(['### STORY-1 A']);
    expect(board.sections.map(({ span }) => at(span).split('\n')[0])).toEqual(['## 📋 Backlog', '## Later']);
    expect(board.sections.map(({ entries }) => entries.map(({ span }) => at(span)))).toEqual([
      ['### STORY-2 B\n\ntext\n\n### Notes\n\n- [ ] t'],
      ['### STORY-3 C'],
    ]);
    expect(board.sections.map(({ stray }) => stray.map(at))).toEqual([['stray'], ['- x']]);
    expect(board.sections[0]?.entries[0]?.tasks).toHaveLength(1);
  });
});

describe('entry titles', () => {
  it.each<[string, string | undefined]>([
    ['### [STORY-001] Guest carts', 'STORY-001|Guest carts|'],
    ['#### STORY-al-001: Guest carts', 'STORY-al-001|Guest carts|'],
    ['### [BUG-bob-01-003]: — Carts ###', 'BUG-bob-01-003|Carts|'],
    ['### HOTFIX-1 - Carts', 'HOTFIX-1|Carts|'],
    ['##### STORY-1 A', 'STORY-1|A|level "#####"'],
    ['## [STORY-1] A', 'STORY-1|A|level "##"'],
    ['###  [STORY-1] A', 'STORY-1|A|spacing "###  "'],
    [' ### [STORY-1] A', 'STORY-1|A|spacing " ### "'],
    ['### [STORY-1]', 'STORY-1||noTitle "[STORY-1]"'],
    ['### [STORY-1 A', 'STORY-1|A|brackets "[STORY-1"'],
    ['### STORY-1] A', 'STORY-1|A|brackets "STORY-1]"'],
    ['### **STORY-1** A', 'STORY-1|A|brackets "**STORY-1**"'],
    ['### ✅ [STORY-1] A', 'STORY-1|A|brackets "✅ [STORY-1]"'],
    ['### [STORY-1](../specs/STORY-1.md) A', 'STORY-1|A|brackets "[STORY-1](../specs/STORY-1.md)"'],
    ['### [STORY-1]A', 'STORY-1|A|spacing ""'],
    ['### STORY-1:A', 'STORY-1|A|spacing ":"'],
    ['### [story-001] A', '|A|idCase "story-001"'],
    ['### STORY 12 A', '|A|noId "STORY 12"'],
    ['### STORY_12 A', '|A|noId "STORY_12"'],
    ['### [_STORY-12] A', '|A|noId "STORY-12",brackets "[_STORY-12]"'],
    ['### [STORY-] A', '|A|noId "STORY-"'],
    ['### [Story 3] A', '|A|noId "Story 3"'],
    ['### story12: A', '|A|noId "story12"'],
    ['### Notes', undefined],
    ['### Notes on STORY-1', undefined],
    ['### Story 12 points', undefined],
    ['### Bug-fixes', undefined],
    ['# STORY-1 A', undefined],
    ['## BUG 12', undefined],
  ])('%j', (text, expected) => {
    const { looseEntries } = parseBoard(text, scanBlocks(text)).board;
    expect(looseEntries.map((entry) => show(text, entry))).toEqual(expected === undefined ? [] : [expected]);
  });
});

describe('what belongs to an entry', () => {
  it.each<[string, string | undefined]>([
    ['> Spec: docs/specs/STORY-1.md', 'docs/specs/STORY-1.md'],
    ['> **Spec**: `docs/specs/STORY-1.md`', 'docs/specs/STORY-1.md'],
    ['> a\n> spec: [here](docs/specs/STORY-1.md)', 'docs/specs/STORY-1.md'],
    ['Spec: docs/specs/STORY-1.md', undefined],
    ['> Specs: a', undefined],
  ])('the spec of %j', (line, expected) => {
    const text = `### STORY-1 A\n${line}\n`;
    const path = parseBoard(text, scanBlocks(text)).board.looseEntries[0]?.specPath;
    expect(path?.value).toBe(expected);
    if (path) expect(text.slice(path.span.start, path.span.end)).toBe(path.value);
  });

  it.each<[string, readonly string[]]>([
    ['- [ ] a\n- [x] b', ['-| |false|a|- [ ] a', '-|x|true|b|- [x] b']],
    ['* [X] a\n\n1. [ ] b', ['*|X|true|a|* [X] a', '1.| |false|b|1. [ ] b']],
    ['- a\n  - [x] b', ['-|x|true|b|- [x] b']],
    [
      '- [✓] a\n- [-] b\n- [] c\n- [v] d\n- [ ]',
      ['-|✓|false|a|- [✓] a', '-|-|false|b|- [-] b', '-||false|c|- [] c', '-|v|false|d|- [v] d', '-| |false||- [ ]'],
    ],
    ['- [1] a\n- [a](b)\n- [x]a\n- [ab] c', []],
    ['```\n- [ ] a\n```', []],
  ])('the tasks of %j', (lines, expected) => {
    const text = `### STORY-1 A\r\n\r\n${lines}\n`;
    const tasks = parseBoard(text, scanBlocks(text)).board.looseEntries[0]?.tasks ?? [];
    const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    for (const located of tasks.flatMap((task) => [task.mark, task.bullet, task.text]))
      expect(at(located.span)).toBe(located.value);
    expect(
      tasks.map((task) => [task.bullet.value, task.mark.value, task.checked, task.text.value, at(task.span)].join('|')),
    ).toEqual(expected);
  });
});

describe('old entries', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'are list items with a bold id',
      '- **STORY-007**: A\n* **[BUG-1]** — B\n- **STORY-2:** C',
      ['STORY-007|A|', 'BUG-1|B|', 'STORY-2|C|'],
    ],
    [
      'stand behind heading entries in Done',
      '### STORY-1 A\n\n- [x] t\n\n* **STORY-2**: B',
      ['STORY-1|A|', 'STORY-2|B|'],
    ],
    [
      'are ticked items with an id in brackets, too, where no heading entry is above',
      '- [x] [STORY-1] A\n- [x] [STORY-2]: B\n\n### STORY-3 C\n\n- [x] [STORY-4] task',
      ['STORY-1|A|', 'STORY-2|B|', 'STORY-3|C|'],
    ],
    ['are no contents', '- [STORY-1](#story-1) A\n- [STORY-2] B\n- [ ] [STORY-3] C\n- [x] [STORY-4](#story-4) D', []],
    ['are nothing else', '- STORY-1: A\n- see **STORY-2**\n- **STORY-3 and more**', []],
  ])('%s', (_, lines, expected) => {
    const text = `## ✅ Done\n\n${lines}\n`;
    const [section] = parseBoard(text, scanBlocks(text)).board.sections;
    expect(section?.entries.map((entry) => show(text, entry))).toEqual(expected);
  });

  it('are notes of a heading entry elsewhere', () => {
    const text = '## 📋 Backlog\n\n### STORY-1 A\n\n- **STORY-2**: blocks this\n';
    const [section] = parseBoard(text, scanBlocks(text)).board.sections;
    expect(section?.entries.map(({ id }) => id?.value)).toEqual(['STORY-1']);
  });

  it('have their ids in brackets nowhere but in Done', () => {
    const text = '## 📋 Backlog\n\n- [ ] [STORY-1] A\n';
    const [section] = parseBoard(text, scanBlocks(text)).board.sections;
    expect(section?.entries).toEqual([]);
  });

  it('leave the other items of their list stray', () => {
    const text = '## ✅ Done\n\n- **STORY-1**: A\n  - [x] t\n- what\n';
    const [section] = parseBoard(text, scanBlocks(text)).board.sections;
    expect(section?.entries.map(({ form, tasks }) => [form, tasks.length])).toEqual([['bullet', 1]]);
    expect(section?.stray.map(({ start, end }) => text.slice(start, end))).toEqual(['- what']);
  });
});

describe('archive', () => {
  it('has the entries of all sections and the headings of the board', () => {
    const text =
      '\n### [STORY-1] A\n\n- [x] t\n\n## 🔄 In Progress\n\n## Notes\n\n- [ ] n\n\n### [STORY-2] B\n\n- **STORY-3**: C\n';
    const { archive } = parseArchive(text, scanBlocks(text));
    expect(archive.entries.map(({ id, tasks }) => [id?.value, tasks.length])).toEqual([
      ['STORY-1', 1],
      ['STORY-2', 0],
      ['STORY-3', 0],
    ]);
    expect(archive.sectionHeadings.map((heading) => heading.text)).toEqual(['🔄 In Progress']);
  });
});
