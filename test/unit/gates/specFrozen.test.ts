import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { specFrozen } from '../../../server/src/gates/conditions/specFrozen.js';
import type { EvidenceEntry } from '../../../server/src/gates/evidence/evidenceLog.js';
import { agreedScenarios } from '../../../server/src/rules/drift/agreedScenarios.js';
import { type AgreedScenario, frozenHashOf } from '../../../server/src/workspace/recordedItems.js';
import { change, checkCondition } from '../../support/checkCondition.js';

const path = 'docs/specs/STORY-001.md';
const spec = (status: string, text: string): string =>
  `# STORY-001: Guest carts\n\n| Field | Value |\n|---|---|\n| Status | ${status} |\n\n## Requirements\n\n### R1: Keep (MUST)\n\n${text}\n`;
const agreed = spec('Draft', 'The cart MUST be kept.');
const same = spec('In Progress', 'The cart MUST be kept.');
const other = spec('In Progress', 'The cart SHOULD be kept.');
const file = (text: string): string => `=== ${path}\n${text}`;
const recorded = (text: string): string =>
  `=== agreed ${path}\n${text}=== recorded\n- { item: STORY-001, at: 2026-01-02, base: c1 }\n`;
const frozen: EvidenceEntry = { kind: 'frozen', item: 'STORY-001', base: 'b', spec: path, hash: frozenHashOf(agreed) };
const git = '=== git\ncommits: []\n';

describe('the condition spec-frozen', () => {
  it('passes where the spec is as it was frozen', () =>
    checkCondition(
      specFrozen,
      { project: `${file(same)}${recorded(agreed)}${git}`, log: [frozen] },
      { state: 'pass', summary: /as it was agreed/ },
    ));

  it('fails where it is not, by the finding of PW640, and names the hash that a person may agree to', async () => {
    const { problems } = await checkCondition(
      specFrozen,
      { project: `${file(other)}${recorded(agreed)}${git}`, log: [frozen] },
      { state: 'fail', problems: [/^R1 changed since STORY-001 was agreed/], next: /approve the new text/ },
    );
    expect(problems?.map(({ refreeze, place }) => [refreeze, place?.range?.start.line])).toEqual([
      [frozenHashOf(other), 8],
    ]);
  });

  it('says so where the configuration lets a change pass', () =>
    checkCondition(
      specFrozen,
      {
        project: `${file(other)}${recorded(agreed)}${git}=== configuration\nrules: { PW640: 'off' }\n`,
        log: [frozen],
      },
      { state: 'pass', summary: /differs from what was agreed/ },
    ));

  it('passes at act-in where nothing was frozen: that is what act-in is for', () =>
    checkCondition(
      specFrozen,
      { project: file(same), gate: 'act-in' },
      { state: 'pass', summary: /nothing is agreed/ },
    ));

  const unfrozen: [string, string | undefined, 'pass' | 'fail' | 'unknown', RegExp][] = [
    ['is the one the work began with', same, 'pass', /since the work started/],
    ['differs from it in its Status', agreed, 'pass', /since the work started/],
    ['says something else', other, 'fail', /not as agreed/],
    ['was not there then', undefined, 'unknown', /was never frozen/],
  ];
  it.each(unfrozen)('compares a spec that never was frozen with the base: it %s', async (_, before, state, summary) => {
    await checkCondition(
      specFrozen,
      { project: file(same), work: { changes: before === same ? [] : [change(path, before, same)] } },
      { state, summary },
    );
  });

  it('passes where a person agreed to the very text', async () => {
    const work = { changes: [change(path, agreed, other)] };
    const word = { about: 'refreeze', what: frozenHashOf(other) } as const;
    await checkCondition(specFrozen, { project: file(other), work, words: [word] }, { state: 'pass', summary: /Ann/ });
    const wrong = { ...word, item: 'STORY-002' };
    await checkCondition(specFrozen, { project: file(other), work, words: [wrong] }, { state: 'fail' });
  });

  const casesPath = 'docs/test_cases/STORY-001_case.md';
  const cases = (then: string): string =>
    `# Test Cases: STORY-001\n\n## TC-1: Reload\n\n- **Given** a cart\n- **Then** ${then}\n`;
  const withCases = (then: string, was = 'it is there'): string =>
    `${file(same)}=== ${casesPath}\n${cases(then)}=== agreed ${casesPath}\n${cases(was)}${recorded(agreed)}${git}`;
  const hashes = async (then: string): Promise<readonly AgreedScenario[]> =>
    agreedScenarios([await parseDocument('testCase', casesPath, cases(then))]);

  it('fails where a scenario asks for less, and names what a person may agree to', async () => {
    const log = [{ ...frozen, scenarios: await hashes('it is there') }];
    const { problems } = await checkCondition(
      specFrozen,
      { project: withCases('a cart is there'), log },
      { state: 'fail', problems: [/^In the test case TC-1 changed since STORY-001 was agreed/], summary: /scenarios/ },
    );
    const [now] = await hashes('a cart is there');
    expect(problems?.map(({ refreeze, place }) => [refreeze, place?.path])).toEqual([
      [`${frozenHashOf(agreed)}+${now?.hash ?? ''}`, casesPath],
    ]);
  });

  it('says that scenarios are as agreed, and nothing of them where none were recorded', async () => {
    const log = [{ ...frozen, scenarios: await hashes('it is there') }];
    const all = { state: 'pass', summary: /, and so is its scenario$/ } as const;
    await checkCondition(specFrozen, { project: withCases('it is there'), log }, all);
    const old = `${file(same)}=== ${casesPath}\n${cases('a cart is there')}${recorded(agreed)}${git}`;
    const specAlone = { state: 'pass', summary: /^the spec is as it was agreed on [\d-]+$/ } as const;
    await checkCondition(specFrozen, { project: old, log: [frozen] }, specAlone);
  });

  const main = { branch: 'main', commits: [{ subject: 'STORY-001: keep', paths: ['src/cart.ts'] }] };
  const unseen = {
    state: 'pass',
    summary: /does not cover commits before \w{7} that name no item$/u,
    doubt: /override/u,
  } as const;
  it('says what nobody looked at where work on a shared branch came before the agreement', async () => {
    const never = { project: file(same), work: { ...main, from: 'commits' } } as const;
    await checkCondition(specFrozen, never, unseen);
    const late = { project: `${file(same)}${recorded(agreed)}${git}`, log: [frozen] };
    const early = [{ subject: 'STORY-001: keep', paths: ['src/cart.ts'], at: '1969-12-01' }];
    await checkCondition(specFrozen, { ...late, work: { ...main, from: 'frozen', commits: early } }, unseen);
    await checkCondition(specFrozen, { ...late, work: { ...main, from: 'frozen' } }, { state: 'pass', doubt: null });
    await checkCondition(specFrozen, { project: file(same) }, { state: 'pass', doubt: null });
  });

  it('is unknown without spec, and without git', async () => {
    const board = '=== docs/product/sprint_board.md\n## ✅ Done\n\n### [STORY-001] A\n';
    await checkCondition(specFrozen, { project: board }, { state: 'unknown', next: /Write docs/ });
    const elsewhere = `${board}=== configuration\npaths: { specs: plans }\n`;
    await checkCondition(specFrozen, { project: elsewhere }, { state: 'unknown', next: /Write plans\/STORY-001\.md/ });
    await checkCondition(specFrozen, { project: file(same), work: 'none' }, { state: 'unknown' });
  });
});
