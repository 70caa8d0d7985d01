import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/cart.js';

test('STORY-001/AC1: prices are added up', () => {
  assert.equal(total([2, 3]), 5);
  assert.equal(total([]), 0);
});
