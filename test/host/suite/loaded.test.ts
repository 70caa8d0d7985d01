import * as assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { extensionApi } from '../support.js';

/**
 * Comes first in every scene: VS Code leaves an extension out in silence when it is made for a newer version, and then the
 * rest would test nothing.
 */
suite('the extension', () => {
  test('is loaded into the VS Code that was asked for', async () => {
    assert.equal(vscode.version, process.env['PACTWRIGHT_VSCODE']);
    const { activationMs } = await extensionApi();
    // Printed by the launcher; a figure, no condition.
    appendFileSync(
      `${process.env['PACTWRIGHT_RESULTS'] ?? ''}.figures`,
      `activation's own time ${activationMs.toFixed(1)} ms\n`,
    );
    assert.equal(vscode.extensions.getExtension('pactwright.pactwright')?.isActive, true);
  });
});
