// Runs the tests against one mutant: the near ones first, the wide ones where those did not notice.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @typedef {import('./draw.mjs').Mutant} Mutant */
/** @typedef {{ state: 'killed' | 'survived' | 'timeout' | 'untested', by?: string, seconds: number }} Judgement */

/** Few at first, as most mutants fall at once; no more than these, as what they all miss is rarely noticed by the next twenty. */
const rounds = /** @type {const} */ ([
  { kind: 'near', from: 0, to: 3, limitMs: 120_000 },
  { kind: 'near', from: 3, to: 15, limitMs: 240_000 },
  { kind: 'wide', from: 0, to: 6, limitMs: 480_000 },
]);

/**
 * @param {string} tree
 * @param {Mutant} mutant as it stands in the tree
 * @param {{ near: readonly string[], wide: readonly string[] }} tests
 * @param {number} patience how many times the usual time a run may take, on a busy machine
 * @returns {Promise<Judgement>}
 */
export async function judge(tree, mutant, tests, patience) {
  const file = path.join(tree, mutant.file);
  const text = readFileSync(file, 'utf8');
  const end = mutant.start + mutant.before.length;
  if (text.slice(mutant.start, end) !== mutant.before) throw new Error(`${mutant.file} is not as it was read.`);
  const began = Date.now();
  /** @type {Omit<Judgement, 'seconds'>} */
  let found = { state: 'untested' };
  writeFileSync(file, text.slice(0, mutant.start) + mutant.after + text.slice(end));
  try {
    for (const { kind, from, to, limitMs } of rounds) {
      const files = tests[kind].slice(from, to);
      if (files.length > 0) found = await runTests(tree, files, patience * limitMs);
      if (found.state === 'killed' || found.state === 'timeout') break;
    }
  } finally {
    writeFileSync(file, text);
  }
  return { ...found, seconds: Math.round((Date.now() - began) / 1000) };
}

/**
 * @param {string} tree
 * @param {readonly string[]} files
 * @param {number} limit
 * @returns {Promise<Omit<Judgement, 'seconds'>>}
 */
async function runTests(tree, files, limit) {
  const report = path.join(os.tmpdir(), `mutant-${process.pid}.json`);
  rmSync(report, { force: true });
  const vitest = path.join(tree, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report, ...files];
  // In a group of its own, so that what a test started ends with it.
  const child = spawn(process.execPath, [vitest, ...args], { cwd: tree, stdio: 'ignore', detached: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (late) return { state: 'timeout' };
  return code === 0 ? { state: 'survived' } : { state: 'killed', by: firstFailure(report) };
}

/** @param {string} report */
function firstFailure(report) {
  try {
    /** @type {{ testResults: { name: string, message: string, assertionResults: { status: string, fullName: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { name, message, assertionResults } of testResults) {
      const failed = assertionResults.find(({ status }) => status === 'failed');
      if (failed || message) return `${path.basename(name)}: ${failed?.fullName ?? message.slice(0, 100)}`;
    }
  } catch {
    // The run died before it could report.
  }
  return 'no report';
}
