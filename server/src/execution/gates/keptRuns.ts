import { field, list, number, present, text } from '../../base/json.js';
import type { TestResult } from '../../code/runners/matchResults.js';
import type { TestStatus } from '../../code/runners/runner.js';

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

/** @returns undefined for what {@link keptTests} did not write. */
export function readKeptTests(value: unknown): KeptTests | undefined {
  const kept = list(field(value, 'tests'));
  const results = kept.flatMap((one) => readResult(one) ?? []);
  if (results.length === 0 || results.length !== kept.length) return undefined;
  return {
    results: new Map(results.map((result) => [result.id, result])),
    command: readWords(field(value, 'command')),
  };
}

function readWords(value: unknown): readonly string[] {
  return list(value).flatMap((word) => text(word) ?? []);
}

const statuses: readonly TestStatus[] = ['passed', 'failed', 'skipped', 'errored'];

function readResult(value: unknown): TestResult | undefined {
  const id = text(field(value, 'id'));
  const status = statuses.find((one) => one === field(value, 'status'));
  if (id === undefined || status === undefined) return undefined;
  return {
    id,
    status,
    ...present({
      message: text(field(value, 'message')),
      durationMs: number(field(value, 'durationMs')),
      line: number(field(value, 'line')),
    }),
  };
}
