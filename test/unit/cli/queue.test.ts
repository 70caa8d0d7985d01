import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { sprintFiles } from '../../support/sprintStory.js';

describe('pactwright queue', () => {
  const place = (): ((...args: string[]) => ReturnType<typeof run>) => {
    const repository = gitRepository();
    repository.commit('Begin', sprintFiles(['STORY-001', 'STORY-002', 'STORY-003']));
    return (...args) => run({ cwd: repository.folder }, ...args);
  };

  it('adds, orders, removes and shows', async () => {
    const call = place();
    expect((await call('queue', 'list')).out).toMatch(/^The queue is empty/u);
    await call('queue', 'add', 'STORY-001', 'STORY-002', 'STORY-003');
    await call('queue', 'move', 'STORY-003', '--before', 'STORY-001');
    const { out, code } = await call('queue', 'remove', 'STORY-001');
    expect(code).toBe(0);
    expect(out).toBe('STORY-003  waiting\nSTORY-002  waiting\n');
    const told = JSON.parse((await call('queue', 'list', '--format', 'json')).out) as { readonly entries: unknown[] };
    expect(told).toMatchObject({ version: 1, isWorkedOn: false });
    expect(told.entries).toHaveLength(2);
  });

  it('is paused only while a sprint goes on, and takes ids alone', async () => {
    const call = place();
    expect(await call('queue', 'pause')).toMatchObject({ code: 2, err: 'pactwright: no sprint is going on\n' });
    expect(await call('queue', 'add', 'cart')).toMatchObject({ code: 2 });
    expect(await call('queue', 'remove')).toMatchObject({ code: 2 });
  });

  it('is what a sprint without ids works on; several ids are for a sprint alone', async () => {
    const call = place();
    await call('queue', 'add', 'STORY-002');
    expect((await call('phase', 'sprint', '--dry-run')).out).toContain('STORY-002  –');
    expect((await call('phase', 'sprint', '--board', '--dry-run', '--phases', 'act,check')).out).toMatch(
      /^\nItem +act +check\nSTORY-001 {2}–/u,
    );
    const wrong = [
      ['phase', 'act', 'STORY-001', 'STORY-002', '--dry-run'],
      ['phase', 'sprint', 'STORY-001', '--board', '--dry-run'],
      ['phase', 'sprint', 'STORY-001', '--phases', 'act,design', '--dry-run'],
      ['phase', 'act', 'STORY-001', '--keep-going', '--dry-run'],
    ];
    for (const args of wrong) expect(await call(...args)).toMatchObject({ code: 2 });
  });
});
