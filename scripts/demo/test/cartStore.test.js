import assert from 'node:assert/strict';
import { test } from 'node:test';
import { write } from '../shop/cartStore.js';

test('STORY-002/AC1: the cart is written', () => {
  const kept = new Map();
  write({ setItem: (key, text) => kept.set(key, text) }, { Emma: 1 });
  assert.equal(kept.get('cart'), '{"Emma":1}');
});
