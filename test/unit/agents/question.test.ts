import { describe, expect, it } from 'vitest';
import { answerPrompt, askedQuestion, closingQuestion } from '../../../server/src/agents/question.js';

describe('the question that an agent asks', () => {
  it.each([
    ['QUESTION: Which currency?', 'Which currency?'],
    ['I read the spec.\n\n**QUESTION:** Euro\nor Dollar?', 'Euro or Dollar?'],
    ['- QUESTION: First?\nQUESTION: Second?\n', 'Second?'],
    ['> `QUESTION`: Quoted?', 'Quoted?'],
    ['\u001b[1mQUESTION: In bold?\u001b[0m', 'In bold?'],
    ['The question: why?', undefined],
    ['No QUESTION: here', undefined],
    ['QUESTION:', undefined],
    ['', undefined],
  ])('is read from a line in the form that was asked for: %j', (said, question) => {
    expect(askedQuestion(said)).toBe(question);
  });

  it.each([
    ['I found two ways.\n\nShall I take the first one?', 'Shall I take the first one?'],
    ['Shall I?**', 'Shall I?**'],
    ['Shall I? I did.', undefined],
    ['Why?\n\nBecause.', undefined],
  ])('may be the last paragraph: %j', (said, question) => {
    expect(closingQuestion(said)).toBe(question);
  });

  it('is cut where nobody would read it, and comes back with its answer', () => {
    expect(askedQuestion(`QUESTION: ${'x'.repeat(10_000)}`)).toHaveLength(2_000);
    expect(answerPrompt('Which?', ' Euro\n')).toMatch(
      /^You asked:\n\n> Which\?\n\nThe person answers:\n\nEuro\n\nGo on/u,
    );
  });
});
