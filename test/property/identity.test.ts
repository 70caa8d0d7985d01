import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintFiles } from '../support/lintFiles.js';
import { parseRuleFixture } from '../support/ruleFixture.js';
import { runs } from '../support/runs.js';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const folder = new URL('../fixtures/rules/', import.meta.url);
const projects: readonly (readonly SourceFile[])[] = readdirSync(folder)
  .filter((name) => /^(E0|W0|PW1|PW2|PW3)/.test(name) && name !== 'E000.fixture')
  .map((name) => parseRuleFixture(readFileSync(new URL(name, folder), 'utf8')).files);

const identities = async (files: readonly SourceFile[]): Promise<string[]> =>
  (await lintFiles(files)).findings.map(({ code, id }) => `${code} ${id}`).sort();

/** The offsets at which a blank line can be put in without touching any block: beside a blank line outside a fence. */
function betweenBlocks(text: string): number[] {
  const offsets: number[] = [];
  let fenced = false;
  let at = 0;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && line.trim() === '' && at > 0) offsets.push(at);
    at += line.length + 1;
  }
  return offsets.filter((offset) => offset <= text.length);
}

describe('the identity of a finding', () => {
  it('stays when lines move', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...projects), fc.nat(200), async (project, pick) => {
        const moved = project.map(({ path, text }) => {
          const places = betweenBlocks(text);
          const at = places[pick % Math.max(1, places.length)];
          return { path, text: at === undefined ? text : `${text.slice(0, at)}\n\n${text.slice(at)}` };
        });
        expect(await identities(moved)).toEqual(await identities(project));
      }),
      { numRuns: runs(200) },
    );
  });

  it('stays when another document comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...projects), async (project) => {
        const other = { path: 'docs/test_cases/STORY-99999_case.md', text: '# Test Cases: STORY-99999 — x\n' };
        const before = await identities(project);
        const after = await identities([...project, other]);
        expect(before.filter((id) => !after.includes(id))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('stays when line ends change', async () => {
    for (const project of projects) {
      const crlf = project.map(({ path, text }) => ({
        path,
        text: text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'),
      }));
      const lf = project.map(({ path, text }) => ({ path, text: text.replaceAll('\r\n', '\n') }));
      expect(await identities(crlf)).toEqual(await identities(lf));
    }
  });

  const spec =
    '# STORY-001: Cart\n\n| Field | Value |\n|---|---|\n| ID | STORY-001 |\n| Status | open |\n| Priority | P1 |\n| Release | 1.0.0 |\n';

  it('stays when a file is renamed', async () => {
    const before = await identities([{ path: 'docs/specs/STORY-001.md', text: spec }]);
    const after = await identities([{ path: 'docs/specs/STORY-002.md', text: spec }]);
    expect(before.length).toBeGreaterThan(3);
    expect(before.filter((id) => !after.includes(id))).toEqual([]);
  });

  it('stays when an entry moves to another section', async () => {
    const entry = '### [STORY-001] Cart\n\n- [X] Model\n- [ ] View\n';
    const board = (inProgress: string, done: string): SourceFile[] => [
      {
        path: 'docs/product/sprint_board.md',
        text: `# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n${inProgress}\n## ✅ Done\n\n${done}`,
      },
    ];
    const before = await identities(board(entry, ''));
    expect(before.length).toBeGreaterThan(0);
    expect(await identities(board('', entry))).toEqual(expect.arrayContaining(before));
  });
});
