import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changelogSection } from '../../../server/src/operations/support/changelogSection.js';

const older = '\n## 1.3.0\n\n- Old\n';

it.each([
  ['## [1.4.0] - 2026-03-01\n\n### Added\n\n- Carts\n', '1.4.0', '### Added\n\n- Carts'],
  ['## v1.4.0 (2026-03-01)\n- Carts\n', '1.4.0', '- Carts'],
  ['### 1.4.0\n\n- Carts\n', 'v1.4.0', '- Carts'],
  ['## [1.4.0](https://example.org/1.4.0) (2026)\n\n- Carts\n', '1.4.0', '- Carts'],
  ['1.4.0\n-----\n\n- Carts\n', '1.4.0', '- Carts'],
  ['## Version 1.4.0: Carts\n\n- Carts\n', '1.4.0', '- Carts'],
  ['## 1.4.0\n\n```md\n## 1.3.0\n```\n', '1.4.0', '```md\n## 1.3.0\n```'],
  ['## 1.4.0\n', '1.4.0', undefined],
  ['## 1.4.0-rc.1\n\n- Carts\n', '1.4.0', undefined],
  ['## 11.4.0\n\n- Carts\n', '1.4.0', undefined],
  ['## Unreleased\n\n- 1.4.0\n', '1.4.0', undefined],
  ['```md\n## 1.4.0\n\n- Carts\n```\n', '1.4.0', undefined],
])('%j, %s: %j', (text, version, notes) => {
  expect(changelogSection(`# Changes\n\n${text}${older}`, version)).toBe(notes);
});

it('is some of the text, whatever that is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, notes) => {
      const text = `${before}\n\n## 1.4.0\n\n${notes}`;
      expect(text).toContain(changelogSection(text, '1.4.0') ?? '');
    }),
  );
});
