// Vitest's results with the reasons of skips and with what failed outside of tests, for scripts/test.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('./report.mjs').TestResult} TestResult */

/** Vitest takes a reporter given by path from the default export. */
export default class ResultsFile {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly { message?: string, stack?: string }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {TestResult[]} */
    const tests = [];
    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId);
      for (const test of module.children.allTests()) tests.push(resultOf(file, test));
      const broken = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
      for (const { message } of broken)
        tests.push({ title: `${file}: it can be run`, state: 'failed', error: message });
    }
    for (const { message, stack } of unhandled)
      tests.push({ title: 'no error outside of tests', state: 'failed', error: stack ?? message ?? 'unknown' });
    const target = process.env['PACTWRIGHT_RESULTS'];
    if (target === undefined) throw new Error('PACTWRIGHT_RESULTS must name the file for the results');
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify({ complete: true, tests }));
  }
}

/**
 * @param {string} file
 * @param {TestCase} test
 * @returns {TestResult}
 */
function resultOf(file, test) {
  const title = `${file}: ${test.fullName}`;
  const result = test.result();
  if (result.state === 'passed') return { title, state: 'passed' };
  if (result.state === 'failed')
    return { title, state: 'failed', error: result.errors.map(({ message }) => message).join('\n') };
  const told = /\(skipped: ([^)]*)\)/.exec(test.fullName)?.[1];
  const note = result.state === 'skipped' ? result.note : undefined;
  return { title, state: 'skipped', reason: note ?? told ?? 'no reason given' };
}
