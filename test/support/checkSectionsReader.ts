import { expect } from 'vitest';
import { readBoardState } from '../../server/src/workspace/git/boardStates.js';
import { createSectionsReader } from '../../server/src/workspace/insights/boardReader.js';
import { createRandom } from './generateProject.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Where the items of a text stand, read without any version before. */
const alone = (text: string): readonly (readonly [string, string])[] =>
  Array.from(readBoardState(text), ([id, { section }]) => [id, section] as const).sort();

const pieces = [
  '# Board 📋\n',
  '## 📋 Backlog\n',
  '## 🔄 In Progress\n',
  '## ✅ Done\n',
  '## Review\n',
  ...['STORY-001', 'STORY-002', 'BUG-003', 'HOTFIX-al-004'].flatMap((id) => [
    `### [${id}] A cart\n\n- [ ] Model\n- [x] View\n`,
    `### [${id}] A cart\n\n- [x] Model\n- [x] View\n`,
  ]),
  '### [STORY-005] Open\n\n~~~\n',
  '### [STORY-07-] No id\n',
  '### [STORY-8-STORY-9] Two ids\n',
  '> Spec: docs/specs/STORY-001.md\n',
  '>     code in a quote\n',
  '    - [ ] Indented\n',
  '~~~\n',
  '<!--\n',
  '-->\n',
  '- **STORY-006**: Old\n',
  '- [ ] A task that is longer than the others\n',
  '- [x] A task that is longer than the others\n',
  'Done\n----\n',
  '\r\n',
  'ü',
];

/** A reader of versions says of each what it would say of it alone, however it differs from the one before. */
export function checkSectionsReader(versions: number): void {
  const random = createRandom(7);
  const pick = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
  const read = createSectionsReader();
  let version = Array.from({ length: 14 }, pick);
  for (let number = 0; number < versions; number++) {
    const at = Math.floor(random() * (version.length + 1));
    const taken = random() < 0.5 ? 1 : 0;
    version = [...version.slice(0, at), ...(random() < 0.7 ? [pick()] : []), ...version.slice(at + taken)];
    if (version.length > 20 || number % 50 === 0) version = Array.from({ length: 14 }, pick);
    const text = version.join('\n');
    expect([...read(bytes(text))].sort(), JSON.stringify(text)).toEqual(alone(text));
  }
}
