import { chunked, groupBy } from './chunks.js';
import { className, javaName, readJavaReports } from './javaTests.js';
import type { Runner } from './runner.js';
import { functionName } from './wantedTest.js';

/** Maven with Surefire 2.19 or newer: https://maven.apache.org/surefire/maven-surefire-plugin/examples/single-test.html. */
export const maven: Runner = {
  name: 'maven',
  languages: ['java'],
  nameOf: javaName,
  commands: (tests, { folder }) =>
    chunked(tests, javaName).map((some) => ({
      tests: some,
      folder,
      program: { kind: 'wrapper', script: 'mvnw', name: 'mvn' },
      args: [
        '--batch-mode',
        `-Dtest=${Array.from(groupBy(some, className), ([name, own]) => `${name}#${[...new Set(own.map(({ test }) => functionName(test)))].join('+')}`).join(',')}`,
        // By its name of old and its name of now: a module without one of these tests is none that fails.
        '-DfailIfNoTests=false',
        '-Dsurefire.failIfNoSpecifiedTests=false',
        'test',
      ],
      report: { kind: 'folder', path: 'target/surefire-reports' },
    })),
  read: readJavaReports,
};
