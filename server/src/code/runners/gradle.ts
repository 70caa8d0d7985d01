import { chunked } from './chunks.js';
import { className, javaName, readJavaReports } from './javaTests.js';
import type { Runner } from './runner.js';
import { functionName } from './wantedTest.js';

/** https://docs.gradle.org/current/userguide/java_testing.html#test_filtering */
export const gradle: Runner = {
  name: 'gradle',
  languages: ['java'],
  nameOf: javaName,
  commands: (tests, { folder }) =>
    chunked(tests, javaName).map((some) => ({
      tests: some,
      folder,
      program: { kind: 'wrapper', script: 'gradlew', name: 'gradle' },
      args: [
        // Results that are kept from an earlier run are none of this one.
        '--no-build-cache',
        '--continue',
        'cleanTest',
        'test',
        ...new Set(some.map((test) => `${className(test)}.${functionName(test.test)}`)),
      ].flatMap((argument, index) => (index > 3 ? ['--tests', argument] : [argument])),
      report: { kind: 'folder', path: 'build/test-results/test' },
    })),
  read: readJavaReports,
};
