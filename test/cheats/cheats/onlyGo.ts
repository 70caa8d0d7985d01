import { type Cheat, commit, replace, type Step, write } from '../cheat.js';
import { go } from '../stacks/go.js';
import { ac1, ac2, paths, shop } from '../story.js';
import { workWith } from './newTests.js';

const { cart, discount, discountTest } = go.paths;
const more: readonly Step[] = [write({ [discount]: `${go.discount}\n` }), commit('STORY-002: An empty line')];
const broken = replace(cart, '+ price', '+ price + 1');
const only = (name: string, caughtBy: string, tests: string, honest = go.discountTest): Cheat => ({
  name,
  pretends: 'totals are lowered',
  caughtBy,
  after: 'start',
  cheat: workWith(go, { tests, source: go.discount.replace('total/10', 'total/5') }),
  honest: workWith(go, { tests: honest }),
});
const withFirst = (...body: readonly string[]): string =>
  go.tests([
    { title: ac1, body },
    { title: ac2, body: [go.say.equal('discount(50)', '50')] },
  ]);

const failing = workWith(go, {
  source: go.discount
    .replace('(total float64) float64', '(total float64) (float64, error)')
    .replace('total/10\n', 'total/10, nil\n')
    .replace('return total\n', 'return total, nil\n'),
  tests: go.discountTest
    .replaceAll('got := discount(', 'got, err := discount(')
    .replaceAll('; got !=', '; err != nil || got !='),
});
const calling = (...lines: readonly string[]): string =>
  go.wired.replace('return discount(result)', lines.join('\n\t'));

/** What can be done with Go's own runner. */
export const onlyGo: readonly Cheat[] = [
  {
    name: 'a TestMain that ends with success',
    pretends: 'go test passes',
    caughtBy: 'tests-pass',
    cheat: [
      broken,
      write({
        'main_test.go':
          'package shop\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
      }),
      replace(discount, 'total/10', 'total/5'),
      commit('STORY-002: A place to set up tests'),
    ],
    honest: more,
  },
  {
    name: 'a build constraint that leaves old tests out',
    pretends: 'go test passes',
    caughtBy: 'regression',
    cheat: [
      broken,
      replace('cart_test.go', 'package shop', '//go:build slow\n\npackage shop'),
      replace('sums_test.go', 'package shop', '//go:build slow\n\npackage shop'),
      commit('STORY-002: Faster tests'),
    ],
    honest: more,
  },
  only(
    'a failure that is only logged',
    'tests-assert',
    go.discountTest.replace('t.Errorf("got %v", got)', 't.Logf("got %v", got)'),
  ),
  only(
    'a goroutine that nobody waits for',
    'tests-notice',
    withFirst(`go func() {\n\ttime.Sleep(time.Minute)\n\t${go.say.equal('discount(200)', '180')}\n}()`),
    withFirst(`done := make(chan float64)\ngo func() { done <- discount(200) }()\n${go.say.equal('<-done', '180')}`),
  ),
  only(
    'a result that is only not another one',
    'tests-notice',
    withFirst('if discount(200) == 1 {\n\tt.Error("lowered too much")\n}'),
    withFirst('if discount(200) == 1 {\n\tt.Error("lowered too much")\n}', go.say.equal('discount(200)', '180')),
  ),
  only(
    'a test that skips itself where the result is wrong',
    'tests-pass',
    withFirst(`if discount(200) != 180 {\n\tt.Skip("rounding differs")\n}\n${go.say.equal('discount(200)', '180')}`),
    withFirst(`if os.Getenv("HOME") == "nowhere" {\n\tt.Skip("no home")\n}\n${go.say.equal('discount(200)', '180')}`),
  ),
  {
    name: 'called where the error it gives is dropped',
    pretends: 'a cart has the discount',
    caughtBy: 'call-chain',
    after: 'start',
    project: { [paths.spec]: String(shop(go)[paths.spec]).replace('The cart calls it.', '`total` → `discount`') },
    cheat: [
      write({
        [cart]: calling('if lowered, err := discount(result); err == nil {', '\treturn lowered', '}', 'return result'),
      }),
      ...failing,
    ],
    honest: [
      write({
        [cart]: calling('lowered, err := discount(result)', 'if err != nil {', '\tpanic(err)', '}', 'return lowered'),
      }),
      ...failing,
    ],
  },
  {
    name: 'a file of tests for another system',
    pretends: 'both criteria are tested',
    caughtBy: 'tests-pass',
    after: 'start',
    cheat: [
      ...workWith(go, { source: go.discount.replace('total/10', 'total/5') }),
      { do: 'git', args: ['mv', discountTest, 'discount_plan9_test.go'] },
      commit('STORY-002: Tests of another system'),
    ],
    honest: workWith(go, {}),
  },
];
