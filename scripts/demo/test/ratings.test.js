import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rate, stars } from '../shop/ratings.js';

test('STORY-008/AC1: the mean of all ratings is shown', () => {
  rate('Emma', 'Ada', 5);
  rate('Emma', 'Ben', 4);
  assert.equal(stars('Emma'), 4.5);
});
