import { expect } from 'vitest';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { type Oracle, listedDifferences } from '../corpus/markdownDifferences.js';
import { markdownItSkeleton, ourSkeleton, print, remarkSkeleton } from './blockSkeleton.js';

/**
 * Fails where our scanner and an oracle see a text differently and no listed difference can show in it; answers whether
 * they see it alike.
 */
export function checkAgainstOracle(oracle: Oracle, text: string): boolean {
  const ours = print(ourSkeleton(text, scanBlocks(text), oracle === 'remark' ? 'all' : 'plain'));
  const theirs = print(oracle === 'remark' ? remarkSkeleton(text) : markdownItSkeleton(text));
  if (ours === theirs) return true;
  if (listedDifferences(oracle, text).length === 0) expect(ours, `${oracle} on ${JSON.stringify(text)}`).toBe(theirs);
  return false;
}
