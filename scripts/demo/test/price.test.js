import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from '../shop/price.js';

test('BUG-001/AC1: a price has two digits behind the point', () => {
  assert.equal(show(1250), '12.50');
});

test('BUG-001/AC3: a price of nothing is shown as well', () => {
  assert.equal(show(0), '0.00');
});
