import { expect, it } from 'vitest';
import { plainMessage } from '../../../client/src/editor/plainMessage.js';

/** As the editor finds links in a notification (src/vs/base/common/linkedText.ts). */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/iu;

it.each(['[a](command:workbench.action.quit)', 'Done. [a]](command:x) [b](https://example.org)'])(
  'has no links: %s',
  (text) => {
    expect(text).toMatch(link);
    expect(plainMessage(text)).not.toMatch(link);
    expect(plainMessage(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  },
);
