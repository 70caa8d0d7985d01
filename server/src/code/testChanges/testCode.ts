import type { Asserting } from './assertion.js';
import type { Blocks } from './blocks.js';
import type { CodeFile } from './codeFile.js';
import type { TestStretch } from './layout.js';

/** Why an assertion cannot fail. */
export interface Flaw {
  /** As half a sentence about the assertion. */
  readonly why: string;
  /** Whether that is no mistake where another assertion of the test can fail. */
  readonly alone: boolean;
}

/** What is known of a test while its assertions are looked at. */
export interface TestCode {
  readonly code: CodeFile;
  readonly stretch: TestStretch;
  readonly blocks: Blocks;
  readonly asserting: Asserting;
}

export function flaw(why: string, alone = false): Flaw {
  return { why, alone };
}
