import { describe, expect, it } from 'vitest';
import { createSectionsReader } from '../../../../server/src/workspace/insights/boardReader.js';
import { checkSectionsReader } from '../../../support/checkSectionsReader.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('createSectionsReader', () => {
  it('says of each version what it would say of it alone, however it differs from the one before', () => {
    checkSectionsReader(600);
  });

  it('hands out the same object while nothing moves', () => {
    const read = createSectionsReader();
    const board = (tick: string): Uint8Array => bytes(`## Backlog\n\n### [STORY-001] A\n\n- [${tick}] One\n`);
    const first = read(board(' '));
    expect(read(board('x'))).toBe(first);
    expect(read(bytes('## Done\n\n### [STORY-001] A\n'))).not.toBe(first);
  });

  it('reads bytes that are no text', () => {
    const read = createSectionsReader();
    const broken = (end: string): Uint8Array =>
      new Uint8Array([...bytes('## Done\n\n'), 0xff, ...bytes(`\n\n### [STORY-001] A\n\n### [STORY-002] B\n${end}`)]);
    expect([...read(broken(''))]).toHaveLength(2);
    expect([...read(broken('\n### [STORY-003] C\n'))]).toHaveLength(3);
  });
});
