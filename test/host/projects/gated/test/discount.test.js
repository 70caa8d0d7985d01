import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discount } from '../src/discount.js';

test('STORY-002/AC1: a large total is lowered', () => {
  assert.equal(discount(200), 180);
});

test('STORY-002/AC2: a small total stays', () => {
  assert.equal(discount(50), 50);
});
