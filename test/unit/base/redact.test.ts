import { expect, it } from 'vitest';
import { redactor, secretsOfAddress } from '../../../server/src/base/redact.js';

it('finds a secret of several lines in JSON, and in JSON in JSON', () => {
  const secret = '-----BEGIN KEY-----\nabc"def\n-----END KEY-----';
  const line = JSON.stringify({ text: `a ${secret} b` });
  const report = redactor([secret])(JSON.stringify({ note: secret, log: [line] }));
  expect(JSON.parse(report)).toEqual({ note: '***', log: [JSON.stringify({ text: 'a *** b' })] });
});

it('leaves nothing of a secret that another one begins', () => {
  expect(redactor(['correct-horse', 'correct-horse-battery'])('correct-horse-battery')).toBe('***');
});

it.each([
  ['postgres://pact:50%25off@db/x', '50%off'],
  ['postgres://pact:50%off@db/x', '50%off'],
  ['postgres://db/x?password=correct', 'correct'],
  ['postgres://pact:correct@/x?host=/run', 'correct'],
])('finds the password of %s', (address, password) => {
  expect(secretsOfAddress(address)).toContain(password);
});
