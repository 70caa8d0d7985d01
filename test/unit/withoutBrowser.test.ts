import { afterEach, expect, it, vi } from 'vitest';
import { longSteps, steps } from '../../scripts/lib/steps.mjs';

const inVsCode = [...steps, ...longSteps()]
  .flat()
  .filter(({ heading }) => /^(workbench|inside VS Code .*)$/.test(heading));
const { argv } = process;

afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

it('looks at the suites in the newest and the oldest VS Code, and at the workbench', () => {
  expect(inVsCode).toHaveLength(3);
});

it.each(inVsCode)('$heading: fails where there is no browser, and says the way out', async ({ results }) => {
  vi.stubEnv('CHROMIUM', '/nowhere/chromium');
  await expect(results()).rejects.toThrow(/\/nowhere\/chromium[^]*npm test -- --without-ui/);
});

it.each(inVsCode)('$heading: is skipped only where that is asked for', async ({ heading, results }) => {
  process.argv = [...argv, '--without-ui'];
  expect(await results()).toEqual([{ title: heading, state: 'skipped', reason: 'left out by --without-ui' }]);
});
