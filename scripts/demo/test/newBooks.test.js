import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBooks } from '../shop/newBooks.js';

test('STORY-005/AC1: the newest book comes first', () => {
  const today = Date.parse('2026-03-03');
  const books = [{ added: today - 2 }, { added: today - 1 }, { added: 0 }];
  assert.deepEqual(newBooks(books, today), [{ added: today - 1 }, { added: today - 2 }]);
});
