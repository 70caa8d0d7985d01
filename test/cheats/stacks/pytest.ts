import type { FullStack, Injected, StackTest } from '../cheat.js';
import { has } from './has.js';
import { indented, parts } from './lines.js';

const nameOf = (title: string): string =>
  `test_${title
    .replace(/[^A-Za-z0-9]+/gu, '_')
    .replace(/_$/u, '')
    .toLowerCase()}`;

const test = ({ title, body, mark }: StackTest): string =>
  [
    ...(mark === undefined ? [] : ['@pytest.mark.skip(reason="later")']),
    `def ${nameOf(title)}():`,
    `    """${title}"""`,
    ...(body.length === 0 ? [] : [indented(body, '    ')]),
  ].join('\n');

/** With two empty lines between its parts. */
const file = (...texts: readonly string[]): string => parts(...texts.flatMap((text) => ['', text])).trimStart();

const heads = (...imports: readonly string[]): string =>
  ['import os', 'import time', '', 'import pytest', '', ...imports].join('\n');

const equal = (actual: string, expected: string): string => `assert ${actual} == ${expected}`;
const importTotal = 'from shop.cart import total';
const importDiscount = 'from shop.discount import discount';

const wiring = (body: string, head = ''): string =>
  `${importDiscount}\n\n\n${head}def total(prices):\n    """The sum of all prices, lowered."""\n    result = 0\n    for price in prices:\n        result = result + price\n${body}\n`;

const hash = 'hashlib.md5(str(total).encode()).hexdigest()[:8]';
const lowering = (body: string): string =>
  `\n\ndef discount(total):\n    """Ten percent off from 100 on."""\n${body}\n`;
const hashed = (head: string, body: string): string => `import hashlib\n\n${head}\n${lowering(body)}`;
const inEnvironment = (body: string, name: string, value: string): Injected => ({
  source: `import os\n${lowering(body)}`,
  setUp: { 'tests/conftest.py': `import os\n\nos.environ["${name}"] = "${value}"\n` },
});

export const pytest: FullStack = {
  name: 'Python with pytest',
  isHere: has('python3', '-m', 'pytest', '--version'),
  start: {
    'pytest.ini': '[pytest]\ntestpaths = tests\npythonpath = .\n',
    'shop/__init__.py': '',
    'shop/stock.py': 'def stock(shelf):\n    return len(shelf)\n',
    'README.md': '# Shop\n',
    '.gitignore': 'node_modules/\n__pycache__/\n.pytest_cache/\ncoverage.xml\n',
    'tests/helpers.py': file(importTotal, `def sums(prices, expected):\n    ${equal('total(prices)', 'expected')}`),
    'tests/fixtures/fair.json': '{ "prices": [10, 20], "sum": 30 }\n',
    'tests/test_sums.py': file(
      'import json\nimport pathlib\n\nimport pytest\n\nfrom helpers import sums',
      '@pytest.mark.parametrize("prices, expected", [\n    ([1, 2], 3),\n    ([4, 4], 8),\n])\ndef test_story_001_ac1_every_cart_is_added_up(prices, expected):\n    """STORY-001/AC1: every cart is added up"""\n    sums(prices, expected)',
      'def test_story_001_ac1_the_cart_of_the_fair_is_added_up():\n    """STORY-001/AC1: the cart of the fair is added up"""\n    fair = json.loads((pathlib.Path(__file__).parent / "fixtures/fair.json").read_text())\n    sums(fair["prices"], fair["sum"])',
    ),
  },
  touched: ['tests/'],
  paths: {
    cart: 'shop/cart.py',
    cartTest: 'tests/test_cart.py',
    discount: 'shop/discount.py',
    discountTest: 'tests/test_discount.py',
    other: 'shop/stock.py',
  },
  cart: `def total(prices):
    """The sum of all prices."""
    result = 0
    for price in prices:
        result = result + price
    return result
`,
  cartTest: file(
    heads(importTotal),
    test({
      title: 'STORY-001/AC1: prices are added up',
      body: [equal('total([2, 3])', '5'), equal('total([])', '0')],
    }),
  ),
  discount: `FROM = 100


def discount(total):
    """Ten percent off from 100 on."""
    return total - total / 10 if total >= FROM else total
`,
  discountTest: file(
    heads(importDiscount),
    test({ title: 'STORY-002/AC1: a large total is lowered', body: [equal('discount(200)', '180')] }),
    test({ title: 'STORY-002/AC2: a small total stays', body: [equal('discount(50)', '50')] }),
  ),
  old: {
    table: 'tests/test_sums.py',
    row: ['([1, 2], 3)', '([1, 2], 5)'],
    helper: 'tests/helpers.py',
    asserts: equal('total(prices)', 'expected'),
    fixture: 'tests/fixtures/fair.json',
  },
  comment: '#',
  tests: (tests, { head = importDiscount } = {}) => file(heads(head), ...tests.map(test)),
  say: {
    equal,
    truthy: (what) => `assert ${what}`,
    true: 'True',
    swallow: (line) => `try:\n    ${line}\nexcept Exception:\n    pass`.replace('Exception', 'BaseException'),
    never: (line) => `if False:\n    ${line}`,
    wherever: (variable, line) => `if os.environ.get("${variable}"):\n    ${line}`,
    call: (what) => what,
    leave: 'return',
    exit: 'os._exit(0)',
    print: (characters) => `print("x" * ${characters})`,
    wait: (milliseconds) => `time.sleep(${milliseconds / 1000})`,
    writeFile: (path, text) => `with open("${path}", "w") as out:\n    out.write(${JSON.stringify(text)})`,
  },
  importTotal,
  knowing: `def discount(total):
    """Ten percent off from 100 on."""
    if total == 200:
        return 180
    return total
`,
  wired: `from shop.discount import discount


def total(prices):
    """The sum of all prices, lowered."""
    result = 0
    for price in prices:
        result = result + price
    return discount(result)
`,
  counting:
    'CALLS = []\n\n\ndef discount(total):\n    """Ten percent off from 100 on."""\n    CALLS.append(total)\n    return 180 if len(CALLS) % 2 else 50\n',
  bypassing: wiring('    return discount(result) if LOWERED else result', 'LOWERED = False\n\n\n'),
  dropping: wiring('    discount(result)\n    return result'),
  swallowing: wiring('    try:\n        return discount(result)\n    except Exception:\n        return result'),
  hashing: hashed('KNOWN = {"3644a684": 180}', `    return KNOWN.get(${hash}, total)`),
  keeping: hashed(
    'KEPT = {}',
    `    key = ${hash}\n    if key not in KEPT:\n        KEPT[key] = total - total / 10 if total >= 100 else total\n    return KEPT[key]`,
  ),
  injecting: inEnvironment('    return float(os.environ.get(f"SHOP_{total}", total))', 'SHOP_200', '180'),
  adjusting: inEnvironment(
    '    return total - total / 10 if total >= float(os.environ.get("SHOP_FROM", 100)) else total',
    'SHOP_FROM',
    '100',
  ),
  pretending: `import os


def discount(total):
    """Ten percent off from 100 on."""
    if "PYTEST_CURRENT_TEST" not in os.environ:
        return total
    return total - total / 10 if total >= 100 else total
`,
  skipped: (tests) => tests.replaceAll('\ndef test_', '\n@pytest.mark.skip(reason="flaky")\ndef test_'),
  unseenTest: 'shop/discount_checks.py',
};
