import { expect, it } from 'vitest';
import { guard } from '../../../server/src/doors/lsp/guard.js';

it.each([
  ['logs what failed', new Error('broken'), [expect.stringContaining('hover failed: Error: broken')]],
  ['logs nothing where work was given up', new DOMException('no longer asked for', 'AbortError'), []],
])('a guarded handler answers with its fallback and %s', async (_, error, expected) => {
  const logged: string[] = [];
  const handler = guard(
    'hover',
    (message) => logged.push(message),
    null,
    () => Promise.reject(error),
  );
  await expect(handler()).resolves.toBeNull();
  expect(logged).toEqual(expected);
});
