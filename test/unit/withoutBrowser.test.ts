import { afterEach, expect, it, vi } from 'vitest';
import { allLongParts } from '../../scripts/lib/longParts.mjs';
import { longSteps, steps } from '../../scripts/lib/steps.mjs';

const inVsCode = [...steps, ...longSteps(allLongParts())]
  .flat()
  .filter(({ heading }) => /^(.*workbench|inside VS Code .*)$/.test(heading));
const { argv } = process;

afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

it('plays host suite and workbench in `npm test`, and in the long suites, where the oldest VS Code has its turn, too', () => {
  expect(inVsCode).toHaveLength(5);
});

it.each(inVsCode)('$heading: fails where there is no browser, and says the way out', async ({ results }) => {
  vi.stubEnv('CHROMIUM', '/nowhere/chromium');
  await expect(results()).rejects.toThrow(/\/nowhere\/chromium[^]*npm test -- --without-ui/);
});

it.each(inVsCode)('$heading: is skipped only where that is asked for', async ({ heading, results }) => {
  process.argv = [...argv, '--without-ui'];
  expect(await results()).toEqual([{ title: heading, state: 'skipped', reason: 'left out by --without-ui' }]);
});
