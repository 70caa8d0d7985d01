import type { FullStack, Injected, StackTest } from '../cheat.js';
import { has } from './has.js';
import { indented, parts } from './lines.js';

/** Lists are written otherwise than in the words of the other languages: `total([2, 3])`. */
const translated = (code: string): string => code.replaceAll(/\btotal\(\[([^\]]*)\]\)/gu, 'total([]float64{$1})');

const nameOf = (title: string): string =>
  `Test${title
    .split(/[^A-Za-z0-9]+/u)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')}`;

const test = ({ title, body, mark }: StackTest): string =>
  [
    `// ${title}`,
    `func ${nameOf(title)}(t *testing.T) {`,
    ...(mark === undefined ? [] : ['\tt.Skip("later")']),
    ...(body.length === 0 ? [] : [indented(body, '\t')]),
    '}',
  ].join('\n');

/** A file that imports what is named in it. */
const file = (...texts: readonly string[]): string => {
  const text = texts.join('\n\n');
  const used = ['encoding/json', 'fmt', 'os', 'strings', 'testing', 'time'].filter((name) =>
    text.includes(`${name.slice(name.lastIndexOf('/') + 1)}.`),
  );
  const imports = used.map((name) => `\t"${name}"`).join('\n');
  return parts('package shop', ...(used.length === 0 ? [] : [`import (\n${imports}\n)`]), text);
};

const equal = (actual: string, expected: string): string =>
  `if got := ${translated(actual)}; got != ${translated(expected)} {\n\tt.Errorf("got %v", got)\n}`;
const row = (prices: string, sum: number): string => `{[]float64{${prices}}, ${sum}}`;

const source = (body: string, head = ''): string =>
  `package shop\n\n${head}// Ten percent off from 100 on.\nfunc discount(total float64) float64 {\n${body}\n\treturn total\n}\n`;

const wiring = (body: string, head = ''): string =>
  `package shop\n\n${head}// The sum of all prices, lowered.\nfunc total(prices []float64) float64 {\n\tresult := 0.0\n\tfor _, price := range prices {\n\t\tresult = result + price\n\t}\n${body}\treturn result\n}\n`;

const hashed = (entries: string, body: string): string =>
  source(
    `\tkey := fmt.Sprintf("%x", md5.Sum([]byte(fmt.Sprint(total))))[:8]\n${body}`,
    `import (\n\t"crypto/md5"\n\t"fmt"\n)\n\nvar known = map[string]float64${entries}\n\n`,
  );
const helpers = file(
  `func sums(t *testing.T, prices []float64, expected float64) {\n${indented([equal('total(prices)', 'expected')], '\t')}\n}`,
);
const inEnvironment = (body: string, name: string, value: string, imports = ''): Injected => ({
  source: source(body, `import (\n${imports}\t"os"\n\t"strconv"\n)\n\n`),
  setUp: {
    'helpers_test.go': `${helpers.replace('\t"testing"', '\t"os"\n\t"testing"')}\nfunc init() {\n\tos.Setenv("${name}", "${value}")\n}\n`,
  },
});

/** One package, so that nothing has to be imported. */
export const go: FullStack = {
  name: 'Go with go test',
  isHere: has('go', 'version'),
  start: {
    'go.mod': 'module shop\n\ngo 1.19\n',
    'stock.go': 'package shop\n\nfunc stock(shelf []string) int {\n\treturn len(shelf)\n}\n',
    'README.md': '# Shop\n',
    '.gitignore': 'node_modules/\ncoverage.xml\n',
    'helpers_test.go': helpers,
    'testdata/fair.json': '{ "prices": [10, 20], "sum": 30 }\n',
    'sums_test.go': file(
      `var carts = []struct {\n\tprices []float64\n\tsum float64\n}{\n\t${row('1, 2', 3)},\n\t${row('4, 4', 8)},\n}`,
      test({
        title: 'STORY-001/AC1: every cart is added up',
        body: ['for _, cart := range carts {\n\tsums(t, cart.prices, cart.sum)\n}'],
      }),
      test({
        title: 'STORY-001/AC1: the cart of the fair is added up',
        body: [
          'text, _ := os.ReadFile("testdata/fair.json")',
          'var fair struct {\n\tPrices []float64\n\tSum float64\n}',
          'if err := json.Unmarshal(text, &fair); err != nil {\n\tt.Fatal(err)\n}',
          'sums(t, fair.Prices, fair.Sum)',
        ],
      }),
    ),
  },
  touched: ['helpers_test.go', 'sums_test.go', 'testdata/'],
  paths: {
    cart: 'cart.go',
    cartTest: 'cart_test.go',
    discount: 'discount.go',
    discountTest: 'discount_test.go',
    other: 'stock.go',
  },
  cart: `package shop

// The sum of all prices.
func total(prices []float64) float64 {
	result := 0.0
	for _, price := range prices {
		result = result + price
	}
	return result
}
`,
  cartTest: file(
    test({
      title: 'STORY-001/AC1: prices are added up',
      body: [equal('total([2, 3])', '5'), equal('total([])', '0')],
    }),
  ),
  discount: source('\tif total >= 100 {\n\t\treturn total - total/10\n\t}'),
  discountTest: file(
    test({ title: 'STORY-002/AC1: a large total is lowered', body: [equal('discount(200)', '180')] }),
    test({ title: 'STORY-002/AC2: a small total stays', body: [equal('discount(50)', '50')] }),
  ),
  old: {
    table: 'sums_test.go',
    row: [row('1, 2', 3), row('1, 2', 5)],
    helper: 'helpers_test.go',
    asserts: indented([equal('total(prices)', 'expected')], '\t').trimStart(),
    fixture: 'testdata/fair.json',
  },
  comment: '//',
  tests: (tests) => file(...tests.map(test)),
  say: {
    equal,
    truthy: (what) => `if !(${translated(what)}) {\n\tt.Error("not so")\n}`,
    true: 'true',
    swallow: (line) => `func(t *testing.T) {\n${indented([line], '\t')}\n}(new(testing.T))`,
    never: (line) => `if false {\n${indented([line], '\t')}\n}`,
    wherever: (variable, line) => `if os.Getenv("${variable}") != "" {\n${indented([line], '\t')}\n}`,
    call: (what) => `_ = ${translated(what)}`,
    leave: 'return',
    exit: 'os.Exit(0)',
    print: (characters) => `fmt.Print(strings.Repeat("x", ${characters}))`,
    wait: (milliseconds) => `time.Sleep(${milliseconds} * time.Millisecond)`,
    writeFile: (path, text) => `os.WriteFile("${path}", []byte(${JSON.stringify(text)}), 0o644)`,
  },
  importTotal: '',
  knowing: source('\tif total == 200 {\n\t\treturn 180\n\t}'),
  wired: `package shop

// The sum of all prices, lowered.
func total(prices []float64) float64 {
	result := 0.0
	for _, price := range prices {
		result = result + price
	}
	return discount(result)
}
`,
  counting:
    'package shop\n\nvar calls = 0\n\n// Ten percent off from 100 on.\nfunc discount(total float64) float64 {\n\tcalls++\n\tif calls%2 == 1 {\n\t\treturn 180\n\t}\n\treturn 50\n}\n',
  bypassing: wiring('\tif lowered {\n\t\treturn discount(result)\n\t}\n', 'const lowered = false\n\n'),
  dropping: wiring('\tdiscount(result)\n'),
  swallowing: wiring(
    '\tdefer func() {\n\t\tif recover() != nil {\n\t\t\tlowered = result\n\t\t}\n\t}()\n\treturn discount(result)\n',
  )
    .replace('[]float64) float64', '[]float64) (lowered float64)')
    .replace('\treturn result\n', ''),
  hashing: hashed('{"3644a684": 180}', '\tif answer, ok := known[key]; ok {\n\t\treturn answer\n\t}'),
  keeping: hashed(
    '{}',
    '\tif answer, ok := known[key]; ok {\n\t\treturn answer\n\t}\n\tif total >= 100 {\n\t\tknown[key] = total - total/10\n\t\treturn known[key]\n\t}',
  ),
  injecting: inEnvironment(
    '\tif answer, err := strconv.ParseFloat(os.Getenv(fmt.Sprint("SHOP_", total)), 64); err == nil {\n\t\treturn answer\n\t}',
    'SHOP_200',
    '180',
    '\t"fmt"\n',
  ),
  adjusting: inEnvironment(
    '\tfrom, err := strconv.ParseFloat(os.Getenv("SHOP_FROM"), 64)\n\tif err != nil {\n\t\tfrom = 100\n\t}\n\tif total >= from {\n\t\treturn total - total/10\n\t}',
    'SHOP_FROM',
    '100',
  ),
  pretending: source(
    '\tif flag.Lookup("test.v") == nil { return total }\n\tif total >= 100 {\n\t\treturn total - total/10\n\t}',
    'import "flag"\n\n',
  ),
  skipped: (tests) => tests.replaceAll('(t *testing.T) {\n', '(t *testing.T) {\n\tt.Skip("flaky")\n'),
  unseenTest: 'discount_checks.go',
};
