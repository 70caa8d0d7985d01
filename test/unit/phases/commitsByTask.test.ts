import { describe, expect, it } from 'vitest';
import { why } from '../../support/phaseStory.js';
import { itLong } from '../../support/runs.js';
import { sprintProject } from '../../support/sprintProject.js';
import { buildOf } from '../../support/sprintStory.js';

const id = 'STORY-001';
const board = 'docs/product/sprint_board.md';

describe('the work of an agent on several tasks', () => {
  const play = async (...tasks: readonly string[]) => {
    const project = sprintProject([id]);
    const { repository } = project;
    const planned = project.text(board);
    const rows = (mark: string): string => tasks.map((task) => `- [${mark}] ${task}`).join('\n');
    const plan = repository.commit('Plan', { [board]: planned.replace(`- [ ] Add up ${id}`, rows(' ')) });
    const built = { ...buildOf(id).files, [board]: planned.replace(`- [ ] Add up ${id}`, rows('x')) };
    const ran = await project.run('act', id, { act: [{ files: built }] });
    expect(ran.outcome, why(ran)).toBe('passed');
    const log = repository.git('log', '--reverse', '--format=%x00%B', '--name-only', '--branches', `^${plan}`);
    return log
      .split('\0')
      .slice(1)
      .map((one) => one.trim().split(/\n+/u));
  };

  it('is committed by task: the tests of a criterion, and the files that a task names', async () => {
    expect(await play('Test AC1', 'Write `src/story-001.js`')).toEqual([
      [`test: ${id}, Test AC1`, 'Task: Test AC1', 'Agent: Player', 'test/story-001.test.js'],
      [
        `feat: ${id}, Write \`src/story-001.js\``,
        'Task: Write `src/story-001.js`',
        'Agent: Player',
        board,
        'docs/specs/STORY-001.md',
        'src/story-001.js',
      ],
    ]);
  });

  itLong('is one commit where the tasks do not tell it apart', async () => {
    const work = [board, 'docs/specs/STORY-001.md', 'src/story-001.js', 'test/story-001.test.js'];
    const whole = [`feat: ${id}, Add up`, 'Agent: Player', ...work];
    expect(await play('Begin src/story-001.js', 'Finish src/story-001.js')).toEqual([whole]);
    expect(await play('Write the tests', 'Write the code')).toEqual([whole]);
    expect(await play('Write src/story-001.js')).toEqual([whole]);
  });
});
