import { beforeAll, expect, it } from 'vitest';
import type { Uri } from 'vscode';
import { isOfProject } from '../../../client/src/editor/projectFiles.js';
import * as vscode from './vscode.js';

/** As the editor has it: decoded. */
function parse(text: string): Uri {
  const { protocol, pathname } = new URL(text);
  return { scheme: protocol.slice(0, -1), path: decodeURIComponent(pathname) } as unknown as Uri; // as much as it uses
}

beforeAll(() => {
  Object.assign(vscode.Uri, { parse });
});

it.each([
  ['file:///w/shop', 'file:///w/shop/docs/specs/STORY-001.md', true],
  ['file:///w/shop/', 'file:///w/shop/a.md', true],
  ['file:///w/shop', 'file:///w/shop-before/a.md', false],
  ['file:///w/shop', 'file:///w/a.md', false],
  ['file:///c:/my%20shop', 'file:///c%3A/my%20shop/a.md', true],
  ['file:///w/shop', 'untitled:/w/shop/a.md', false],
  ['file:///', 'file:///a.md', true],
])('of the project %s: %s', (root, file, expected) => {
  expect(isOfProject(root, parse(file))).toBe(expected);
});
