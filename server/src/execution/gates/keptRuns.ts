import * as v from 'valibot';
import { finite, listOf, maybe, object, read, someOf } from '../../base/schema.js';
import type { TestResult } from '../../code/runners/matchResults.js';

/** So much of a message is kept. */
const longestMessage = 2_000;

/** Results of tests as the evidence log keeps them. */
export function keptTests(results: ReadonlyMap<string, TestResult>, command: readonly string[]): unknown {
  return {
    command,
    tests: Array.from(results.values(), ({ message, ...rest }) => ({
      ...rest,
      ...(message === undefined ? {} : { message: message.slice(0, longestMessage) }),
    })),
  };
}

export interface KeptTests {
  readonly results: ReadonlyMap<string, TestResult>;
  readonly command: readonly string[];
}

const testResult = object({
  id: v.string(),
  status: v.picklist(['passed', 'failed', 'skipped', 'errored']),
  message: maybe(v.string()),
  durationMs: maybe(finite),
  line: maybe(finite),
});

const keptResults = object({ tests: listOf(testResult), command: maybe(someOf(v.string())) });

/** @returns undefined for what {@link keptTests} did not write. */
export function readKeptTests(value: unknown): KeptTests | undefined {
  const { tests = [], command = [] } = read(keptResults, value) ?? {};
  if (tests.length === 0) return undefined;
  return { results: new Map(tests.map((result) => [result.id, result])), command };
}
