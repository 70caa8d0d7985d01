import { readJunit } from './junitXml.js';
import type { ReportedTest, RunnerReport, WantedTest } from './runner.js';
import type { TestName } from './testName.js';
import { functionName } from './wantedTest.js';

/** The class of a test as the machine knows it: with its package, and `$` before a class in a class. */
export function className({ file, test }: WantedTest): string {
  const inPackage = /^\s*package\s+([\w.]+)\s*;/mu.exec(file.text)?.[1];
  const classes = test.suites.map(functionName);
  return [...(inPackage === undefined ? [] : [inPackage]), classes.join('$')].join('.');
}

/** `shop.CartTest#adds`: the form the results of Surefire and Gradle are brought into. */
export function javaName(test: WantedTest): TestName {
  return [`${className(test)}#${functionName(test.test)}`];
}

/** Reports name a method with or without brackets and parameters, and where JUnit 5 is told so by its title. */
export function readJavaReports({ files }: RunnerReport): ReportedTest[] {
  return files.flatMap(readJunit).map(({ name, className: inClass, result }) => ({
    names: [...new Set([name, name.replace(/[([{ ][\s\S]*$/u, '')])].map((one) => `${inClass}#${one}`),
    ...result,
  }));
}
