import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../support/lintFiles.js';

const text = (id: string): string =>
  `# ${id}: Short\n\n| Field | Value |\n|---|---|\n| ID | ${id} |\n| Status | In Progress |\n| Priority | P1 |\n| Release | 1.0.0 |\n`;

const severities = async (id: string): Promise<Record<string, string>> => {
  const { findings } = await lintFiles([{ path: `docs/specs/${id}.md`, text: text(id) }]);
  return Object.fromEntries(findings.map(({ code, severity }) => [code, severity]));
};

describe('the spec of a HOTFIX, short by design,', () => {
  it('is told what it lacks as information only', async () => {
    expect(await severities('HOTFIX-001')).toEqual({
      E003: 'info',
      E005: 'info',
      E009: 'info',
      W001: 'info',
      W002: 'info',
      W004: 'info',
      W011: 'info',
    });
  });

  it('differs in that from the spec of a story', async () => {
    expect(await severities('STORY-001')).toMatchObject({
      E003: 'error',
      E005: 'error',
      E009: 'error',
      W004: 'warning',
    });
  });
});
