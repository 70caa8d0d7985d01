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
    // The old and the new name of the option: a module without any of these tests does not fail.
    '-DfailIfNoTests=false',
    '-Dsurefire.failIfNoSpecifiedTests=false',
    'test',
  ],
  reports: 'target/surefire-reports',
});
