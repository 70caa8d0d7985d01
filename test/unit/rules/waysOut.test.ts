import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../support/lintFiles.js';
import { createGitFacts } from '../../support/gitFixture.js';

const git = createGitFacts({
  now: '2026-03-01',
  commits: [{ id: 'c1', at: '2026-01-01', subject: 'Plan the sprint', files: ['docs/product/sprint_board.md'] }],
});

/** What is said of an entry that has been in progress for long. */
async function saidOfIdle(tasks: string): Promise<string | undefined> {
  const text = `# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Guest carts\n\n${tasks}\n\n## ✅ Done\n`;
  const { findings } = await lintFiles([{ path: 'docs/product/sprint_board.md', text }], undefined, { git });
  return findings.find(({ code }) => code === 'PW631')?.message;
}

describe('the way out of PW631', () => {
  it.each([
    ['not begun', '- [ ] Data model', /back to Backlog/],
    // PW612 reports an entry with ticked tasks in the Backlog.
    ['begun', '- [x] Data model\n- [ ] UI', /Continue and name it/],
    ['all ticked', '- [x] Data model', /Move the entry to Done/],
  ])('is one that PW612 does not close: %s', async (_, tasks, way) => {
    const said = await saidOfIdle(tasks);
    expect(said).toMatch(way);
    if (tasks.includes('[x]')) expect(said).not.toContain('Backlog');
  });
});
