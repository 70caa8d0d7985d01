import { expect } from 'vitest';

/** Before each file of the client's tests: what the one before it put into the editor's API is gone. */
if (expect.getState().testPath?.includes('/test/unit/client/') === true) {
  const { asAtFirst } = await import('../unit/client/vscode.js');
  asAtFirst();
}
