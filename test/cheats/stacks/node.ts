import type { FullStack } from '../cheat.js';
import { javaScript } from './javaScript.js';

const shop = javaScript({
  imports: ["import assert from 'node:assert/strict';", "import { test } from 'node:test';"],
  test: 'test',
  equal: (actual, expected) => `assert.equal(${actual}, ${expected});`,
  truthy: (what) => `assert.ok(${what});`,
  variable: 'NODE_TEST_CONTEXT',
  unseenTest: 'src/discountChecks.js',
});

export const packageJson = (scripts: Readonly<Record<string, string>>): string =>
  `${JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', scripts }, undefined, 2)}\n`;

export const node: FullStack = {
  ...shop,
  name: 'JavaScript with node --test',
  isHere: true,
  start: { ...shop.start, 'package.json': packageJson({ test: 'node --test' }) },
};
