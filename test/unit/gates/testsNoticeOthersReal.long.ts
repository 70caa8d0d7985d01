import { describe } from 'vitest';
import { has, unless } from '../../support/hasProgram.js';
import {
  deaf,
  idle,
  loose,
  mirrored,
  lucky,
  noticed,
  oneOf,
  ownAnswer,
  play,
  type Stack,
  type Texts,
  weak,
} from './noticeCases.js';

describe.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  `with pytest${unless('python3', '-m', 'pytest', '--version')}`,
  () => {
    const stack: Stack = {
      product: {
        'shop/__init__.py': '',
        'shop/cart.py':
          'LIMIT = 3\n\n\nclass Cart:\n    def __init__(self):\n        self.items = []\n\n    def add(self, price):\n        self.items.append(price)\n        return self\n\n    def total(self):\n        return sum(self.items)\n',
      },
      test: (body, besides = '') => ({
        'tests/test_cart.py': `import pytest\n\nfrom shop import cart\nfrom shop.cart import Cart\n${besides}\n\ndef test_story_001_ac1():\n    ${body}\n`,
      }),
    };
    const { test } = stack;
    play(stack, mirrored, {
      'what the code gives, again': {
        'shop/cart.py': 'class Cart:\n    pass\n\n\ndef price(n):\n    return n\n',
        ...test('for expected in (cart.price(3), 2):\n        assert cart.price(3) == expected\n        break'),
      },
    });
    play(stack, noticed, {
      'a result': test('assert Cart().add(1).add(2).total() == 3'),
      'a constant': test('assert cart.LIMIT == 3'),
      'a small fraction that is near': test('assert Cart().add(0.095).total() == pytest.approx(0.095, abs=0.01)'),
      'what is in a list': test('assert Cart().add(3).total() in [3]'),
    });
    play(stack, loose, {
      'that there is a result': test('assert Cart().add(1).add(2).total() > 0'),
      'a fraction that is far': test('assert Cart().add(0.5).total() == pytest.approx(0.5, abs=0.2)'),
    });
    play(stack, oneOf('40'), {
      'one of many': test('assert Cart().add(1).add(2).total() in (3, 40)'),
    });
    play(stack, lucky, {
      'a result by chance, until it is right': {
        'shop/cart.py': 'import random\n\n\ndef total(a):\n    return random.choice([a, a + 1])\n\n\nCart = None\n',
        ...test('assert any(cart.total(3) == 3 for _ in range(200)) and Cart is None'),
      },
    });
    play(stack, weak, {
      'that a callback is not run yet': {
        'shop/cart.py': 'def defer(run):\n    ends = []\n    ends.append(run)\n    return ends\n\n\nCart = None\n',
        ...test(
          'run = Mock(return_value=Cart)\n    cart.defer(run)\n    run.assert_not_called()',
          'from unittest.mock import Mock\n',
        ),
      },
    });
    play(stack, idle, {
      'all of a list of the product, which is empty': {
        'shop/cart.py': `${stack.product['shop/cart.py'] ?? ''}\n\nRULES = []\n`,
        ...test('for price, total in cart.RULES:\n        assert Cart().add(price).total() == total'),
      },
    });
    play(stack, ownAnswer, {
      'a default that is the result': {
        'shop/cart.py':
          'def sums(prices):\n    all = 0\n    for price in prices:\n        all += price\n\n\nCart = None\n',
        ...test('assert (cart.sums([1, 2]) or 3) == 3'),
      },
    });
    play(stack, deaf, {
      'that it exists': test('assert callable(Cart)'),
      'a literal': test('Cart()\n    assert {"total": 3} == {"total": 3}'),
      'an empty loop': test('for price in []:\n        assert Cart().add(price).total() == price\n    assert Cart'),
      'a fixture that replaces the subject': test(
        'assert Cart().total() == 7',
        "\n\n@pytest.fixture(autouse=True)\ndef replaced(monkeypatch):\n    class Fake:\n        def total(self):\n            return 7\n    monkeypatch.setitem(globals(), 'Cart', Fake)\n",
      ),
    });
  },
);

describe.skipIf(!has('go', 'version'))(`with go test${unless('go', 'version')}`, () => {
  const stack: Stack = {
    product: {
      'go.mod': 'module shop\n\ngo 1.19\n',
      'cart.go': `package shop

import "errors"

type Cart struct{ items []int }

func (c *Cart) Add(price int) *Cart { c.items = append(c.items, price); return c }

func (c *Cart) Total() (int, error) {
	sum := 0
	for _, price := range c.items {
		sum += price
	}
	if sum == 0 {
		return 0, errors.New("empty")
	}
	return sum, nil
}
`,
    },
    test: (body) => ({
      'cart_test.go': `package shop

import "testing"

// STORY-001/AC1: adds
func TestAdds(t *testing.T) {
	sum, err := new(Cart).Add(1).Add(2).Total()
	${body}
}
`,
    }),
  };
  const { test } = stack;
  play(stack, noticed, {
    'a result': test('if err != nil || sum != 3 { t.Error(sum) }'),
    'an error': test('if _, err = new(Cart).Total(); err == nil { t.Error(sum) }'),
    'a small fraction that is near': {
      'cart.go': 'package shop\n\nfunc vat(net float64) float64 { return net * 0.19 }\n',
      'cart_test.go':
        'package shop\n\nimport (\n\t"math"\n\t"testing"\n)\n\n// STORY-001/AC1: adds\nfunc TestAdds(t *testing.T) {\n\tif got := vat(0.5); math.Abs(got-0.095) > 0.01 {\n\t\tt.Error(got)\n\t}\n}\n',
    },
  });
  play(stack, loose, {
    'that there is a result': test('if err != nil || sum == 0 { t.Error(sum) }'),
  });
  play(stack, weak, {
    'that a callback is not run yet': {
      'cart.go':
        'package shop\n\nfunc deferred(run func()) int {\n\tends := 0\n\tif run != nil {\n\t\tends++\n\t}\n\treturn ends\n}\n',
      'cart_test.go':
        'package shop\n\nimport "testing"\n\n// STORY-001/AC1: adds\nfunc TestAdds(t *testing.T) {\n\tran := false\n\tdeferred(func() { ran = true })\n\tif ran {\n\t\tt.Error("ran")\n\t}\n}\n',
    },
  });
  play(stack, idle, {
    'all of a list of the product, which is empty': {
      'cart.go': `${stack.product['cart.go'] ?? ''}\nvar rules []struct{ price, sum int }\n`,
      ...test(
        'for _, rule := range rules { if sum, err = new(Cart).Add(rule.price).Total(); err != nil || sum != rule.sum { t.Error(sum) } }',
      ),
    },
  });
  play(stack, ownAnswer, {
    'a default that is the result': {
      'cart.go':
        'package shop\n\nfunc sums(all []int) (total int) {\n\tfor _, one := range all {\n\t\tif one > 1 {\n\t\t\tcontinue\n\t\t}\n\t}\n\treturn\n}\n',
      'cart_test.go':
        'package shop\n\nimport "testing"\n\n// STORY-001/AC1: adds\nfunc TestAdds(t *testing.T) {\n\tsum := sums([]int{1, 2})\n\tif sum == 0 {\n\t\tsum = 3\n\t}\n\tif sum != 3 {\n\t\tt.Error(sum)\n\t}\n}\n',
    },
  });
  play(stack, oneOf('40'), {
    'one of many': test('if err != nil || (sum != 3 && sum != 40) { t.Error(sum) }'),
  });
});

describe.skipIf(!has('cargo', '--version'))(`with cargo${unless('cargo', '--version')}`, () => {
  const lib = (tests: string): Texts => ({
    'src/lib.rs': `pub const LIMIT: u32 = 3;
#[derive(Debug, Clone)]
pub struct Cart { items: Vec<u32> }
impl Cart {
    pub fn of(items: &[u32]) -> Cart { Cart { items: items.to_vec() } }
    pub fn total(&self) -> u32 { self.items.iter().sum() }
}
pub fn total(items: &[u32]) -> u32 { Cart::of(items).total() }

#[cfg(test)]
mod tests {
    use super::*;
    /// STORY-001/AC1
    #[test]
    fn adds() { ${tests} }
}
`,
  });
  const stack: Stack = {
    product: {
      'Cargo.toml': '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock':
        '# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\nversion = 4\n\n[[package]]\nname = "cart"\nversion = "0.1.0"\n',
    },
    test: lib,
  };
  play(stack, noticed, {
    'a result': lib('assert_eq!(total(&[1, 2]), 3);'),
    'a constant': lib('assert_eq!(LIMIT, 3);'),
  });
  play(stack, deaf, {
    'a literal': lib('let f: fn(&[u32]) -> u32 = total; assert_eq!(3, 3); let _ = f;'),
  });
});
