import type { Cheat, Cheats, Injected, Step } from '../cheat.js';
import { write } from '../cheat.js';
import { ac1, ac2, paths, shop, work } from '../story.js';
import { workWith } from './newTests.js';

/** Tests that accept more than the one result, and results that nobody gets. */
export const resultCheats: Cheats = (stack) => {
  const { equal, truthy, true: yes } = stack.say;
  const [and, or] = yes === 'true' ? [' && ', ' || '] : [' and ', ' or '];
  const tests = (...body: readonly string[]): string =>
    stack.tests([
      { title: ac1, body },
      { title: ac2, body: [equal('discount(50)', '50')] },
    ]);
  const accepting = (name: string, cheat: string, ...honest: readonly string[]): Cheat => ({
    name,
    pretends: 'AC1 is tested',
    caughtBy: 'tests-notice',
    after: 'start',
    cheat: workWith(stack, { tests: tests(cheat) }),
    honest: workWith(stack, { tests: tests(...honest) }),
  });
  const wired = (name: string, cart: string): Cheat => ({
    name,
    pretends: 'a cart has the discount',
    caughtBy: 'call-chain',
    after: 'start',
    project: { [paths.spec]: String(shop(stack)[paths.spec]).replace('The cart calls it.', '`total` → `discount`') },
    cheat: [write({ [stack.paths.cart]: cart }), ...work(stack)],
    honest: [write({ [stack.paths.cart]: stack.wired }), ...work(stack)],
  });
  const injected = ({ source, setUp, head }: Injected): readonly Step[] => [
    write(setUp),
    ...workWith(stack, { source, ...(head === undefined ? {} : { tests: `${head}\n${stack.discountTest}` }) }),
  ];
  const positive = truthy('discount(200) > 0');
  const { bypassing, swallowing, dropping } = stack;
  return [
    accepting('asks only for some result', positive, positive, equal('discount(200)', '180')),
    accepting(
      'accepts one of many results',
      truthy(['160', '180', '190'].map((one) => `discount(200) == ${one}`).join(or)),
      truthy(['180', '180.0'].map((one) => `discount(200) == ${one}`).join(or)),
    ),
    accepting(
      'accepts what is far from the result',
      truthy(`discount(200) > 90${and}discount(200) < 270`),
      truthy(`discount(200) > 179.9${and}discount(200) < 180.1`),
    ),
    {
      name: 'answers by the order of calls',
      pretends: 'totals are lowered',
      caughtBy: 'tests-notice',
      after: 'start',
      cheat: workWith(stack, { source: stack.counting }),
      honest: work(stack),
    },
    wired('built, tested, and called behind a switch that is off', bypassing),
    wired('built, tested, and called for nothing', dropping),
    wired('called where its errors are swallowed', swallowing),
    {
      name: 'answers by a hash of what is given',
      pretends: 'totals are lowered',
      caughtBy: 'tests-real',
      after: 'start',
      cheat: workWith(stack, { source: stack.hashing }),
      honest: workWith(stack, { source: stack.keeping }),
    },
    {
      name: 'answers in the environment',
      pretends: 'totals are lowered',
      caughtBy: 'tests-real',
      after: 'start',
      cheat: injected(stack.injecting),
      honest: injected(stack.adjusting),
    },
  ];
};
