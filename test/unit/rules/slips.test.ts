import { describe, expect, it } from 'vitest';
import { oneSlip } from '../../../server/src/rules/support/oneSlip.js';
import { stepKeywordMeant, titleKeywordMeant, titleKeywords } from '../../../server/src/rules/testCase/keywordSlip.js';

describe('oneSlip', () => {
  it.each([
    ['givn', 'given', true],
    ['givven', 'given', true],
    ['gaven', 'given', true],
    ['igven', 'given', true],
    ['given', 'given', false],
    ['gien', 'given', true],
    ['gn', 'given', false],
    ['vigen', 'given', false],
    ['docs', 'done', false],
    ['htn', 'then', false],
    ['', 'a', true],
    ['', '', false],
    ['aa', 'a', true],
    ['abab', 'baba', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(oneSlip(a, b)).toBe(expected);
    expect(oneSlip(b, a)).toBe(expected);
  });
});

describe('stepKeywordMeant', () => {
  it.each([
    ['Given', 'Given'],
    ['givn', 'Given'],
    ['then', 'Then'],
    ['Tehn', 'Then'],
    ['Whn', 'When'],
    ['adn', 'And'],
    ['The', undefined],
    ['any', undefined],
    ['by', undefined],
    ['gives', undefined],
    ['constructor', undefined],
  ])('%s: %s', (word, expected) => {
    expect(stepKeywordMeant(word)).toBe(expected);
  });
});

describe('titleKeywordMeant', () => {
  it.each([
    ['Senario', 'Scenario'],
    ['scenario outline', 'Scenario Outline'],
    ['Exmaples', 'Examples'],
    ['Role', undefined],
    ['Note', undefined],
  ])('%s: %s', (words, expected) => {
    expect(titleKeywordMeant(words, titleKeywords)).toBe(expected);
  });
});
