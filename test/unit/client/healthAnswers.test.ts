import { describe, expect, it } from 'vitest';
import { readHealthAnswer } from '../../../client/src/health/healthAnswers.js';
import { healthPage } from '../../../client/src/health/healthPage.js';

const finding = {
  severity: 'warning',
  path: 'a<b>.md',
  line: 3,
  message: '`x` & y',
  cause: null,
  next: 'Do it',
  fix: { title: 'Fix', command: ['git', 'init'] },
};

describe('the page of project health', () => {
  it('has a link for each place and a button for each fix, and escapes what it shows', () => {
    const answer = readHealthAnswer(
      'doctor',
      JSON.stringify({
        root: '/shop',
        findings: [finding, { ...finding, path: null, fix: null }, { ...finding, next: 'Fix' }],
      }),
    );
    expect(answer?.rows.map(({ level, path, line, more }) => [level, path, line, more])).toEqual([
      ['warning', 'a<b>.md', 2, ['Do it']],
      ['warning', '', 2, ['Do it']],
      // What to do is on the button.
      ['warning', 'a<b>.md', 2, []],
    ]);
    const page = healthPage('doctor', { kind: 'answer', answer: answer ?? { root: '', rows: [] } }, 'n');
    expect([...page.matchAll(/href="(command:[^"]*)"/gu)].map(([, link]) => link)).toEqual([
      'command:pactwright.examineAgain',
      'command:pactwright.openHealthPlace?%5B0%5D',
      'command:pactwright.fixHealthFinding?%5B0%5D',
      'command:pactwright.openHealthPlace?%5B2%5D',
      'command:pactwright.fixHealthFinding?%5B2%5D',
    ]);
    expect(page).toContain('a&lt;b&gt;.md:3</a>');
    expect(page).toContain('<code>x</code> &amp; y');
    expect(page).not.toContain('<script');
  });

  it('shows the worst coverage first, at the first line that no test runs', () => {
    const files = [
      { path: 'a', lines: 2, missed: [], tier: 'pass' },
      { path: 'b', lines: 4, missed: [2, 3, 4, 6], tier: 'block' },
    ];
    const rows = readHealthAnswer('coverage', JSON.stringify({ root: '/', files }))?.rows;
    expect(rows?.map(({ path, line, message, more }) => [path, line, message, more])).toEqual([
      ['b', 1, '0 %', ['Lines that no test runs: 2–4, 6']],
      ['a', undefined, '100 %', []],
    ]);
  });

  it('lists the tests of a change', () => {
    const said = { root: '/', files: [{ path: 'a', scope: 'impact', why: 'w' }], tests: ['t'] };
    const answer = readHealthAnswer('regression', JSON.stringify(said));
    expect(answer?.rows.map(({ level, path, message }) => [level, path, message])).toEqual([
      ['impact', 'a', 'w'],
      ['test', 't', ''],
    ]);
  });

  it('reads nothing out of anything else', () => {
    expect(readHealthAnswer('doctor', 'nonsense')).toBeUndefined();
    expect(readHealthAnswer('coverage', '{"root":1}')).toBeUndefined();
  });
});
