import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSpecific, sameLesson, similarity } from '../../server/src/documents/lessons/lessonText.js';
import { carryOutOn, refusalOf } from '../support/checkOperation.js';
import { describeWithShared } from '../support/shared.js';

/** What PactKit answered. */
interface Cases {
  readonly lesson_specific: readonly { readonly text: string; readonly specific: boolean }[];
  readonly lesson_jaccard: readonly {
    readonly a: string;
    readonly b: string;
    readonly similarity: number;
    readonly duplicate: boolean;
  }[];
  readonly next_id: readonly {
    readonly spec_files: readonly string[];
    readonly developer: string;
    readonly next: string;
  }[];
  readonly developer_valid: readonly { readonly value: string; readonly ok: boolean }[];
}

/** Where our answer is another one, by the number of PactKit's defect. */
interface Deviation {
  readonly of: 'next_id' | 'lesson_specific';
  readonly case: string;
  readonly ours: unknown;
  readonly bug: number;
}

const deviations = readJson(join(import.meta.dirname, 'operationDeviations.json')) as readonly Deviation[]; // checked below

describe('the deviations of operations', () => {
  it.each(deviations)('$of: $case', ({ bug }) => {
    expect(bug).toSatisfy((number: number) => Number.isInteger(number) && number >= 14 && number <= 36);
  });
});

describeWithShared('PactKit’s answers', ['fixtures', 'cli-cases.json'], (file) => {
  const cases = (): Cases => readJson(file) as Cases; // the fixtures' README describes it

  it('to next-id are ours, but for the deviations listed', async () => {
    const found: unknown[] = [];
    for (const { spec_files: specs, developer, next } of cases().next_id) {
      const files = Object.fromEntries([
        ...specs.map((name) => [`docs/specs/${name}`, '']),
        ...(developer === '' ? [] : [['.claude/pactkit.yaml', `developer: ${developer}\n`]]),
      ]) as Record<string, string>; // fromEntries does not see that both are texts
      const { plan } = await carryOutOn({ operation: 'next-id', input: {}, files });
      if (plan.answer.message !== next)
        found.push({ of: 'next_id', case: specs.join(', '), ours: plan.answer.message });
    }
    expect(found).toEqual(listed('next_id'));
  });

  it('about lessons are ours, but for the deviations listed', () => {
    const found = cases()
      .lesson_specific.filter(({ text, specific }) => isSpecific(text) !== specific)
      .map(({ text }) => ({ of: 'lesson_specific', case: text, ours: isSpecific(text) }));
    expect(found).toEqual(listed('lesson_specific'));
    for (const { a, b, similarity: expected, duplicate } of cases().lesson_jaccard) {
      expect(similarity(a, b), `${a} / ${b}`).toBeCloseTo(expected, 3);
      expect(similarity(a, b) >= sameLesson, `${a} / ${b}`).toBe(duplicate);
    }
  });

  it('take prefixes that we take, too', async () => {
    for (const { value, ok } of cases().developer_valid) {
      if (!ok) continue;
      const { plan } = await carryOutOn({ operation: 'next-id', input: { prefix: value }, files: {} });
      expect(plan.answer.message).toBe(`STORY-${value}-001`);
    }
    for (const prefix of ['-ab', 'ab-', 'a'.repeat(21)])
      expect(await refusalOf({ operation: 'next-id', input: { prefix }, files: {} })).toMatchObject({
        code: 'invalid-input',
      });
  });
});

describe('lessons that name nothing, whatever PactKit says', () => {
  it.each(['use and/or', 'a 50/50 chance', 'Yes/No questions', '1.2.30', 'it is 3.14159', 'client / server'])(
    '%s',
    (text) => {
      expect(isSpecific(text)).toBe(false);
    },
  );

  it.each(['src/pactkit is read late', 'docs/specs', 'see a/b/c', '`and/or`', 'config.yaml', 'run()', 'x.h5'])(
    'but %s does',
    (text) => {
      expect(isSpecific(text)).toBe(true);
    },
  );
});

function listed(of: Deviation['of']): readonly unknown[] {
  return deviations.filter((one) => one.of === of).map(({ case: given, ours }) => ({ of, case: given, ours }));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
