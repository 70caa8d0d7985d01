import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';

const call = (kind?: string): Parameters<typeof carryOutOn>[0] => ({
  operation: 'schema',
  input: kind === undefined ? {} : { kind },
  files: {},
});

describe('schema', () => {
  it('is the JSON Schema that the editor has', async () => {
    const { plan } = await carryOutOn(call('config'));
    const file: unknown = JSON.parse(readFileSync('schemas/config.schema.json', 'utf8'));
    expect(JSON.parse(plan.answer.message)).toEqual(file);
  });

  it.each([
    ['spec', '## Acceptance Criteria'],
    ['testCase', '## TC-{n}: {name} (AC{n}, R{n})'],
    ['board', '## 🔄 In Progress'],
    ['archive', 'docs/product/archive/archive_{YYYYMM}.md'],
    ['context', '## Agent Continuation'],
    ['lessons', '| Date | Lesson | Context |'],
    ['governanceRules', 'All {n}+ tests must pass'],
  ])('of a %s has %s', async (kind, part) => {
    const { plan } = await carryOutOn(call(kind));
    expect(plan.answer.message).toContain(part);
    expect(plan.answer.data).toEqual({ kind, schema: JSON.parse(plan.answer.message) as unknown });
  });

  it('asks for a kind', async () => {
    expect(await refusalOf(call())).toMatchObject({ code: 'invalid-input' });
    expect((await refusalOf(call('bord'))).message).toContain('did you mean board?');
  });
});
