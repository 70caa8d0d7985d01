import { describe, expect, it } from 'vitest';
import { documentKindOf } from '../../../server/src/documents/documentKind.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import {
  countStale,
  createBaseline,
  filterBaselined,
  keepOthers,
  readBaseline,
  renderBaseline,
} from '../../../server/src/rules/baseline.js';
import type { Finding } from '../../../server/src/rules/finding.js';
import { createLinter } from '../../../server/src/rules/lint.js';
import { defineRule } from '../../../server/src/rules/rule.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { createProject } from '../../../server/src/workspace/project.js';

const about = { severity: 'warning', since: '0.1.0', why: '', fix: '', pactkit: '' } as const;

/** Finds every `TODO` and every board entry without tasks: enough to see which findings stay the same. */
const rules = [
  defineRule({
    ...about,
    code: 'PW198',
    name: 'to-do-left',
    summary: '',
    needs: 'document',
    documents: ['spec'],
    check: ({ text }) =>
      Array.from(text.matchAll(/^.*TODO.*$/gm), (match) => ({
        span: { start: match.index, end: match.index + match[0].length },
        message: `left:\n${match[0]}`,
      })),
  }),
  defineRule({
    ...about,
    code: 'PW398',
    name: 'empty-entry',
    summary: '',
    needs: 'document',
    documents: ['board', 'archive'],
    check: ({ model }) =>
      ('sections' in model ? model.sections.flatMap(({ entries }) => entries) : model.entries).flatMap((entry) =>
        entry.tasks.length === 0 && entry.id
          ? [{ span: entry.headingSpan, item: entry.id.value, message: 'empty' }]
          : [],
      ),
  }),
];

async function lint(files: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const documents = await Promise.all(
    Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => parseDocument(documentKindOf(path) ?? 'spec', path, text)),
  );
  return [...createLinter(rules, defaultConfiguration).lint(createProject(documents)).values()].flat();
}

const spec = '# STORY-001: A\n\n## Background\n\nTODO one\n\nTODO two\n\nTODO one\n';
const board =
  '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] A\n\n### [STORY-002] B\n\n## 🔄 In Progress\n\n## ✅ Done\n';
const project = { 'docs/specs/STORY-001.md': spec, 'docs/product/sprint_board.md': board };

/** What is still reported of `after` when everything in `before` was accepted. */
async function newFindings(after: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const read = readBaseline(renderBaseline(createBaseline(await lint(project))));
  if (read.kind !== 'baseline') throw new Error(read.message);
  return filterBaselined(await lint(after), read.baseline).map(({ path, message }) => `${path}: ${message}`);
}

describe('a baseline', () => {
  it('leaves out everything it was written from', async () => {
    expect(await lint(project)).toHaveLength(5);
    expect(await newFindings(project)).toEqual([]);
  });

  it.each([
    ['lines above', { ...project, 'docs/specs/STORY-001.md': spec.replace('## Back', 'New text.\n\n## Back') }],
    ['CRLF line ends', { ...project, 'docs/specs/STORY-001.md': spec.replaceAll('\n', '\r\n') }],
    [
      'a sentence that is wrapped differently',
      { ...project, 'docs/specs/STORY-001.md': spec.replace('TODO two', 'TODO   two') },
    ],
    ['a file that is renamed', { 'docs/specs/STORY-901.md': spec, 'docs/product/sprint_board.md': board }],
    [
      'an entry that moves to another section',
      {
        ...project,
        'docs/product/sprint_board.md': board
          .replace('### [STORY-001] A\n\n', '')
          .replace('Done\n', 'Done\n\n### [STORY-001] A\n'),
      },
    ],
    [
      'an entry that moves to the archive',
      {
        ...project,
        'docs/product/sprint_board.md': board.replace('### [STORY-001] A\n\n', ''),
        'docs/product/archive/archive_202601.md': '### [STORY-001] A\n',
      },
    ],
    ['a finding that is gone', { ...project, 'docs/specs/STORY-001.md': spec.replace('TODO two', 'Done.') }],
  ])('survives %s', async (_, after) => {
    expect(await newFindings(after)).toEqual([]);
  });

  it('lets through what is new, a third of two equal ones too', async () => {
    const after = { ...project, 'docs/specs/STORY-001.md': `${spec}\nTODO three\n\nTODO one\n` };
    expect(await newFindings(after)).toEqual([
      'docs/specs/STORY-001.md: left:\nTODO three',
      'docs/specs/STORY-001.md: left:\nTODO one',
    ]);
  });

  it('counts entries that stand for nothing any more', async () => {
    const findings = await lint(project);
    const baseline = createBaseline(findings);
    const codes = new Set(['PW198', 'PW398']);
    expect(countStale(baseline, findings, codes)).toBe(0);
    expect(countStale(baseline, findings.slice(2), codes)).toBe(2);
    expect(countStale(baseline, [], new Set(['PW198']))).toBe(3);
  });

  it('keeps what rules found that did not run this time', async () => {
    const findings = await lint(project);
    const some = createBaseline(findings.filter(({ code }) => code === 'PW198'));
    expect(keepOthers(some, createBaseline(findings), new Set(['PW198'])).size).toBe(5);
    expect(keepOthers(some, createBaseline(findings), new Set(['PW198', 'PW398'])).size).toBe(3);
    expect(keepOthers(some, undefined, new Set(['PW198']))).toEqual(some);
  });

  it('is the same text whatever the order, sorted, with a line for people', async () => {
    const findings = await lint(project);
    const text = renderBaseline(createBaseline(findings));
    expect(renderBaseline(createBaseline([...findings].reverse()))).toBe(text);
    const ids = Array.from(text.matchAll(/"id": "(\w+)"/g), ([, id]) => id);
    expect(ids).toEqual([...ids].sort());
    expect(text).toContain('"about": "docs/specs/STORY-001.md: left: TODO one"');
    expect(text.endsWith('}\n')).toBe(true);
  });

  it.each([
    ['', /is not JSON/],
    ['[]', /is not a JSON object/],
    ['{"findings": []}', /version other than 1/],
    ['{"version": 2, "findings": []}', /version other than 1/],
    ['{"version": 1}', /no list "findings"/],
    ['{"version": 1, "findings": [1]}', /entry that is not an object/],
    ['{"version": 1, "findings": [{"id": "x"}]}', /16 hexadecimal digits/],
  ])('that is %j is refused with a way out', (text, message) => {
    const read = readBaseline(text);
    expect(read.kind === 'invalid' && read.message).toMatch(message);
    expect(read.kind === 'invalid' && read.message).toContain('--write-baseline');
  });

  it('may have a byte order mark and keys it does not know', () => {
    const read = readBaseline('\uFEFF{"version": 1, "note": 1, "findings": [{"id": "0123456789abcdef", "since": 1}]}');
    expect(read).toEqual({ kind: 'baseline', baseline: new Map([['0123456789abcdef', { code: '', about: '' }]]) });
  });
});
