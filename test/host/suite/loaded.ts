import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionApi } from '../support.js';

/**
 * The first test of every scene: VS Code leaves an extension out in silence when it is made for a newer version, and then
 * the rest would test nothing.
 */
export function testThatItIsLoaded(): void {
  test('the extension is loaded into the VS Code that was asked for', async () => {
    assert.equal(vscode.version, process.env['PACTWRIGHT_VSCODE']);
    await extensionApi();
    assert.equal(vscode.extensions.getExtension('pactwright.pactwright')?.isActive, true);
  });
}
