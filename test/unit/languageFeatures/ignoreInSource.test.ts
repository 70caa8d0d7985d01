import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../server/src/code/parseSource.js';
import { ignoreInSource } from '../../../server/src/languageFeatures/findingActions/ignoreInSource.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';
import { lintFixture } from '../../support/lintFixture.js';

const spec = '=== docs/specs/STORY-001.md\n# STORY-001: Carts\n\n## Acceptance Criteria\n\n### AC1: Keep (R1)\n';

/** The text after every PW707 of a file was ignored, one after the other; undefined where one cannot be. */
async function ignored(path: string, text: string): Promise<string | undefined> {
  const { files, findings, lint } = await lintFixture(`${spec}=== ${path}\n${text}`);
  const own = findings.filter(({ code }) => code === 'PW707');
  expect(own.length, 'findings').toBeGreaterThan(0);
  let now = text;
  for (let left = own; left.length > 0;) {
    const [first] = left;
    const edits = first && ignoreInSource(parseSource(path, now), first, 'AC9 comes\n*/ later');
    if (!edits) return undefined;
    now = applyEdits(now, edits);
    const after = await lint(files.map((file) => (file.path === path ? { ...file, text: now } : file)));
    const still = after.filter(({ code }) => code === 'PW707');
    expect(still.length, now).toBeLessThan(left.length);
    left = still;
  }
  return now;
}

const note = 'pactwright-disable-next-line PW707 -- AC9 comes */ later';

describe('a comment that ignores a finding in source code', () => {
  it.each([
    [
      'TypeScript',
      'src/a.test.ts',
      "describe('STORY-001', () => {\n  it('AC7 keeps', () => {});\n});\n",
      `  // ${note}\n  it('AC7`,
    ],
    [
      'Python',
      'tests/test_a.py',
      'class TestStory001:\n    def test_ac7_keeps(self):\n        pass\n',
      `    # ${note}\n    def test_ac7`,
    ],
    [
      'Python, below a decorator',
      'tests/test_a.py',
      '@mark\ndef test_story_001_ac7_keeps():\n    pass\n',
      `@mark\n# ${note}\ndef`,
    ],
    [
      'Go',
      'a_test.go',
      'package a\n\n// STORY-001/AC7\nfunc TestKeeps(t *testing.T) {\n}\n',
      `// ${note}\n// STORY-001/AC7`,
    ],
    [
      'Java',
      'src/test/java/ATest.java',
      'class ATest {\n  @Test\n  @DisplayName("STORY-001/AC7 keeps")\n  void keeps() {}\n}\n',
      `  // ${note}\n  @DisplayName`,
    ],
    [
      'C#',
      'Shop.Tests/ATests.cs',
      'public class ATests {\n  [Fact(DisplayName = "STORY-001/AC7 keeps")]\n  public void Keeps() {}\n}\n',
      `  // ${note}\n  [Fact`,
    ],
    [
      'Rust',
      'src/a.rs',
      '#[cfg(test)]\nmod tests {\n    /// STORY-001/AC7\n    #[test]\n    fn keeps() {}\n}\n',
      `    // ${note}\n    /// STORY`,
    ],
    ['Ruby', 'spec/a_spec.rb', "describe 'STORY-001' do\n  it 'AC7 keeps' do\n  end\nend\n", `  # ${note}\n  it 'AC7`],
  ])('is above its line in %s', async (_, path, text, expected) => {
    expect(await ignored(path, text)).toContain(expected);
  });

  it.each([
    [
      'a docstring',
      'tests/test_a.py',
      'def test_keeps():\n    """Keeps.\n\n    STORY-001/AC7\n    """\n    assert True\n',
      `def test_keeps():\n    # pactwright-disable PW707 -- AC9 comes */ later\n    """Keeps.\n\n    STORY-001/AC7\n    """\n    # pactwright-enable PW707\n    assert`,
    ],
    [
      'a comment',
      'src/test/java/ATest.java',
      'class ATest {\n  /**\n   * STORY-001/AC7\n   */\n  @Test\n  void keeps() {}\n}\n',
      `  // pactwright-disable PW707 -- AC9 comes */ later\n  /**\n   * STORY-001/AC7\n   */\n  // pactwright-enable PW707\n  @Test`,
    ],
    [
      'a template',
      'src/a.test.ts',
      'it(\n  `keeps\n  STORY-001/AC7`,\n  () => {},\n);\n',
      `  // pactwright-disable PW707 -- AC9 comes */ later\n  \`keeps\n  STORY-001/AC7\`,\n  // pactwright-enable PW707\n`,
    ],
  ])('is around %s of several lines', async (_, path, text, expected) => {
    expect(await ignored(path, text)).toContain(expected);
  });

  it('names no criterion by its reason, silences no other rule, and is read in comments alone', async () => {
    const project = (line: string): string =>
      `${spec}=== src/a.test.ts\ndescribe('STORY-001', () => {\n  ${line}\n  it('AC7 keeps', () => {});\n});\n`;
    const codes = async (line: string): Promise<readonly string[]> =>
      (await lintFixture(project(line))).findings.flatMap(({ code, path }) => (path.startsWith('src/') ? [code] : []));
    expect(await codes('// pactwright-disable-next-line test-names-unknown-criterion -- AC8')).toEqual([]);
    expect(await codes('/* pactwright-disable-next-line PW707 */')).toEqual([]);
    expect(await codes('// pactwright-disable-next-line PW708')).toEqual(['PW521', 'PW707']);
    expect(await codes("const s = '// pactwright-disable-next-line PW707';")).toEqual(['PW707']);
  });
});
