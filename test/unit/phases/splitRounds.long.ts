import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatesWithout } from '../../support/lightGates.js';
import type { PhaseRun } from '../../support/phaseProject.js';
import { why } from '../../support/phaseStory.js';
import { sprintProject } from '../../support/sprintProject.js';
import { buildOf, passes } from '../../support/sprintStory.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const id = 'STORY-001';
const { files = {}, replace = {} } = buildOf(id);
const only = (part: RegExp): typeof files =>
  Object.fromEntries(Object.entries(files).filter(([file]) => part.test(file)));
const own = { here: false } as const;

const redIn = ({ events }: PhaseRun): string | undefined =>
  events
    .flatMap((event) => (event.event === 'gate' ? event.verdict.conditions : []))
    .findLast(({ name }) => name === 'seen-red')?.summary;

describe('an agent that writes the tests in one round and the code in the next', () => {
  it.each([
    ['tests first', [{ files: only(/^test/u) }, { files: only(/^src/u), replace }], ['test', 'feat']],
    ['code first', [{ files: only(/^src/u) }, { files: only(/^test/u), replace }], ['feat', 'test']],
  ])('is committed in each, and its tests are seen failing by running them (%s)', async (_, act, types) => {
    const project = sprintProject([id], {}, gatesWithout(['tests-notice', 'tests-real', 'tests-steady']));
    const built = await project.run('act', id, { act }, own);
    expect(built.outcome, why(built)).toBe('passed');
    expect(built.prompts).toHaveLength(2);
    const subjects = project.repository.git('log', '-2', '--reverse', '--format=%s', `feature/${id}`);
    expect(
      subjects
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(types);
    const checked = await project.run('check', id, { check: [passes] }, own);
    expect(checked.outcome, why(checked)).toBe('passed');
    expect(redIn(checked)).toBe('1 new or changed test failed without the item’s code');
  });
});

describe('an item that is closed in a repository with a remote', () => {
  it('is merged here in one closing commit, nothing is pushed, and a second call closes nothing again', async () => {
    const project = sprintProject([id]);
    const { git } = project.repository;
    const remote = path.join(temporaryFolder(), 'shop.git');
    git('init', '--bare', '--quiet', '--initial-branch=main', remote);
    git('remote', 'add', 'origin', remote);
    git('push', '--quiet', '--set-upstream', 'origin', 'main');
    const before = git('ls-remote', 'origin');
    for (const [phase, play] of [
      ['act', [buildOf(id)]],
      ['check', [passes]],
      ['done', [{}]],
    ] as const) {
      const run = await project.run(phase, id, { [phase]: play }, { ...own, yes: true });
      expect(run.outcome, why(run)).toBe('passed');
    }
    const closing = (): readonly string[] =>
      git('log', '--format=%s', 'main')
        .split('\n')
        .filter((line) => line.includes(`close ${id}`));
    expect(closing()).toHaveLength(1);
    expect(git('ls-remote', 'origin')).toBe(before);
    expect(git('status', '--porcelain', '--branch')).toMatch(/^## main\.\.\.origin\/main \[ahead \d+\]$/u);
    const head = git('rev-parse', 'HEAD');
    const again = await project.run('done', id, { done: [{}] }, { ...own, yes: true, agent: undefined });
    expect([again.outcome, git('rev-parse', 'HEAD')]).toEqual(['passed', head]);
    expect(closing()).toHaveLength(1);
  });
});
