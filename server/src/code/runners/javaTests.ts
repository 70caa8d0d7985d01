import { groupBy } from '../../base/groupBy.js';
import { chunked } from './chunks.js';
import { readJunit } from './junitXml.js';
import type { ReportedTest, Runner, RunnerReport, WantedTest } from './runner.js';
import type { TestName } from './testName.js';
import { functionName } from './wantedTest.js';

/** The class of a test as the machine knows it: with its package, and `$` before a class in a class. */
function className({ file, test }: WantedTest): string {
  const inPackage = /^\s*package\s+([\w.]+)\s*;/mu.exec(file.text)?.[1];
  const classes = test.suites.map(functionName);
  return [...(inPackage === undefined ? [] : [inPackage]), classes.join('$')].join('.');
}

/** `shop.CartTest#adds`: the form the results of Surefire and Gradle are brought into. */
function javaName(test: WantedTest): TestName {
  return [`${className(test)}#${functionName(test.test)}`];
}

/** Reports name a method with or without brackets and parameters, and under JUnit 5 by its title. */
function readJavaReports({ files }: RunnerReport): ReportedTest[] {
  return files.flatMap(readJunit).map(({ name, className: inClass, result }) => ({
    names: [...new Set([name, name.replace(/[([{ ][\s\S]*$/u, '')])].map((one) => `${inClass}#${one}`),
    ...result,
  }));
}

/** What makes one of Java's build tools a runner. */
interface BuildTool extends Pick<Runner, 'name'> {
  /** In the project: it comes before the installed one. */
  readonly wrapper: string;
  readonly installed: string;
  readonly argsFor: (tests: readonly WantedTest[]) => readonly string[];
  /** The folder of its JUnit reports. */
  readonly reports: string;
}

function javaRunner({ name, wrapper, installed, argsFor, reports }: BuildTool): Runner {
  return {
    name,
    languages: ['java'],
    nameOf: javaName,
    commands: (tests, { folder }) =>
      chunked(tests, javaName).map((some) => ({
        tests: some,
        folder,
        program: { kind: 'wrapper', script: wrapper, name: installed },
        args: argsFor(some),
        report: { kind: 'folder', path: reports },
      })),
    read: readJavaReports,
  };
}

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
