import type { SourceFile, TestFunction } from '../sourceFile.js';
import type { WantedTest } from './runner.js';
import { runnerName } from './testName.js';

/** Names a test within its project, whatever lines are added above it. */
export function testId(
  file: Pick<SourceFile, 'path'>,
  { suites, name }: Pick<TestFunction, 'suites' | 'name'>,
): string {
  return [file.path, ...suites.map((suite) => suite.name.value), name.value].join(' > ');
}

/** A test with the names that its runner shows. */
export function wantedTest(file: SourceFile, test: TestFunction): WantedTest {
  const names = [...test.suites.map(({ name }) => name), test.name];
  return { id: testId(file, test), file, test, path: names.map((name) => runnerName(file, name)) };
}

/** The path of a test's file as seen from a folder above it, both relative to the root. */
export function pathFrom(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

/** The name of a function or class, which is one of its labels where a title stands for it. */
export function functionName({ name, labels }: Pick<TestFunction, 'name' | 'labels'>): string {
  return labels.find(({ value }) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(value))?.value ?? name.value;
}
