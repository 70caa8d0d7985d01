import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';

/**
 * Runs one scene's tests inside the extension host. VS Code calls it; which suites and where the results go comes from the
 * environment, because both back ends can set that.
 *
 * The results are written after every test and marked complete at the end: a launcher that trusts an exit code would take a
 * killed extension host for a pass.
 */
export async function run(): Promise<void> {
  const suites = environment('PACTWRIGHT_SUITES').split(',');
  const file = environment('PACTWRIGHT_RESULTS');
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'tdd', timeout: 60_000, reporter: 'min' });
  for (const suite of ['loaded', ...suites]) mocha.addFile(path.join(__dirname, 'suite', `${suite}.test.js`));

  const tests: { title: string; state: 'passed' | 'failed' | 'skipped'; error?: string; reason?: string }[] = [];
  const write = (complete: boolean): void => {
    writeFileSync(`${file}.tmp`, JSON.stringify({ complete, tests }));
    renameSync(`${file}.tmp`, file);
  };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      resolve();
    });
    runner.on('pass', (test) => {
      tests.push({ title: test.fullTitle(), state: 'passed' });
      write(false);
    });
    runner.on('fail', (test, error: unknown) => {
      tests.push({
        title: test.fullTitle(),
        state: 'failed',
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      write(false);
    });
    runner.on('pending', (test) => {
      tests.push({ title: test.fullTitle(), state: 'skipped', reason: `not on ${process.platform}` });
    });
  });
  write(true);
  // The file is read back so that a full disk fails here and not as a puzzle in the launcher.
  readFileSync(file);
  const failed = tests.filter(({ state }) => state === 'failed').length;
  if (failed > 0) throw new Error(`${failed} failed`);
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set. Start this suite with \`npm run test:host\`.`);
  return value;
}
