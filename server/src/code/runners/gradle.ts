import { className, javaRunner } from './javaTests.js';
import { functionName } from './wantedTest.js';

/** https://docs.gradle.org/current/userguide/java_testing.html#test_filtering */
export const gradle = javaRunner({
  name: 'gradle',
  wrapper: 'gradlew',
  installed: 'gradle',
  argsFor: (tests) => [
    // Results that are kept from an earlier run are none of this one.
    '--no-build-cache',
    '--continue',
    'cleanTest',
    'test',
    ...[...new Set(tests.map((test) => `${className(test)}.${functionName(test.test)}`))].flatMap((name) => [
      '--tests',
      name,
    ]),
  ],
  reports: 'build/test-results/test',
});
