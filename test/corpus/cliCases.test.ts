import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSpecific, sameLesson, similarity } from '../../server/src/documents/lessons/lessonText.js';
import { carryOutOn, refusalOf } from '../support/checkOperation.js';
import { gitRepository } from '../support/gitRepository.js';
import { run } from '../support/runCli.js';
import { describeWithShared } from '../support/shared.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

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
  readonly regression: readonly { readonly files: readonly string[]; readonly result: string }[];
  readonly sec_scope_by_path_only: readonly {
    readonly files: readonly string[];
    readonly applicable: readonly string[];
  }[];
  readonly developer_valid: readonly { readonly value: string; readonly ok: boolean }[];
}

/** Where our answer is another one, by the number of PactKit's defect. */
interface Deviation {
  readonly of: 'next_id' | 'lesson_specific' | 'regression' | 'sec_scope';
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
      const cwd = temporaryFolder({
        'docs/specs/README.md': '',
        ...Object.fromEntries(specs.map((name) => [`docs/specs/${name}`, ''])),
        ...(developer === '' ? {} : { '.claude/pactkit.yaml': `developer: ${developer}\n` }),
      });
      const { out, code } = await run({ cwd }, 'pactkit', 'next-id');
      expect(code).toBe(0);
      if (out.trim() !== next) found.push({ of: 'next_id', case: specs.join(', '), ours: out.trim() });
    }
    expect(found).toEqual(listed('next_id'));
  });

  it('to regression are ours, but for the deviations listed', async () => {
    const { folder: cwd } = gitRepository();
    const found: unknown[] = [];
    for (const { files, result } of cases().regression) {
      const { out, code } = await run({ cwd }, 'pactkit', 'regression', ...files);
      expect(code).toBe(0);
      const ours = /^(SKIP|IMPACT|FULL) — /u.exec(out)?.[1]?.toLowerCase();
      if (ours !== result) found.push({ of: 'regression', case: files.join(', '), ours });
    }
    expect(found).toEqual(listed('regression'));
  });

  it('to sec-scope are ours, but for the deviations listed', async () => {
    const { folder: cwd } = gitRepository();
    const found: unknown[] = [];
    for (const { files, applicable } of cases().sec_scope_by_path_only) {
      const { out, code } = await run({ cwd }, 'pactkit', 'sec-scope', ...files);
      expect(code).toBe(files.length === 0 ? 2 : 0);
      const ours = [...out.matchAll(/^\| (SEC-\d) \| Yes /gmu)].map(([, id]) => id);
      if (ours.join() !== applicable.join()) found.push({ of: 'sec_scope', case: files.join(', '), ours });
    }
    expect(found).toEqual(listed('sec_scope'));
  });

  it('to lesson-append are ours, but for the deviations listed', async () => {
    const found: unknown[] = [];
    for (const { text, specific } of cases().lesson_specific) {
      const cwd = temporaryFolder({ 'docs/specs/README.md': '' });
      const { out, code } = await run({ cwd }, 'pactkit', 'lesson-append', '--story', 'STORY-001', '--text', text);
      expect(code).toBe(0);
      const ours = (JSON.parse(out) as { action: string }).action === 'appended'; // what the subcommand prints
      if (ours !== specific) found.push({ of: 'lesson_specific', case: text, ours });
    }
    expect(found).toEqual(listed('lesson_specific'));
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
