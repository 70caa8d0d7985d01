import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, count } from '../shop/cart.js';

test('STORY-001/AC1: the book is in the cart', () => {
  assert.deepEqual(add({}, 'Emma'), { Emma: 1 });
});

test('STORY-001/AC2: the number follows', () => {
  assert.equal(count(add({ Emma: 1, Persuasion: 1 }, 'Emma')), 3);
});
