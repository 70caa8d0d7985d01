import { describe, expect, it } from 'vitest';
import { cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const files = {
  'docs/specs/STORY-001.md': cleanSpec(),
  'docs/specs/STORY-002.md': cleanSpec('STORY-002').replace(
    '## Security Scope',
    '## Dependency Surface\n\n| Field | Value |\n| --- | --- |\n| Depends on | STORY-001 |\n\n## Security Scope',
  ),
  'docs/test_cases/STORY-001_case.md':
    '# Test Cases: STORY-001 — Keep the cart\n\n## TC-1: Reload (AC1)\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n',
  'test/cart.test.ts': "it('STORY-001/AC1 keeps =1+1 the cart', () => {});\n",
};

const pactwright = (...args: string[]): ReturnType<typeof run> => run({ cwd: temporaryFolder(files) }, ...args);

describe('trace', () => {
  it('shows the ways to tests and where they break off', async () => {
    const { code, out, err } = await pactwright('trace');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'STORY-001  Keep the cart  (Not on the board)',
      '  R1 Persist the cart → AC1 Reload keeps the cart (R1) → TC-1 Reload (AC1) → test/cart.test.ts STORY-001/AC1 keeps =1+1 the cart',
      'STORY-002  Keep the cart  (Not on the board)',
      '  R1 Persist the cart → AC1 Reload keeps the cart (R1) → missing: no scenario',
      '',
      '2 of 2 items shown, 1 gap',
      '',
    ]);
  });

  it('shows only what breaks off', async () => {
    const { out } = await pactwright('trace', '--gaps');
    expect(out).not.toContain('STORY-001');
    expect(out).toContain('STORY-002');
  });

  it('is one JSON document', async () => {
    const { out } = await pactwright('trace', 'STORY-001', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      projects: [{ path: '', items: [{ id: 'STORY-001', dependents: ['STORY-002'], gaps: [] }] }],
    });
  });

  it.each([
    ['md', /^#.*STORY-001/m],
    ['csv', /^Item,.*\r?\n.*STORY-001/],
    ['html', /<table[\s\S]*STORY-001/],
  ])('is exported as %s', async (format, expected) => {
    expect((await pactwright('trace', '--format', format)).out).toMatch(expected);
  });
});

describe('impact', () => {
  it('lists what is to be looked at again', async () => {
    const { out } = await pactwright('impact', 'STORY-001/r1');
    expect(out.split('\n')).toEqual([
      'If STORY-001/R1 changes, check:',
      '  Requirements',
      '    R1 Persist the cart',
      '  Criteria',
      '    AC1 Reload keeps the cart (R1)',
      '  Scenarios',
      '    docs/test_cases/STORY-001_case.md: TC-1 Reload (AC1)',
      '  Tests',
      '    test/cart.test.ts:1: STORY-001/AC1 keeps =1+1 the cart',
      '  Items that depend on it',
      '    STORY-001 → STORY-002',
      '',
    ]);
  });

  it('is one JSON document', async () => {
    const { out } = await pactwright('impact', 'STORY-001', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      projects: [{ item: 'STORY-001', part: null, dependents: [{ id: 'STORY-002' }] }],
    });
  });
});

describe('a wrong command line', () => {
  it.each([
    [['trace', 'STORY-009'], /unknown item STORY-009: .*did you mean STORY-001\?/],
    [['trace', 'story-1'], /"story-1" is not an item id/],
    [['trace', 'STORY-001', 'STORY-002'], /trace takes \[ID\], not 2 arguments/],
    [['trace', '--format', 'xml'], /--format takes text, json, md, csv, html/],
    [['impact'], /impact takes ID\[\/PART\], not 0 arguments: `pactwright impact STORY-042\/R1`/],
    [['impact', 'STORY-001/R9'], /STORY-001 has no R9/],
    [['drift', 'STORY-009'], /unknown item STORY-009/],
    [['drift', 'cart'], /"cart" is not an item id/],
  ])('%j is exit 2 and one line', async (args, message) => {
    const { code, out, err } = await pactwright(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a configuration that does not parse', () => {
  it.each([['trace'], ['trace', 'STORY-001'], ['impact', 'STORY-001'], ['drift'], ['insights'], ['test', 'STORY-001']])(
    'ends %s with exit 2 and one line that says where',
    async (...args) => {
      const cwd = temporaryFolder({ ...files, '.pactwright/config.yaml': 'compat: 2.20.0\nrules: [\n' });
      const { code, out, err } = await run({ cwd }, ...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^pactwright: the configuration .*config\.yaml, line \d: .+\n$/);
    },
  );
});

describe('drift', () => {
  it('shows only what two sources disagree about, of one item if asked', async () => {
    const { out } = await pactwright('drift', '--format', 'json');
    const found = (JSON.parse(out) as { findings: { code: string; path: string }[] }).findings; // our own format
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ code }) => !/^PW[67]/.test(code))).toEqual([]);
    const one = (
      JSON.parse((await pactwright('drift', 'STORY-002', '--format', 'json')).out) as { findings: { path: string }[] }
    ).findings;
    expect(one.length).toBeGreaterThan(0);
    expect(one.filter(({ path }) => path.includes('STORY-001'))).toEqual([]);
  });
});

describe('a suppression of a rule that did not run', () => {
  it('is not called unused, as nobody knows', async () => {
    const cwd = temporaryFolder({
      'docs/specs/STORY-001.md': cleanSpec().replace(
        '## Background',
        '<!-- pactwright-disable-next-line PW634 -->\n\n## Background',
      ),
    });
    const codes = async (...args: string[]): Promise<readonly string[]> =>
      (
        JSON.parse((await run({ cwd }, 'lint', '--format', 'json', ...args)).out) as { findings: { code: string }[] }
      ).findings.map(
        ({ code }) => code, // our own format
      );
    expect((await codes()).filter((code) => code === 'PW521')).toHaveLength(0);
    expect((await codes('--git')).filter((code) => code === 'PW521')).toHaveLength(1);
  });
});
