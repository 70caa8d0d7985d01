import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byAuthor } from '../shop/search.js';

const austen = { title: 'Emma', author: 'Jane Austen' };

test('STORY-006/AC1: part of a name finds the author', () => {
  assert.deepEqual(byAuthor([austen, { title: 'Ulysses', author: 'James Joyce' }], 'aust'), [austen]);
});

test('STORY-006/AC2: a long list is cut', () => {
  assert.equal(byAuthor(Array(60).fill(austen), 'austen').length, 10);
});
