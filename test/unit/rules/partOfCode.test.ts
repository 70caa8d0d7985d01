import { describe, expect, it } from 'vitest';
import { codeFactsOf } from '../../support/codeFixture.js';
import { type Facts, lintFiles } from '../../support/lintFiles.js';
import { createGitFacts } from '../../support/gitFixture.js';
import { configurationOf } from '../../support/ruleFixture.js';

const files = [
  {
    path: 'docs/specs/STORY-001.md',
    text: `# STORY-001: Carts

## Requirements

### R1: Keep them (MUST)

### R2: Show the age (SHOULD)

## Acceptance Criteria

### AC1: kept (R1)

### AC2: shown (R2)
`,
  },
  {
    path: 'docs/test_cases/STORY-001_case.md',
    text: '# Test Cases: STORY-001\n\n## TC-1: kept (AC1)\n\n- **Given** a\n',
  },
  {
    path: 'docs/product/sprint_board.md',
    text: '# Sprint Board\n\n## ✅ Done\n\n### [STORY-001] Carts\n\n- [x] All\n',
  },
  { path: 'src/a.test.ts', text: "it('STORY-001/AC9 is none', () => {});\n" },
];

async function codesOf(isWhole: boolean): Promise<readonly string[]> {
  const code = { ...codeFactsOf(files), isWhole };
  const { findings } = await lintFiles(files, configurationOf('conventions: { tests: required }'), { code });
  return [...new Set(findings.map((finding) => finding.code))].filter((one) => one.startsWith('PW70')).sort();
}

/** The codes in suppression comments that are told to be unused. */
async function unusedWith(facts: Facts): Promise<readonly string[]> {
  const commented = files.map(({ path, text }) => ({
    path,
    text: path.endsWith('_case.md') ? `${text}\n<!-- pactwright-disable PW706 PW630 PW204 -->\n` : text,
  }));
  const { findings } = await lintFiles(commented, configurationOf('conventions: {}'), facts);
  return findings
    .filter(({ code }) => code === 'PW521')
    .map(({ message }) => /turns (.*) off/.exec(message)?.[1] ?? '');
}

describe('of code that was seen in part', () => {
  it('nothing is said that the rest may answer', async () => {
    expect(await codesOf(true)).toEqual(['PW702', 'PW706', 'PW707']);
    expect(await codesOf(false)).toEqual(['PW707']);
  });

  it('a comment is not told to be unused where its rule could not speak', async () => {
    const code = codeFactsOf(files);
    expect(await unusedWith({})).toEqual(['PW204']);
    expect(await unusedWith({ code: { ...code, isWhole: false } })).toEqual(['PW204']);
    expect(await unusedWith({ code })).toEqual(['PW706, PW204']);
    expect(await unusedWith({ code, git: createGitFacts({ commits: [] }) })).toEqual(['PW706, PW630, PW204']);
  });
});

describe('a comment in a test file', () => {
  const said = async (line: string, facts?: Facts): Promise<readonly string[]> => {
    const commented = files.map(({ path, text }) => ({
      path,
      text: path.startsWith('src/') ? `${line}\n${text}` : text,
    }));
    const known = facts ?? { code: codeFactsOf(commented) };
    const { findings } = await lintFiles(commented, configurationOf('conventions: {}'), known);
    return findings
      .filter(({ path }) => path.startsWith('src/'))
      .map(
        ({ code, range: { start }, fix }) =>
          `${code} ${start.line}:${start.character} ${fix?.title}, safe ${fix?.safe}`,
      );
  };

  it('that is used is not reported', async () => {
    expect(await said('// pactwright-disable-next-line PW707')).toEqual([]);
  });

  it('is reported with a fix where it turns off nothing, and that fix waits for a person', async () => {
    expect(await said('// pactwright-disable-next-line PW707, PW708 -- later')).toEqual([
      'PW521 0:39 Remove PW708 from the comment, safe false',
    ]);
  });

  it('is reported where it is malformed', async () => {
    expect(await said('// pactwright-disable-next-line test-names-unkown-criterion')).toContainEqual(
      expect.stringMatching(/^PW522 0:32 Change it to `test-names-unknown-criterion`/u),
    );
  });
});
