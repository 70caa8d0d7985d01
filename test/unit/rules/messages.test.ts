import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../support/lintFiles.js';
import { runs } from '../../support/runs.js';

/** What one rule says of a project's documents, by path. */
async function said(code: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await lintFiles(Object.entries(files).map(([path, text]) => ({ path, text })));
  return findings.filter((finding) => finding.code === code).map(({ message }) => message);
}

const spec = (body: string, status = 'Draft'): string =>
  `# STORY-001: Guest carts\n\n| Field | Value |\n|-------|-------|\n| Status | ${status} |\n\n${body}`;
const archive = 'docs/product/archive/archive_202603.md';
const board = (entry: string): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n${entry}\n\n## 🔄 In Progress\n\n## ✅ Done\n`;

describe('what a finding says is so', () => {
  it.each<[string, string, Record<string, string>, RegExp]>([
    [
      'headings of Done in the archive make nothing look unfinished',
      'PW320',
      { [archive]: '## ✅ Done\n\n### [STORY-001] A\n\n- [x] t\n' },
      /where all entries are finished\. Remove it\./,
    ],
    [
      'a heading of In Progress without an entry does not, either',
      'PW320',
      { [archive]: '### [STORY-001] A\n\n## 🔄 In Progress\n\n## ✅ Done\n\n### [STORY-002] B\n' },
      /^2 board section headings .*where all entries are finished\. Remove them\./,
    ],
    [
      'one with an entry does',
      'PW320',
      { [archive]: '## ✅ Done\n\n### [STORY-001] A\n\n## 🔄 In Progress\n\n### [STORY-002] B\n' },
      /^2 board section headings .*look unfinished/,
    ],
    ...(
      [
        [
          'PW522',
          /^Comments cannot turn PW522 off or on, only `\.pactwright\/config\.yaml` can\. Remove the comment\.$/,
        ],
        ['PW113', /^This comment turns PW113 off where it finds nothing\. Remove the comment, or it will hide/],
      ] as const
    ).map(([code, message]): [string, string, Record<string, string>, RegExp] => [
      `a comment for ${code} is told what it can do`,
      'PW521',
      { [archive]: `<!-- pactwright-disable ${code} -->\n` },
      message,
    ]),
    [
      'requirements that a code block swallows are not told to be missing',
      'PW106',
      {
        'docs/specs/STORY-001.md': spec(
          '## Requirements\n\n### R1: One (MUST)\n\n```\n### R2: Two (MUST)\n### R3: Three (MUST)\n```\n\n### R4: Four (MUST)\n',
        ),
      },
      /^R2 and R3 before R4 are inside a code block/,
    ],
    [
      'a code block behind is an example',
      'PW106',
      {
        'docs/specs/STORY-001.md': spec(
          '## Requirements\n\n### R1: One (MUST)\n\n### R3: Three (MUST)\n\n```\n### R2: Two (MUST)\n```\n',
        ),
      },
      /^There is no R2 before R3/,
    ],
    [
      'where the code block has not all of them, they are',
      'PW106',
      {
        'docs/specs/STORY-001.md': spec(
          '## Requirements\n\n### R1: One (MUST)\n\n```\n### R2: Two (MUST)\n```\n\n### R4: Four (MUST)\n',
        ),
      },
      /^There is no R2 and R3 before R4/,
    ],
    [
      'a label whose number is taken is told the next free one',
      'PW122',
      {
        'docs/specs/STORY-001.md': spec(
          '## Requirements\n\n### R1: One (MUST)\n\n### R2: Two (MUST)\n\n### Requirement 1: Three (MUST)\n',
        ),
      },
      /Write `### R3: …`, as R1 is taken/,
    ],
    [
      'a heading that would swallow the next one says so',
      'PW116',
      { 'docs/specs/STORY-001.md': spec('## Background\n\n### Target Call Chain\n\na → b\n\n### Notes\n\nn\n') },
      /Write `##`, and make sure that the headings after it keep their place\./,
    ],
    [
      'one that would not does not',
      'PW116',
      { 'docs/specs/STORY-001.md': spec('## Background\n\n### Target Call Chain\n\na → b\n\n## Notes\n\nn\n') },
      /Write `##`\.$/,
    ],
    [
      'a title with a word before the id is told with its own words',
      'PW102',
      { 'docs/specs/STORY-001.md': '# Spec STORY-001: Guest carts\n' },
      /Write `# STORY-001: Guest carts`/,
    ],
    [
      'a single MUST is told of where no spec of the project names requirements in its criteria',
      'PW112',
      {
        'docs/specs/STORY-001.md': spec(
          '## Requirements\n\n### R1: One (MUST)\n\n## Acceptance Criteria\n\n### AC1: Kept\n',
          'In Progress',
        ),
      },
      /^No criterion of this spec names a requirement, so nothing shows that R1 is met\./,
    ],
    [
      'an unknown status of an archived item is most often Done',
      'W006',
      { 'docs/specs/STORY-001.md': spec('', 'Closed'), [archive]: '### [STORY-001] Guest carts\n\n- [x] t\n' },
      /or `Done`; archived items are usually Done\.$/,
    ],
    [
      'the only task of an entry is called so',
      'PW614',
      {
        'docs/specs/STORY-001.md': spec('', 'Done'),
        'docs/product/sprint_board.md': board('### [STORY-001] Guest carts\n\n- [ ] Data model'),
      },
      /its only task is open on the board: one of the two is wrong/,
    ],
    [
      'scenarios in Gherkin get their ids in their names or tags',
      'PW202',
      {
        'docs/test_cases/STORY-001_case.md':
          '# STORY-001\n\n```gherkin\nScenario: A\n  Given a\n  When b\n  Then c\n\nScenario: B\n  Given a\n  When b\n  Then c\n```\n',
      },
      /`Scenario: TC-1 …`, or put a tag `@TC-1` above/,
    ],
    [
      'an id that another scenario has is not told to be written again',
      'PW202',
      {
        'docs/test_cases/STORY-001_case.md':
          '# STORY-001\n\n## TC-1: A\n\n- Given a\n- When b\n- Then c\n\n## tc-1: B\n\n- Given a\n- When b\n- Then c\n',
      },
      /"tc-1" is not a valid scenario id.* TC-1 is taken, so write TC-2\./,
    ],
  ])('%s', async (_, code, files, expected) => {
    const messages = await said(code, files);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(expected);
  });

  it('a spec of an item that an old archive lists as a ticked line is on no board, but is not forgotten', async () => {
    const files = {
      'docs/specs/BUG-033.md': '# BUG-033: Template\n\n| Field | Value |\n|---|---|\n| Status | Done |\n',
      'docs/product/sprint_board.md': board(''),
    };
    const listed = { ...files, [archive]: '## ✅ Done\n\n- [x] [BUG-033] Template `P1`\n\n### [STORY-069] Format\n' };
    expect(await said('PW610', files)).toHaveLength(1);
    expect(await said('PW610', listed)).toEqual([]);
    expect(await said('W011', listed)).toEqual([]);
  });
});

describe('large documents', () => {
  const headings = '## Requirements\n\n';
  it.each<[string, string, string]>([
    ['PW113', 'docs/specs/STORY-001.md', spec(`## Background\n\nto be x ${'('.repeat(runs(400_000))}\n`)],
    [
      'PW106',
      'docs/specs/STORY-001.md',
      spec(
        `${headings}${Array.from({ length: runs(10_000) }, (_, index) => `### R${2 * index + 1}: a\n`).join('')}\n\`\`\`\n${'### R1 lorem\n'.repeat(runs(20_000))}\`\`\`\n`,
      ),
    ],
    [
      'PW122',
      'docs/specs/STORY-001.md',
      spec(`${headings}### R1: a\n${'### Requirement 1: a\n'.repeat(runs(100_000))}`),
    ],
    [
      'PW202',
      'docs/test_cases/STORY-001_case.md',
      `# STORY-001\n\n## tc ${'0'.repeat(runs(400_000))}x: a\n\n- Given a\n- When b\n- Then c\n`,
    ],
    [
      'PW202',
      'docs/test_cases/STORY-001_case.md',
      `# STORY-001\n\n## TC-${'1'.repeat(runs(100_000))}: a\n\n- Given a\n\n${'## tc-1: a\n\n- Given a\n\n'.repeat(runs(5_000))}`,
    ],
    [
      'PW204',
      'docs/test_cases/STORY-001_case.md',
      `# STORY-001\n\n## TC-1: a\n\nWhen a${', '.repeat(runs(200_000))}\n${'_ '.repeat(runs(200_000))}x\n${',<!--'.repeat(runs(100_000))}\n`,
    ],
    ['PW320', archive, '## 📋 Backlog\n'.repeat(runs(150_000))],
  ])('%s looks at each place once', async (code, path, text) => {
    // Some seconds at the most; looking at each place for each other takes minutes, and the test ends without an answer.
    const messages = await said(code, { [path]: text });
    expect(messages.length > 0).toBe(code !== 'PW113');
  });
});
