import { symlinkSync } from 'node:fs';
import path from 'node:path';
import type { FullStack } from '../cheat.js';
import { javaScript } from './javaScript.js';
import { packageJson } from './node.js';

const shop = javaScript({
  imports: ["import { expect, it } from 'vitest';"],
  test: 'it',
  equal: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  truthy: (what) => `expect(${what}).toBe(true);`,
  variable: 'VITEST',
  unseenTest: 'src/discountChecks.js',
});

/** A package of this repository's own is what the shop has installed. */
const modules = path.resolve('node_modules');

export const vitest: FullStack = {
  ...shop,
  name: 'JavaScript with Vitest',
  isHere: true,
  start: {
    ...shop.start,
    '.gitignore': 'node_modules\ncoverage/\n',
    'package.json': packageJson({ test: 'vitest run' }),
    'vitest.config.js': "export default { test: { include: ['test/**/*.test.js'] } };\n",
    'test/label.test.js': `import { expect, it } from 'vitest';
import { total } from '../src/cart.js';

it('STORY-001/AC1: a cart is printed with its total', () => {
  expect(\`Total: \${total([2, 3])}\`).toMatchSnapshot();
});
`,
    'test/__snapshots__/label.test.js.snap': `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`STORY-001/AC1: a cart is printed with its total 1\`] = \`"Total: 5"\`;
`,
  },
  install: (folder) => {
    symlinkSync(modules, path.join(folder, 'node_modules'), 'junction');
  },
};
