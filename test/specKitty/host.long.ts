import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostOf, missionRepository, policy, slug } from './specKittyMission.js';

const approval = { reviewer: 'codex', verdict: 'approved', reference: 'review-1' };

/** The fields of the answers in the conformance fixtures of spec-kitty-orchestrator 0.1.3. */
const shapes = {
  'contract-version': ['api_version', 'min_supported_provider_version'],
  'mission-state': ['mission_slug', 'summary', 'work_packages'],
  'list-ready': ['mission_slug', 'ready_work_packages'],
  'resolve-workspace': ['wp_id', 'workspace_path', 'prompt_path', 'lane_id', 'lane_branch', 'lane_base_ref'],
  'start-implementation': [
    'from_lane',
    'to_lane',
    'workspace_path',
    'prompt_path',
    'policy_metadata_recorded',
    'no_op',
  ],
  'start-review': ['from_lane', 'to_lane', 'prompt_path', 'policy_metadata_recorded'],
  transition: ['from_lane', 'to_lane', 'policy_metadata_recorded'],
  'append-history': ['wp_id', 'history_entry_id'],
  'accept-mission': ['mission_slug', 'accepted', 'mode', 'accepted_at'],
  'merge-mission': ['merged', 'target_branch', 'strategy', 'merged_wps', 'worktree_removed'],
} as const;

describe('a mission that is hosted', () => {
  it('goes from its tasks to the target branch, and every guard holds on the way', async () => {
    const { folder, git } = missionRepository();
    const host = hostOf(folder);
    const seen = new Map<string, readonly string[]>();
    const note = async (name: string, answer: ReturnType<typeof host.call>) => {
      const got = await answer;
      expect(got, JSON.stringify(got.data)).toMatchObject({ code: 0, success: true, error_code: null });
      expect(got.keys).toEqual(expect.arrayContaining(['contract_version', 'timestamp', 'correlation_id']));
      seen.set(name, Object.keys(got.data));
      return got.data;
    };
    const refused = async (answer: ReturnType<typeof host.call>) => {
      const got = await answer;
      expect(got.code).not.toBe(0);
      return got.error_code;
    };
    await note('contract-version', host.call('contract-version', '--json'));
    expect(await refused(host.call('contract-version', '--provider-version', '0.0.9'))).toBe(
      'CONTRACT_VERSION_MISMATCH',
    );
    expect(await refused(host.change('start-implementation', 'WP01'))).toBe('TRANSITION_REJECTED');

    const finalized = JSON.parse((await host.agent('mission', 'finalize-tasks')).out) as object;
    expect(finalized).toMatchObject({
      result: 'success',
      lanes: [
        { lane_id: 'lane-a', wp_ids: ['WP01', 'WP03'] },
        { lane_id: 'lane-b', wp_ids: ['WP02'] },
      ],
    });
    expect(git('status', '--porcelain')).toBe('');
    const again = JSON.parse((await host.agent('mission', 'finalize-tasks')).out) as object;
    expect(again).toMatchObject({ result: 'success', commit: null });

    const ready = async () => (await note('list-ready', host.ask('list-ready')))['ready_work_packages'];
    expect(await ready()).toMatchObject([{ wp_id: 'WP01', lane: 'planned', dependencies_satisfied: true }]);
    expect(await refused(host.change('start-implementation', 'WP02'))).toBe('DEPENDENCIES_NOT_SATISFIED');
    expect(await refused(host.ask('start-implementation', '--wp', 'WP01', '--actor', 'a'))).toBe(
      'POLICY_METADATA_REQUIRED',
    );
    const secret = JSON.stringify({ ...policy, tool_restrictions: 'my-password' });
    expect(await refused(host.ask('start-implementation', '--wp', 'WP01', '--actor', 'a', '--policy', secret))).toBe(
      'POLICY_VALIDATION_FAILED',
    );
    const started = await note('start-implementation', host.change('start-implementation', 'WP01'));
    expect(started).toMatchObject({ from_lane: 'planned', no_op: false, lane_branch: `kitty/mission-${slug}-lane-a` });
    expect((await host.change('start-implementation', 'WP01')).data).toMatchObject({ no_op: true });
    expect(await refused(hostOf(folder, 'other').change('start-implementation', 'WP01'))).toBe('WP_ALREADY_CLAIMED');
    expect(await refused(host.change('start-implementation', 'WP03'))).toBe('LANE_ALLOCATION_FAILED');
    expect(await ready()).toEqual([]);

    const review = async (wp: string, file: string, task: string | undefined) => {
      const workspace = String((await host.ask('resolve-workspace', '--wp', wp)).data['workspace_path']);
      // Neither the word of the orchestrator nor a ticked subtask stands for a commit.
      if (task !== undefined) {
        expect(await refused(host.change('transition', wp, '--to', 'for_review', '--subtasks-complete'))).toBe(
          'TRANSITION_REJECTED',
        );
        expect((await hostOf(workspace).agent('tasks', 'mark-status', task, '--status', 'done')).code).toBe(0);
      }
      const believed = ['--to', 'for_review', '--implementation-evidence-present'] as const;
      expect(await refused(host.change('transition', wp, ...believed))).toBe('TRANSITION_REJECTED');
      writeFileSync(path.join(workspace, file), `export const ${wp} = 1;\n`);
      execFileSync('git', ['add', '-A'], { cwd: workspace });
      execFileSync('git', ['commit', '-qm', wp], { cwd: workspace });
      await note('transition', host.change('transition', wp, '--to', 'for_review'));
      await note('start-review', host.change('start-review', wp, '--review-ref', approval.reference));
      expect(await refused(host.change('transition', wp, '--to', 'approved'))).toBe('TRANSITION_REJECTED');
      const result = ['--to', 'approved', '--review-result-json', JSON.stringify(approval)] as const;
      await note('transition', host.change('transition', wp, ...result));
    };
    await note('resolve-workspace', host.ask('resolve-workspace', '--wp', 'WP01'));
    await note('append-history', host.ask('append-history', '--wp', 'WP01', '--actor', 'a', '--note', 'begun'));
    await review('WP01', 'src-red.ts', 'T001');
    expect(await refused(host.ask('accept-mission', '--actor', 'a'))).toBe('MISSION_NOT_READY');
    expect(await refused(host.ask('merge-mission', '--target', 'main'))).toBe('MISSION_NOT_READY');
    expect(await ready()).toMatchObject([{ wp_id: 'WP02' }, { wp_id: 'WP03' }]);
    await note('start-implementation', host.change('start-implementation', 'WP02'));
    // The lane of WP02 begins with what it depends on.
    const second = String((await host.ask('resolve-workspace', '--wp', 'WP02')).data['workspace_path']);
    expect(existsSync(path.join(second, 'src-red.ts'))).toBe(true);
    await review('WP02', 'src-blue.ts', 'T002');
    await note('start-implementation', host.change('start-implementation', 'WP03'));
    await review('WP03', 'src-dark.ts', undefined);

    await note('mission-state', host.ask('mission-state'));
    await note('accept-mission', host.ask('accept-mission', '--actor', 'a'));
    expect(await refused(host.ask('merge-mission', '--strategy', 'octopus'))).toBe('UNSUPPORTED_STRATEGY');
    // Another mission is under way meanwhile.
    const other = 'kitty-specs/008-other';
    mkdirSync(path.join(folder, other));
    writeFileSync(path.join(folder, other, 'meta.json'), '{}\n');
    await note('merge-mission', host.ask('merge-mission', '--target', 'main', '--strategy', 'squash'));
    expect(git('status', '--porcelain')).toBe(`?? ${other}/`);
    expect(git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
      expect.arrayContaining(['src-red.ts', 'src-blue.ts', 'src-dark.ts']),
    );
    expect((await host.ask('mission-state')).data['summary']).toMatchObject({ total: 3, done: 3 });
    for (const [name, keys] of Object.entries(shapes))
      expect(seen.get(name), name).toEqual(expect.arrayContaining([...keys]));
    const events = readFileSync(path.join(folder, 'kitty-specs', slug, 'status.events.jsonl'), 'utf8');
    const changes = events.split('\n').filter((line) => line.includes('"actor": "orchestrator"'));
    expect(changes.length).toBeGreaterThan(12);
    expect(changes.filter((line) => !line.includes('"orchestrator_id": "spec-orchestrator"'))).toEqual([]);
  });

  it('gives a work package to one of those who claim it at the same time, and loses no note', async () => {
    const { folder } = missionRepository();
    const host = hostOf(folder);
    await host.agent('mission', 'finalize-tasks');
    const names = ['one', 'two', 'three', 'four'];
    const claims = await Promise.all(names.map((name) => hostOf(folder, name).change('start-implementation', 'WP01')));
    expect(claims.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(claims.map(({ error_code: code }) => code))).toEqual(new Set([null, 'WP_ALREADY_CLAIMED']));
    const notes = names.map((note) => host.ask('append-history', '--wp', 'WP01', '--actor', note, '--note', note));
    for (const { success } of await Promise.all(notes)) expect(success).toBe(true);
    const status = readFileSync(path.join(folder, 'kitty-specs', slug, 'status.json'), 'utf8');
    for (const name of names) expect(status).toContain(`${name}: ${name}`);
  });

  it('moves nothing where lanes conflict', async () => {
    const { folder, git } = missionRepository();
    const host = hostOf(folder);
    await host.agent('mission', 'finalize-tasks');
    for (const wp of ['WP01', 'WP02']) {
      await host.change('start-implementation', wp);
      const workspace = String((await host.ask('resolve-workspace', '--wp', wp)).data['workspace_path']);
      writeFileSync(path.join(workspace, 'README.md'), `${wp}\n`);
      execFileSync('git', ['commit', '-qam', wp], { cwd: workspace });
      const evidence = JSON.stringify({ review: approval });
      await host.change('transition', wp, '--to', 'approved', '--evidence-json', evidence);
      if (wp === 'WP01') git('commit', '--quiet', '--allow-empty', '-m', 'meanwhile');
    }
    const other = 'Other\n';
    writeFileSync(path.join(folder, 'README.md'), other);
    git('commit', '--quiet', '-am', 'other');
    await host.change('transition', 'WP03', '--to', 'canceled');
    const before = git('rev-parse', 'main');
    expect(await host.ask('merge-mission', '--target', 'main')).toMatchObject({
      code: 1,
      error_code: 'PREFLIGHT_FAILED',
    });
    expect(git('show', 'main:README.md')).toBe(other.trim());
    // The status of the mission was recorded; nothing of the lanes was.
    expect(git('diff', '--name-only', before, 'main', '--', 'src', 'README.md')).toBe('');
    expect(git('worktree', 'list').split('\n')).toHaveLength(3);
  });

  it('merges no lane whose packages were canceled, and calls nothing done whose branch is gone', async () => {
    const { folder, git } = missionRepository();
    const host = hostOf(folder);
    await host.agent('mission', 'finalize-tasks');
    for (const wp of ['WP01', 'WP02']) {
      await host.change('start-implementation', wp);
      const workspace = String((await host.ask('resolve-workspace', '--wp', wp)).data['workspace_path']);
      writeFileSync(path.join(workspace, wp === 'WP01' ? 'README.md' : 'half.ts'), `${wp}\n`);
      execFileSync('git', ['add', '-A'], { cwd: workspace });
      execFileSync('git', ['commit', '-qm', wp], { cwd: workspace });
      if (wp === 'WP01')
        await host.change(
          'transition',
          wp,
          '--to',
          'approved',
          '--evidence-json',
          JSON.stringify({ review: approval }),
        );
    }
    for (const wp of ['WP02', 'WP03']) await host.change('transition', wp, '--to', 'canceled');
    const merge = () => host.ask('merge-mission', '--target', 'main');
    const refusedFor = async (words: string) => {
      const message = expect.stringContaining(words) as string;
      expect(await merge()).toMatchObject({ error_code: 'PREFLIGHT_FAILED', data: { message } });
      expect((await host.ask('mission-state')).data['summary']).toMatchObject({ approved: 1, done: 0 });
    };
    const lane = `kitty/mission-${slug}-lane-a`;
    const tip = git('rev-parse', lane);
    git('worktree', 'remove', `.worktrees/${slug}-lane-a`);
    git('branch', '--quiet', '-D', lane);
    await refusedFor(`there is no branch ${lane}`);
    git('branch', lane, tip);
    writeFileSync(path.join(folder, 'README.md'), 'Not committed\n');
    await refusedFor('README.md');
    git('checkout', '--quiet', 'README.md');
    expect(await merge()).toMatchObject({ success: true, data: { merged_wps: ['WP01'] } });
    expect(git('show', 'main:README.md')).toBe('WP01');
    expect(git('ls-tree', '--name-only', 'main').split('\n')).not.toContain('half.ts');
  });

  it('answers what it does not understand in the same form', async () => {
    const { folder } = missionRepository();
    const host = hostOf(folder);
    const unknown = { code: 2, command: 'orchestrator-api.unknown', success: false, error_code: 'USAGE_ERROR' };
    expect(await host.call('nothing')).toMatchObject(unknown);
    expect(await host.call('mission-state')).toMatchObject({
      ...unknown,
      data: { message: expect.stringContaining('--mission') as string },
    });
    expect(await host.call('mission-state', '--mission', '../..')).toMatchObject({
      code: 1,
      error_code: 'MISSION_NOT_FOUND',
    });
    expect(await host.ask('mission-state', '--wrong', 'x')).toMatchObject(unknown);
  });
});
