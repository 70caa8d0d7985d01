import { describe, expect, it, vi } from 'vitest';
import { englishWords } from '../../../server/src/reports/insights/englishWords.js';

vi.mock('vscode', () => import('./vscode.js'));
const { insightsWords } = await import('../../../client/src/insights/insightsWords.js');

describe('the words of the page of insights', () => {
  it('are in the editor, in English, those of the command line', () => {
    expect(insightsWords()).toEqual(englishWords);
  });
});
