import { describe, expect, it } from 'vitest';
import { run as runCli } from '../../support/runCli.js';
import { why } from '../../support/phaseStory.js';
import { itLong } from '../../support/runs.js';
import { sprintProject } from '../../support/sprintProject.js';
import { buildOf, passes } from '../../support/sprintStory.js';

describe('a comment on a line of an item’s work', () => {
  itLong(
    'goes to the next agent that builds, once, at the line where it is now, and again after it was reopened',
    async () => {
      const project = sprintProject(['STORY-001']);
      const { folder } = project.repository;
      const first = await project.run('act', 'STORY-001', { act: [buildOf('STORY-001')] });
      expect(first.outcome, why(first)).toBe('passed');
      expect(first.prompts[0]).not.toContain('## Comments of a person');

      const call = (...args: string[]) => runCli({ cwd: folder, input: 'Round to cents\n' }, 'comment', ...args);
      const { out: id } = await call('add', 'STORY-001', 'src/story-001.js:2');
      const { out: other } = await call('add', 'STORY-001', 'src/story-001.js:1', 'Never mind');
      await call('resolve', 'STORY-001', other.trim());
      expect((await call('list', 'STORY-001')).out).toContain(`${id.trim()} not sent yet, src/story-001.js:2`);
      // It is on the line below now.
      project.repository.write({ 'src/story-001.js': `// Sums\n${project.text('src/story-001.js')}` });

      // A reviewer only looks: what is said is for who builds.
      const check = await project.run('check', 'STORY-001', { check: [passes] });
      expect(check.prompts[0]).not.toContain('Round to cents');
      const shown = await project.run('act', 'STORY-001', {}, { dryRun: true });
      expect(shown.events.some((event) => event.event === 'prompt' && event.text.includes('Round to cents'))).toBe(
        true,
      );
      const crashed = await project.run('act', 'STORY-001', { act: [{ code: 7 }] });
      expect(crashed.prompts[0]).toContain('Round to cents');
      const next = await project.run('act', 'STORY-001', { act: [{}] });
      const [prompt = ''] = next.prompts;
      expect(prompt).toContain('- `src/story-001.js` line 3:\n  ```text\n    return prices.reduce(');
      expect(prompt).toContain('  The person says:\n  ```text\n  Round to cents\n  ```');
      expect(prompt).not.toContain('Never mind');
      expect((await call('list', 'STORY-001')).out).toContain(`${id.trim()} sent, src/story-001.js:2`);
      const last = await project.run('act', 'STORY-001', { act: [{}] });
      expect(last.prompts[0]).not.toContain('Round to cents');
      await call('resolve', 'STORY-001', id.trim());
      await call('resolve', 'STORY-001', id.trim(), '--open');
      const reopened = await project.run('act', 'STORY-001', {}, { dryRun: true });
      expect(reopened.events.find(({ event }) => event === 'prompt')).toMatchObject({
        text: expect.stringContaining('Round to cents') as string,
      });
    },
  );

  it('says what is wrong with where it is, and with what it is about', async () => {
    const { repository } = sprintProject(['STORY-001']);
    const call = (...args: string[]) => runCli({ cwd: repository.folder, input: '' }, 'comment', ...args);
    expect(await call('add', 'STORY-001', 'package.json', 'x')).toMatchObject({ code: 2 });
    expect((await call('add', 'STORY-001', 'package.json:99', 'x')).err).toContain('there is no line 99');
    expect((await call('add', 'STORY-001', 'package.json:1')).err).toContain('the comment is empty');
    expect((await call('remove', 'STORY-001', 'abcd')).err).toContain('there is no comment abcd on STORY-001');
    expect((await call('list', '../x')).code).toBe(2);
  });
});
