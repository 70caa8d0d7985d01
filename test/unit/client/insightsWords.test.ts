import { describe, expect, it } from 'vitest';
import { englishWords } from '../../../server/src/reports/insights/englishWords.js';

const { insightsWords } = await import('../../../client/src/insights/insightsWords.js');

describe('the words of the page of insights', () => {
  it('are in the editor, in English, those of the command line', () => {
    expect(insightsWords()).toEqual(englishWords);
  });
});
