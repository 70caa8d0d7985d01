import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { parseTestCase } from '../../server/src/documents/testCase/parseTestCase.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { describeWithShared, filesBelow } from '../support/shared.js';

/** How many Given, When and Then a person counts, whatever marks stand before them: nothing of the parser is used. */
function count(text: string, word: string): number {
  return text.split('\n').filter((line) => new RegExp(`^[\\s>*_-]*${word}\\b`, 'u').test(line)).length;
}

/** Scenarios as a person counts them: titles, else headings with a Then before the next one, else a Then each in fences. */
function countScenarios(text: string): number {
  const titles = text.split('\n').filter((line) => /^[\s*-]*Scenario\b/u.test(line)).length;
  return titles > 0 ? titles : count(text, 'Then');
}

describeWithShared('test cases of a real project', ['corpus', 'pactkit', 'docs', 'test_cases'], (folder) => {
  const files = filesBelow(folder, '_case.md');

  it('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(15);
  });

  it.each(files.map((file) => [basename(file), file]))('%s: scenarios and steps as a person counts them', (_, file) => {
    const text = readFileSync(file, 'utf8');
    const { testCase } = parseTestCase(text, scanBlocks(text));
    expect(testCase.scenarios.length).toBe(countScenarios(text));
    expect(testCase.scenarios.length).toBeGreaterThan(0);
    const steps = testCase.scenarios.flatMap((scenario) => scenario.steps);
    for (const keyword of ['Given', 'When', 'Then', 'And'])
      expect(steps.filter((step) => step.keyword === keyword).length, keyword).toBe(count(text, keyword));
    expect(
      testCase.scenarios.some((scenario) =>
        ['Given', 'When', 'Then'].every((keyword) => scenario.steps.some((step) => step.keyword === keyword)),
      ),
    ).toBe(true);
    expect(testCase.title?.id?.value).toBe(basename(file, '_case.md'));
  });
});
