import { groupBy } from './chunks.js';
import { className, javaRunner } from './javaTests.js';
import { functionName } from './wantedTest.js';

/** Maven with Surefire 2.19 or newer: https://maven.apache.org/surefire/maven-surefire-plugin/examples/single-test.html. */
export const maven = javaRunner({
  name: 'maven',
  wrapper: 'mvnw',
  installed: 'mvn',
  argsFor: (tests) => [
    '--batch-mode',
    `-Dtest=${Array.from(groupBy(tests, className), ([name, own]) => `${name}#${[...new Set(own.map(({ test }) => functionName(test)))].join('+')}`).join(',')}`,
    // By its name of old and its name of now: a module without one of these tests is none that fails.
    '-DfailIfNoTests=false',
    '-Dsurefire.failIfNoSpecifiedTests=false',
    'test',
  ],
  reports: 'target/surefire-reports',
});
