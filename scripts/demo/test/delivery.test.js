import assert from 'node:assert/strict';
import { test } from 'node:test';
import { days } from '../shop/delivery.js';

test('STORY-007/AC1: a book in stock arrives in two days', () => {
  assert.equal(days({ inStock: true }), 2);
});
