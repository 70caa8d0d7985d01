import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoSession } from '../../../server/src/execution/agents/undoSession.js';
import { formatPhaseEvent } from '../../../server/src/reports/phase.js';
import { phaseProject } from '../../support/phaseProject.js';
import { answers, board, built, code, planned, spec, why } from '../../support/phaseStory.js';
import { describeLong, itLong } from '../../support/runs.js';
import { testMachine } from '../../support/testMachine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

// The life of one story is in story.test.ts.
describe('an agent that does not do its work', () => {
  it('is not sent back after a crash, and no gate is asked', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const plan = await project.run('plan', undefined, { plan: [{ code: 3 }, {}] }, { about: 'Add up' });
    expect(plan.outcome).toBe('agentFailed');
    expect(plan.prompts).toHaveLength(1);
    expect(answers(plan)).toEqual([]);
    // In a worktree, what it has done here would not be there.
    const [end] = plan.events.flatMap((event) => (event.event === 'end' ? [event] : []));
    expect(end?.next).toContain('Continue with `pactwright phase plan STORY-001 --here`');
  });

  it('plans nothing: a draft has no errors, and yet is no plan', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const plan = await project.run('plan', undefined, { plan: [{}, planned] }, { about: 'Add up' });
    expect(plan.outcome, why(plan)).toBe('passed');
    expect(answers(plan)).toEqual(['plan refused', 'plan allowed']);
    // Its program keeps no conversation.
    expect(plan.prompts[1]).toContain('This is the phase plan');
    expect(plan.prompts[1]).toContain('PW113');
    expect(plan.prompts[1]).toContain('`docs/specs/STORY-001.md` line 16');
  });

  itLong('is started again only where the person at the terminal agrees', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const asked: string[] = [];
    const confirm = (answer: boolean) => (question: string) => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    const interactive = { about: 'Add up', mode: 'interactive' } as const;
    const no = await project.run(
      'plan',
      undefined,
      { plan: [{}, planned] },
      { ...interactive, confirm: confirm(false) },
    );
    expect(no.outcome).toBe('refused');
    expect(no.prompts).toHaveLength(1);
    const yes = await project.run(
      'plan',
      'STORY-001',
      { plan: [{}, planned] },
      { ...interactive, confirm: confirm(true) },
    );
    expect(yes.outcome, why(yes)).toBe('passed');
    expect(asked).toEqual([
      'Send Player back with the gate’s findings?',
      'Send Player back with the gate’s findings?',
      'Do you want to continue?',
    ]);
  });

  itLong('is started no more often than it may be', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const plan = await project.run('plan', undefined, { plan: [{}, {}, {}, planned] }, { about: 'Add up', rounds: 3 });
    expect(plan.outcome).toBe('refused');
    expect(plan.prompts).toHaveLength(3);
  });
});

describe('a phase', () => {
  it('starts nobody where the gate in front of it refuses', async () => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    project.repository.commit('Take the criteria away', {
      [spec]: project.text(spec).replace(/## Acceptance Criteria[^]*?(?=## Target)/u, ''),
    });
    const act = await project.run('act', 'STORY-001', { act: [built] });
    expect(act.outcome).toBe('refused');
    expect(act.prompts).toEqual([]);
    expect(answers(act)).toEqual(['act-in refused']);
    expect(act.events.at(-1)).toMatchObject({
      event: 'end',
      next: expect.stringContaining('`pactwright phase plan STORY-001 ') as string,
    });
  });

  it('shows what it would do, and does nothing', async () => {
    const project = phaseProject({ 'src/bill.js': 'export function addUp(prices) { return prices; }\n' });
    const plan = await project.run('plan', undefined, {}, { about: 'Let addUp skip gaps', dryRun: true });
    expect(plan.outcome).toBe('shown');
    const prompt = plan.events.find(({ event }) => event === 'prompt');
    expect(prompt?.event === 'prompt' && prompt.text).toContain('Let addUp skip gaps');
    expect(prompt?.event === 'prompt' && prompt.text).toContain('Fill in `docs/specs/STORY-NNN.md`');
    expect(prompt?.event === 'prompt' && prompt.text).toContain('- `addUp(prices)` in `src/bill.js` line 1, named\n');
    expect(project.repository.git('status', '--porcelain')).toBe('');
    expect(existsSync(path.join(project.repository.folder, '.git', 'pactwright'))).toBe(false);
  });

  itLong('asks the gates without an agent, too', async () => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    project.repository.commit(
      'feat: add up (STORY-001)',
      {
        ...built.files,
        [board]: project.text(board).replace('- [ ] Add up', '- [x] Add up'),
      },
      { at: Date.now() },
    );
    const act = await project.run('act', 'STORY-001', {}, { agent: undefined });
    expect(act.outcome, why(act)).toBe('passed');
    const done = await project.run('done', 'STORY-001', {}, { agent: undefined, yes: true });
    expect(done.outcome, why(done)).toBe('passed');
    expect(project.repository.git('log', '-1', '--format=%s')).toContain('close STORY-001');
  });

  it('says what it needs', async () => {
    const project = phaseProject({ 'docs/specs/.keep': '' });
    await expect(project.run('act', undefined, {})).rejects.toThrow('act takes one ID');
    await expect(project.run('plan', undefined, {})).rejects.toThrow('--about "Keep the cart"');
    await expect(project.run('init', 'STORY-001', {})).rejects.toThrow('init is about the project and takes no ID');
    await expect(project.run('release', undefined, {})).rejects.toThrow('release takes the version');
    await expect(project.run('act', 'STORY-009', {})).rejects.toThrow('unknown item STORY-009');
  });

  itLong('works in the worktree of the item, where it has one', async () => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    project.repository.commit('Make ready', { 'package.json': project.text('package.json') });
    project.repository.git('branch', 'feature/STORY-001');
    const worktree = project.repository.worktree('feature/STORY-001');
    const act = await project.run('act', 'STORY-001', { act: [built] }, { here: false });
    expect(act.outcome, why(act)).toBe('passed');
    expect(existsSync(path.join(worktree, 'src/cart.js'))).toBe(true);
    expect(existsSync(path.join(project.repository.folder, 'src/cart.js'))).toBe(false);
    rmSync(worktree, { recursive: true });
    const again = await project.run('act', 'STORY-001', {}, { dryRun: true, here: false });
    expect(again.outcome, why(again)).toBe('shown');
  });
});

describeLong('what an agent did in its turn', () => {
  const uncommitted = { files: built.files, replace: built.replace } as const;
  const story = async (): Promise<ReturnType<typeof phaseProject>> => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    return project;
  };

  it('is committed for it, without what was changed before', async () => {
    const project = await story();
    project.repository.commit('Tell', { 'README.md': '# Shop\n', 'tools/run.js': 'run();\n' });
    project.repository.write({ 'README.md': '# My shop\n', 'tools/run.js': 'walk();\n' });
    const act = await project.run('act', 'STORY-001', { act: [uncommitted] });
    expect(act.outcome, why(act)).toBe('passed');
    const [subject, , trailer] = project.repository.git('log', '-1', '--format=%B').split('\n');
    expect([subject, trailer]).toEqual([expect.stringMatching(/^feat: STORY-001, /u), 'Agent: Player']);
    expect(project.repository.git('status', '--porcelain', '--untracked-files=all').trim()).toBe(
      'M README.md\n M tools/run.js',
    );
    expect(act.prompts[0]).not.toContain('git commit');
  });

  it('is committed in the name of who did it, not of who gave up', async () => {
    const project = await story();
    const given = { ...project.agent, id: 'one', name: 'Tired' };
    const act = await project.run(
      'act',
      'STORY-001',
      { act: [{ code: 4 }, uncommitted] },
      {
        agent: given,
        fallbacks: [{ ...project.agent, id: 'two', name: 'Fresh' }],
      },
    );
    expect(act.outcome, why(act)).toBe('passed');
    expect(project.repository.git('log', '-1', '--format=%B')).toContain('\nAgent: Fresh');
  });

  it('is refused for what it does itself to what was changed before', async () => {
    const project = await story();
    project.repository.commit('Tell', { 'tools/run.js': 'run();\n' });
    project.repository.write({ 'tools/run.js': 'walk();\n' });
    const wide = { ...uncommitted, files: { ...uncommitted.files, 'tools/run.js': 'work();\n\n' } };
    const act = await project.run('act', 'STORY-001', { act: [wide] }, { rounds: 1 });
    expect(act.outcome).toBe('refused');
    expect(why(act)).toContain('tools/run.js was changed, but neither');
  });

  it('goes back to it with what a hook says', async () => {
    const project = await story();
    const hook = path.join(project.repository.folder, '.git/hooks/pre-commit');
    const script = '#!/bin/sh\ngrep -q reduce src/cart.js || { echo "no reduce here"; exit 1; }\n';
    writeFileSync(hook, script, { mode: 0o755 });
    const first = { ...uncommitted, files: { ...uncommitted.files, 'src/cart.js': '// later\n' } };
    const act = await project.run('act', 'STORY-001', { act: [first, { files: built.files }] });
    expect(act.prompts[1]).toContain('git commit: `no reduce here`');
    expect(act.outcome, why(act)).toBe('passed');
  });
});

describeLong('what an agent destroys', () => {
  it('is told, and brought back', async () => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    project.repository.write({ 'notes.txt': 'mine\n', 'node_modules/a.js': '', '.git/info/exclude': 'node_modules\n' });
    const destroyed = {
      ...built,
      removes: path.join(project.repository.folder, 'node_modules'),
      files: { ...built.files, 'notes.txt': null },
    } as const;
    const act = await project.run('act', 'STORY-001', { act: [destroyed] });
    expect(act.outcome, why(act)).toBe('passed');
    const end = act.events.find((event) => event.event === 'agentEnd');
    if (end?.event !== 'agentEnd') throw new Error('the agent did not end');
    expect(end.losses).toContainEqual({ kind: 'removed', name: 'notes.txt' });
    expect(formatPhaseEvent(end)).toContain(`pactwright agent undo ${end.session}`);
    const { folder } = project.repository;
    const { signal } = new AbortController();
    const { undo, failures, missing } = await undoSession(testMachine(), folder, end.session, signal);
    expect([failures, missing]).toEqual([[], [path.join(folder, 'node_modules/')]]);
    expect(project.text('notes.txt')).toBe('mine\n');
    expect(existsSync(path.join(folder, 'src/cart.js'))).toBe(false);
    await undoSession(testMachine(), folder, undo, signal);
    expect(project.text('src/cart.js')).toBe(code);
    await expect(undoSession(testMachine(), folder, 'other', signal)).rejects.toThrow('there is no snapshot of other');
  });
});

describeLong('Sprint', () => {
  it('plans, builds, checks and closes, and stops at the gate that refuses', async () => {
    const project = phaseProject();
    const lazy = {
      plan: [planned],
      act: [{ files: { 'src/cart.js': code } }],
      check: [{ say: 'VERDICT: PASS' }],
      done: [{}],
    } as const;
    const stopped = await project.run('sprint', undefined, lazy, { about: 'Add up', yes: true, rounds: 1 });
    expect(stopped.outcome).toBe('refused');
    expect(answers(stopped)).toEqual(['plan allowed', 'act-in allowed', 'act-out refused']);
    const rest = { act: [built], check: [{ say: 'VERDICT: PASS' }], done: [{}] } as const;
    const whole = await project.run('sprint', 'STORY-001', rest, { yes: true });
    expect(whole.outcome, why(whole)).toBe('passed');
    expect(project.text(board)).not.toContain('STORY-001');
  });
});

describeLong('Hotfix', () => {
  const test =
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { total } from '../src/cart.js';\ntest('HOTFIX-001/AC1: an empty cart costs nothing', () => {\n  assert.equal(total([]), 0);\n});\n";
  const mended = {
    files: { 'src/cart.js': code, 'test/empty.test.js': test },
    replace: { 'docs/specs/HOTFIX-001.md': [['| Release | TBD |', '| Release | 1.0.1 |']] },
    commit: 'fix: an empty cart costs nothing (HOTFIX-001)',
  } as const;

  it('makes the item, and asks nothing of its spec', async () => {
    const wrong = code.replace(', 0)', ')');
    const project = phaseProject({ 'package.json': planned.files['package.json'], 'src/cart.js': wrong });
    const fix = await project.run('hotfix', undefined, { hotfix: [mended] }, { about: 'An empty cart costs nothing' });
    expect(fix.outcome, why(fix)).toBe('passed');
    expect(fix.events.find(({ event }) => event === 'gate')).toMatchObject({ verdict: { profile: 'hotfix' } });
    const done = await project.run('done', 'HOTFIX-001', { done: [{}] }, { yes: true });
    expect(done.outcome, why(done)).toBe('passed');
    expect(project.text(board)).not.toContain('HOTFIX-001');
    const newVersion = { replace: { 'package.json': [['1.0.0', '1.0.1']] } } as const;
    const release = await project.run('release', undefined, { release: [newVersion] }, { version: '1.0.1', yes: true });
    expect(release.outcome, why(release)).toBe('passed');
    expect(release.events.find(({ event }) => event === 'gate')).toMatchObject({ verdict: { profile: 'hotfix' } });
  });
});

/** A `gh` that writes down how it was called, before all other programs. */
function withGh(openRequests = '[]'): {
  readonly env: Readonly<Record<string, string>>;
  readonly calls: () => readonly (readonly string[])[];
} {
  const script = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
if (args.at(-1).endsWith('-file=-')) args.push('read: ' + readFileSync(0, 'utf8'));
appendFileSync(__dirname + '/calls', JSON.stringify(args) + '\\n');
if (process.argv[3] === 'list') console.log('${openRequests}');
`;
  const folder = temporaryFolder({ gh: script, calls: '' });
  chmodSync(path.join(folder, 'gh'), 0o755);
  return {
    env: { PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` },
    calls: () =>
      readFileSync(path.join(folder, 'calls'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as string[]),
  };
}

describeLong('PR and Release', () => {
  it('push and open what was agreed to, with arguments that no shell reads', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const remote = temporaryFolder();
    project.repository.git('init', '--bare', '--quiet', remote);
    project.repository.git('remote', 'add', 'origin', remote);
    project.repository.branch('feature/cart');
    const sprint = await project.run(
      'sprint',
      undefined,
      { plan: [planned], act: [built], check: [{ say: 'VERDICT: PASS' }], done: [{}] },
      { about: '$(id)', yes: true },
    );
    expect(sprint.outcome, why(sprint)).toBe('passed');
    const git = temporaryFolder();
    symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), path.join(git, 'git'));
    const none = { PATH: git };
    await expect(project.run('pr', 'STORY-001', {}, { agent: undefined, yes: true, env: none })).rejects.toThrow(
      'gh is not found in the PATH: install',
    );

    const gh = withGh();
    // What the agent tidies up is committed for it.
    const tidied = { files: { 'src/cart.js': `// Sums\n${code}` } };
    const pr = await project.run('pr', 'STORY-001', { pr: [tidied] }, { yes: true, env: gh.env });
    expect(pr.outcome, why(pr)).toBe('passed');
    expect(project.repository.git('show', '--format=%s', 'origin/feature/cart')).toMatch(/STORY-001[^]*\+\/\/ Sums/u);
    expect(project.repository.git('ls-remote', 'origin')).toContain('refs/heads/feature/cart');
    const [list, create] = gh.calls();
    expect(list?.slice(0, 4)).toEqual(['pr', 'list', '--head', 'feature/cart']);
    expect(create?.slice(0, 4)).toEqual(['pr', 'create', '--head=feature/cart', '--base=main']);
    expect(create?.[4]).toContain('--title=feat: ');
    expect(create?.[5]).toBe('--body-file=-');
    expect(create?.[6]).toMatch(/^read: [^]*STORY-001 passes the gate done/u);
    const open = withGh('[{"url":"https://example.org/1"}]');
    await expect(project.run('pr', 'STORY-001', {}, { env: open.env })).rejects.toThrow('https://example.org/1');

    const early = project.run('release', undefined, { release: [{}] }, { version: '1.1.0', yes: true, env: gh.env });
    await expect(early).rejects.toThrow('package.json says 1.0.0, not 1.1.0');
    project.repository.write({ 'notes.txt': 'mine\n', 'CHANGELOG.md': '# Changes\n\n## 1.0.0\n\n- Sums\n' });
    const broken = { files: { 'src/cart.js': code.replace('sum + price', 'sum - price') } };
    const refused = await project.run(
      'release',
      undefined,
      { release: [broken] },
      { version: '1.0.0', yes: true, rounds: 1, env: gh.env },
    );
    expect(refused.outcome, why(refused)).toBe('refused');
    expect(answers(refused)).toEqual(['release allowed', 'release refused']);
    expect(project.repository.git('tag')).toBe('');
    project.repository.git('checkout', '--quiet', 'HEAD~', '--', 'src/cart.js');
    project.repository.git('commit', '--quiet', '--message=chore: take back what broke');
    const release = await project.run(
      'release',
      undefined,
      { release: [{ files: { 'src/version.js': "export const version = '1.0.0';\n" } }] },
      { version: '1.0.0', yes: true, env: gh.env },
    );
    expect(release.outcome, why(release)).toBe('passed');
    expect(answers(release)).toEqual(['release allowed', 'release allowed']);
    expect(project.repository.git('ls-remote', '--tags', 'origin')).toContain('refs/tags/v1.0.0');
    expect(gh.calls().at(-1)).toEqual([
      ...['release', 'create', 'v1.0.0', '--title=1.0.0', '--verify-tag', '--notes-file=-'],
      'read: - Sums\n',
    ]);
    expect(project.repository.git('ls-tree', '-r', '--name-only', 'v1.0.0')).toMatch(
      /CHANGELOG\.md[^]*src\/version\.js/u,
    );
    expect(project.repository.git('status', '--porcelain')).toBe('?? notes.txt');
  });
});

describeLong('phases about the project', () => {
  it('make what they stand on', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n' });
    const init = await project.run('init', undefined, { init: [{}] });
    expect(init.outcome).toBe('passed');
    expect(project.text(board)).toContain('Backlog');
    const design = await project.run('design', undefined, { design: [{}] }, { about: 'A shop for bicycles' });
    expect(design.outcome).toBe('passed');
    expect(project.text('docs/product/prd.md')).toContain('# Product Requirements: A shop for bicycles');
    const clarify = await project.run('clarify', undefined, { clarify: [{}] }, { about: 'Faster\n\n```\nplease' });
    expect(clarify.prompts[0]).toContain('````text\nFaster\n\n```\nplease\n````');
    const debug = await project.run('debug', undefined, { debug: [{}] }, { about: 'It is slow' });
    expect(debug.outcome).toBe('passed');
  });
});
