import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../server/src/gates/condition.js';
import { evaluateGate } from '../../../server/src/gates/evaluate.js';
import type { Outcome, Verdict } from '../../../server/src/gates/gate.js';
import { resolveProfile } from '../../../server/src/gates/profiles.js';
import { allConditions } from '../../../server/src/gates/registry.js';
import type { ProfileConfiguration } from '../../../server/src/workspace/configuration.js';
import { change, type GateCase, gateContext } from '../../support/checkCondition.js';

const project = '=== docs/specs/STORY-001.md\n# STORY-001: Pay\n';
const tree = 'a'.repeat(40);

const condition = (name: string, check: () => Outcome, part: Partial<Condition> = {}): Condition => ({
  name,
  title: `It is ${name}`,
  why: 'It matters',
  gates: ['done'],
  required: true,
  backtrack: 'repeat',
  check,
  ...part,
});
const good = (): Outcome => ({ state: 'pass', summary: 'fine' });
const bad = (): Outcome => ({ state: 'fail', summary: 'wrong', problems: [{ message: 'wrong' }], next: 'Mend it' });

async function evaluate(conditions: readonly Condition[], stated: Partial<GateCase> = {}): Promise<Verdict> {
  const context = await gateContext({ project, work: { tree }, ...stated });
  const off = { extends: undefined, require: ['loose'], optional: [], off: ['unwanted'] };
  const known = [
    ...conditions,
    { name: 'process' },
    { name: 'mutation-score' },
    { name: 'loose' },
    { name: 'unwanted' },
  ];
  const found = resolveProfile('house', { profiles: new Map([['house', off]]) }, known);
  if (found.kind === 'wrong') throw new Error(found.message);
  return evaluateGate(conditions, found.profile, context, ['E001 docs/specs/STORY-001.md: known']);
}

const told = ({ answer, conditions }: Verdict): string =>
  [
    answer,
    ...conditions.map(
      ({ name, state, required, overridden }) => `${name} ${state}${required ? '' : '?'}${overridden ? '!' : ''}`,
    ),
  ].join(', ');

describe('a gate', () => {
  it.each<[told: string, first: Condition]>([
    ['refused, first fail, shown unknown?, loose pass', condition('first', bad)],
    ['allowed, first pass, shown pass?, loose pass', condition('first', good)],
    ['allowed, first fail?, shown pass?, loose pass', condition('first', bad, { required: false })],
  ])(
    'runs tests many times for an optional condition only if no required one has failed: %s',
    async (expected, first) => {
      const runsMuch = { required: false, runsMuch: true } as const;
      const verdict = await evaluate([first, condition('shown', good, runsMuch), condition('loose', good, runsMuch)]);
      expect(told(verdict)).toBe(expected);
    },
  );
  it('asks the conditions it has and the profile wants, in order', async () => {
    const verdict = await evaluate([
      condition('first', good),
      condition('elsewhere', bad, { gates: ['plan'] }),
      condition('unwanted', bad),
      condition('shown', bad, { required: false }),
      condition('loose', bad, { required: false }),
    ]);
    expect(told(verdict)).toBe('refused, first pass, shown fail?, loose fail');
    expect(verdict).toMatchObject({ gate: 'done', item: 'STORY-001', profile: 'house', backtrack: 'repeat', tree });
    expect(verdict.passedOver).toEqual(['E001 docs/specs/STORY-001.md: known']);
  });

  it.each<[string, GateCase['work'], string]>([
    [
      'changed',
      { tree, changes: [change('.pactwright/config.yaml', 'idleDays: 3\n', 'idleDays: 4\n')] },
      'refused, runner-kept fail',
    ],
    [
      'adds in other letters, where the file system makes no difference',
      { tree, changes: [change('.Pactwright/Config.yaml', undefined, 'idleDays: 4\n')] },
      'refused, runner-kept fail',
    ],
    [
      'keeps from git',
      { tree, hidden: [{ path: '.pactwright/config.yaml', kind: 'ignored' }] },
      'refused, runner-kept fail',
    ],
    ['left as it is', { tree, changes: [change('a.ts', 'a', 'b')] }, 'allowed, runner-kept fail?'],
  ])('has no profile decide of the settings that the work %s', async (_, work = {}, expected) => {
    const verdict = await evaluate([condition('runner-kept', bad, { required: false })], { work });
    expect(told(verdict)).toBe(expected);
  });

  it.each<[string, Readonly<Record<string, ProfileConfiguration>>, string]>([
    ['standard', {}, 'allowed, doubtful pass'],
    ['strict', {}, 'unknown, doubtful unknown'],
    ['house', { house: { extends: 'strict', require: [], optional: [], off: [] } }, 'unknown, doubtful unknown'],
    ['house', { house: { extends: 'full', require: [], optional: [], off: [] } }, 'allowed, doubtful pass'],
  ])('that a condition passes in doubt: the profile %s of %j', async (name, profiles, expected) => {
    const found = resolveProfile(name, { profiles: new Map(Object.entries(profiles)) }, allConditions);
    if (found.kind === 'wrong') throw new Error(found.message);
    const doubtful = condition('doubtful', () => ({ ...good(), doubt: 'Look' }));
    const verdict = await evaluateGate([doubtful], found.profile, await gateContext({ project }), []);
    expect(told(verdict)).toBe(expected);
    const [result] = verdict.conditions;
    expect(result).toMatchObject({ summary: 'fine' });
    expect(result?.next).toBe(result?.state === 'pass' ? undefined : 'Look');
    expect(result).not.toHaveProperty('doubt');
  });

  it('takes a condition that breaks for unknown', async () => {
    const verdict = await evaluate([
      condition('broken', () => {
        throw new Error('no such thing');
      }),
    ]);
    expect(told(verdict)).toBe('unknown, broken unknown');
    expect(verdict.conditions[0]?.summary).toContain('no such thing');
  });

  it.each<[string, GateCase['words'], string]>([
    ['for this tree', [{ about: 'override', what: 'late', tree }], 'allowed, late fail!'],
    ['for another tree', [{ about: 'override', what: 'late', tree: 'b'.repeat(40) }], 'refused, late fail'],
    ['for another condition', [{ about: 'override', what: 'early', tree }], 'refused, late fail'],
    ['for another item', [{ about: 'override', what: 'late', tree, item: 'STORY-002' }], 'refused, late fail'],
    ['about something else', [{ about: 'approve', what: 'late', tree }], 'refused, late fail'],
  ])('lets a person override a condition: %s', async (_, words, expected) => {
    expect(told(await evaluate([condition('late', bad)], words ? { words } : {}))).toBe(expected);
  });

  it('stops when it is aborted', async () => {
    const context = await gateContext({ project });
    const found = resolveProfile('standard', { profiles: new Map() }, [
      { name: 'process' },
      { name: 'mutation-score' },
    ]);
    if (found.kind === 'wrong') throw new Error(found.message);
    const stop = new AbortController();
    const conditions = [
      condition('first', () => (stop.abort(new Error('stopped')), good())),
      condition('second', good),
    ];
    await expect(evaluateGate(conditions, found.profile, { ...context, signal: stop.signal }, [])).rejects.toThrow(
      'stopped',
    );
  });
});
