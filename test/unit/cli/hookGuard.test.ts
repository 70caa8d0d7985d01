import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { evidencePlace, type EvidencePlace } from '../../support/evidence.js';
import { gateProject } from '../../support/gateProject.js';
import { copyRepository, firstCommitAt, type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { parseRuleFixture } from '../../support/ruleFixture.js';
import { type CliRun, run } from '../../support/runCli.js';
import { itLong } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

interface Place extends EvidencePlace {
  readonly repository: GitRepository;
  readonly top: string;
}

/** A project on the branch of STORY-001, whose spec is frozen. */
async function freezeProject(): Promise<Place> {
  const repository = gitRepository();
  const { files } = parseRuleFixture(gateProject());
  repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path: name, text }) => [name, text])));
  repository.branch('feature/STORY-001');
  const place = { ...evidencePlace(path.join(repository.folder, '.git')), repository, top: repository.folder };
  await pactwright(place, 'gate', 'act-in', 'STORY-001');
  expect((await pactwright(place, 'evidence', 'STORY-001')).out).toContain('frozen');
  return place;
}

/** Made once: most calls change nothing, and whoever does takes a copy. */
let frozen: Place;
beforeAll(async () => {
  frozen = await freezeProject();
});

/** The same project again, for a test that changes it. */
function frozenProject(): Place {
  const repository = copyRepository(frozen.repository, firstCommitAt + 60 * 60_000);
  return { ...evidencePlace(path.join(repository.folder, '.git'), frozen.state), repository, top: repository.folder };
}

const pactwright = ({ state, top }: Place, ...args: readonly string[]): Promise<CliRun> =>
  run({ cwd: top, env: { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state } }, ...args);

async function hook(
  { state, top }: Place,
  input: object,
  agent = 'claude',
  event = 'PreToolUse',
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state, ...more };
  const { code, out, err } = await run({ cwd: top, env, input: JSON.stringify(input) }, 'hook', agent, event);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** Why a call is refused; empty where it is allowed. */
async function refusal(place: Place, tool: string, args: object): Promise<string> {
  const out = await hook(place, { session_id: 's', cwd: place.top, tool_name: tool, tool_input: args });
  if (out === '') return '';
  // The form is the one that the program documents.
  const { hookSpecificOutput: said } = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
  expect(said).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
  return said['permissionDecisionReason'] ?? '';
}

const spec = 'docs/specs/STORY-001.md';
const test = 'test/cart.test.ts';

describe('pactwright hook, before a tool call', () => {
  let place: Place;
  beforeAll(() => {
    place = frozen;
  });
  const editIn = (at: Place, file: string, from: string, to: string): Promise<string> =>
    refusal(at, 'Edit', { file_path: path.join(at.top, file), old_string: from, new_string: to });
  const edit = (file: string, from: string, to: string): Promise<string> => editIn(place, file, from, to);
  const shell = (command: string, at = place): Promise<string> => refusal(at, 'Bash', { command });
  const textOf = (file: string): string => readFileSync(path.join(place.top, file), 'utf8');

  it('refuses another text of a frozen spec, and a command that may change it', async () => {
    const requirement = /^### R1.*$/mu.exec(textOf(spec))?.[0] ?? '';
    expect(requirement).not.toBe('');
    expect(await edit(spec, requirement, `${requirement} on Sundays`)).toContain('The spec of STORY-001 is frozen');
    expect(await shell(`sed -i s/must/may/ ${spec}`)).toContain('is frozen');
    expect(await shell(`cat ${spec} && grep -n must ${spec}`)).toBe('');
  });

  it('refuses a weaker test that was there before, and allows new tests and their changes', async () => {
    expect(await edit(test, 'toBe(1)', 'toBeDefined()')).toMatch(/keeps the cart.*stay as they are/u);
    expect(await shell(`rm ${test}`)).toContain('that were there before');
    expect(await shell(`npx vitest run ${test} 2>&1 | tail -5`)).toBe('');
    const own = frozenProject();
    own.repository.write({ 'test/new.test.ts': "test('STORY-001/AC1 new', () => { expect(1).toBe(1); });\n" });
    expect(await editIn(own, 'test/new.test.ts', 'expect(1)', 'expect(2)')).toBe('');
    expect(await shell('rm test/new.test.ts', own)).toBe('');
    appendFileSync(path.join(own.top, test), '// more\n');
    expect(await editIn(own, test, '// more', '// less')).toBe('');
  });

  it.each([
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.CLAUDE/Settings.json',
    'src/../.claude//settings.json',
    '.mcp.json',
    '.codex/config.toml',
    '.gemini/settings.json',
    '.qwen/settings.json',
    '.github/hooks/pactwright.json',
    '.opencode/plugins/pactwright.js',
    'opencode.json',
    '.git/hooks/pre-commit',
    '.git/config',
    '.git/pactwright/evidence/log.jsonl',
  ])('refuses to write %s', async (file) => {
    expect(await refusal(place, 'Write', { file_path: file, content: '{}' })).toContain('Ask the person');
    for (const command of [
      `echo {} > ${file}`,
      `rm -f ${file}`,
      `cd src; cp x ../${file}`,
      `bash -c "mv ${file} /tmp/x"`,
      `python3 -c "open('${file}', 'w')"`,
      `python3 <<E\nopen('${file}', 'w')\nE`,
    ])
      expect(await shell(command), command).toContain('Ask the person');
    expect(await shell(`cat ${file}; git diff -- ${file}; git add ${file}`)).toBe('');
  });

  it.each(['.claude', '.git', '.opencode/plugins', '.github/hooks'])('refuses to remove or fill %s', async (folder) => {
    for (const command of [
      `rm -rf ${folder}`,
      `mv ${folder} /tmp/x`,
      `cd src && rm -r ../${folder}/`,
      `rm ${folder}/*`,
    ])
      expect(await shell(command), command).toContain('Ask the person');
    expect(await shell(`ls ${folder}; mkdir -p src/new; cp README.md .github/`)).toBe('');
  });

  it('follows changes of the folder, and copies into folders', async () => {
    for (const command of [
      'cd docs/specs && echo x > STORY-001.md',
      'cd docs; (cd specs && mv -n STORY-001.md /tmp/x)',
      'cp /tmp/STORY-001.md docs/specs/',
    ])
      expect(await shell(command), command).toContain('is frozen');
    expect(await shell('cd .claude && rm settings.json')).toContain('Ask the person');
    expect(await shell('cd docs && echo x > notes.md')).toBe('');
  });

  it('protects the project from calls in other folders', async () => {
    const elsewhere = { ...place, top: temporaryFolder() };
    const write = (file: string): Promise<string> =>
      refusal(elsewhere, 'Write', { file_path: path.join(place.top, file), content: '{}' });
    expect(await write('.claude/settings.json')).toContain('Ask the person');
    expect(await write('src/new.json')).toBe('');
    expect(await refusal(elsewhere, 'Bash', { command: 'rm -rf .git/pactwright' })).toContain(
      'the record of the gates',
    );
  });

  it('follows links, and reads patches', async () => {
    const own = frozenProject();
    own.repository.write({ '.claude/settings.json': '{}' });
    symlinkSync('.claude', path.join(own.top, 'other'));
    expect(await refusal(own, 'Write', { file_path: 'other/settings.json', content: '' })).toContain('Ask the person');
    const patch = `*** Begin Patch\n*** Update File: ${test}\n@@\n-${textOf(test)}+// nothing\n*** End Patch`;
    expect(await refusal(place, 'apply_patch', { command: patch })).toContain('keeps the cart');
    const added = patch.replace('+// nothing', `+${textOf(test)}+// nothing`);
    expect(await refusal(place, 'apply_patch', { command: added })).toBe('');
  });

  it('refuses to go round the commit hooks', async () => {
    for (const command of [
      'git commit --no-verify -m x',
      'git -c core.hooksPath=/x commit -m x',
      'git config core.hooksPath /x',
    ])
      expect(await shell(command)).toContain('so the gate could not judge the commit');
    expect(await shell('git commit -m "say --no-verify"')).toBe('');
  });

  it('has nothing to protect where there is no project', async () => {
    const elsewhere = { ...place, top: temporaryFolder() };
    expect(await refusal(elsewhere, 'Write', { file_path: '.mcp.json', content: '{}' })).toBe('');
  });

  it('refuses what it cannot check', async () => {
    const own = await freezeProject();
    rmSync(path.join(own.top, '.git/pactwright'), { recursive: true });
    own.repository.write({ '.git/pactwright': 'in the way' });
    expect(await editIn(own, spec, '# ', '## ')).toContain('could not check this call');
  });

  it.each([
    [
      'codex',
      'PreToolUse',
      { tool_name: 'Bash', tool_input: { command: 'rm .mcp.json' } },
      'permissionDecision":"deny"',
    ],
    ['qwen', 'PreToolUse', { tool_name: 'edit', tool_input: { file_path: '.mcp.json', new_string: '' } }, '"deny"'],
    [
      'gemini',
      'BeforeTool',
      { tool_name: 'write_file', tool_input: { file_path: '.mcp.json', content: '' } },
      '"deny"',
    ],
    ['copilot', 'preToolUse', { toolName: 'create', toolArgs: '{"path":".mcp.json","file_text":""}' }, '"deny"'],
    ['opencode', 'tool.execute.before', { tool: 'write', args: { filePath: '.mcp.json', content: '' } }, '"refused"'],
  ])('answers %s in its own protocol', async (agent, event, input, answer) => {
    expect(await hook(place, input, agent, event)).toContain(answer);
    expect(await hook(place, { tool_name: 'Read' }, agent, event)).toBe('');
    const { out } = await run({ cwd: place.top, env: {}, input: '{' }, 'hook', agent, event);
    expect(out).toContain('could not check');
  });
});

describe('pactwright hook git', () => {
  const cli = bundledCli();
  const commit = (place: Place, ...args: readonly string[]): SpawnSyncReturns<string> => {
    const env = { ...process.env, PACTWRIGHT_STATE: place.state };
    return spawnSync('git', ['commit', '--quiet', ...args], { cwd: place.top, env, encoding: 'utf8' });
  };

  it('has a commit by plain git meet the gate, and one that goes round it meet the next', async () => {
    const place = frozenProject();
    for (const event of ['pre-commit', 'commit-msg']) {
      const script = `#!/bin/sh\nexec "${process.execPath}" "${cli}" hook git ${event} "$@"\n`;
      place.repository.write({ [`.git/hooks/${event}`]: script });
      chmodSync(path.join(place.top, '.git/hooks', event), 0o755);
    }
    place.repository.write({ 'docs/notes.md': '# Notes\n' });
    place.repository.git('add', '--all');
    const unnamed = commit(place, '-m', 'Write notes');
    expect(unnamed.stderr).toContain('does not name STORY-001');
    expect(commit(place, '-m', 'Write notes for STORY-001')).toMatchObject({ status: 0, stderr: '' });
    place.repository.write({ [test]: "test('STORY-001/AC1 keeps the cart', () => {});\n" });
    const refused = commit(place, '--all', '-m', 'STORY-001: weaken');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('tests-kept');
    expect(commit(place, '--all', '--no-verify', '-m', 'STORY-001: weaken')).toMatchObject({ status: 0 });
    place.repository.write({ 'docs/notes.md': '# More notes\n' });
    const next = commit(place, '--all', '-m', 'STORY-001: more').stderr;
    expect(next).toContain('tests-kept');
    expect(next).toMatch(
      /commit-hooks: 1 commit did not run[^]*"STORY-001: weaken" did not run the git hooks, as with --no-verify/u,
    );
    const linted = (await pactwright(place, 'lint', '--git')).out;
    expect(linted.match(/"[^"]*" did not run the git hooks/gu)).toEqual([
      '"STORY-001: weaken" did not run the git hooks',
    ]);
    // Continuous integration has neither the hooks nor the record: it judges what the commit changed.
    const clone = temporaryFolder();
    place.repository.git('clone', '--quiet', '--branch', 'feature/STORY-001', place.top, clone);
    const ci = await pactwright({ ...place, top: clone }, 'gate', 'check', 'STORY-001', '--profile', 'ci');
    expect(ci.code).toBe(1);
    expect(ci.out).toMatch(/tests-kept/u);
  });

  it('goes by the message where only the record says what is at work, as a person may commit something else there', async () => {
    const place = frozenProject();
    place.repository.git('checkout', '--quiet', 'main');
    place.repository.commit('Plan BUG-002', { 'docs/specs/BUG-002.md': '# BUG-002: Other\n' });
    place.repository.write({ [test]: "test('STORY-001/AC1 keeps the cart', () => {});\n" });
    place.repository.git('add', '--all');
    const answer = async (event: string, message = ''): Promise<{ readonly code: number; readonly err: string }> => {
      place.repository.write({ '.git/COMMIT_EDITMSG': message });
      const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: place.state };
      return run({ cwd: place.top, env }, 'hook', 'git', event, '.git/COMMIT_EDITMSG');
    };
    expect((await answer('pre-commit')).code).toBe(0);
    // What an editor and `git commit --verbose` put below a message names other items.
    const below = [
      '#\tmodified:   docs/specs/BUG-002.md',
      '# ------------------------ >8 ------------------------',
      'diff --git a/docs/specs/BUG-002.md b/docs/specs/BUG-002.md',
    ];
    for (const message of ['STORY-001: weaken', ['UTF-8: weaken', ...below].join('\n')])
      expect((await answer('commit-msg', message)).err, message).toContain('the gate commit of STORY-001 blocks this');
    expect(await answer('commit-msg', 'BUG-002: simplify')).toMatchObject({ code: 0, err: '' });
    place.repository.git('checkout', '--quiet', 'HEAD', test);
    place.repository.write({ 'README.md': 'more\n' });
    place.repository.git('add', '--all');
    expect(await answer('commit-msg', 'docs: say more')).toMatchObject({ code: 0, err: '' });
  });

  itLong('lets a good commit that went round it pass, and names it', () => {
    const place = frozenProject();
    const script = `#!/bin/sh\nexec "${process.execPath}" "${cli}" hook git "$(basename "$0")" "$@"\n`;
    for (const event of ['pre-commit', 'commit-msg']) {
      place.repository.write({ [`.git/hooks/${event}`]: script });
      chmodSync(path.join(place.top, '.git/hooks', event), 0o755);
    }
    const change = (text: string): void => {
      place.repository.write({ 'docs/notes.md': text, 'docs/other.md': text });
      place.repository.git('add', '--all');
    };
    change('# One\n');
    // Only a part of the index, whose tree git keeps elsewhere meanwhile.
    expect(commit(place, '-m', 'STORY-001: one', 'docs/notes.md')).toMatchObject({ status: 0, stderr: '' });
    expect(commit(place, '-m', 'STORY-001: the other')).toMatchObject({ status: 0, stderr: '' });
    change('# Two\n');
    expect(commit(place, '--no-verify', '-m', 'STORY-001: two')).toMatchObject({ status: 0 });
    change('# Three\n');
    const { status, stderr } = commit(place, '-m', 'STORY-001: three');
    expect(status).toBe(0);
    expect(stderr).toMatch(/please note:[^]*1 commit did not run[^]*"STORY-001: two"/u);
  });

  it('has nothing to say where no item is at work', async () => {
    const { repository, state, top } = { ...evidencePlace(path.join(temporaryFolder(), '.git')), ...plain() };
    const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state };
    expect(repository.folder).toBe(top);
    for (const event of ['pre-commit', 'commit-msg', 'pre-push', 'other'])
      expect(await run({ cwd: top, env }, 'hook', 'git', event, 'README.md')).toEqual({ code: 0, out: '', err: '' });
  });
});

function plain(): { readonly repository: GitRepository; readonly top: string } {
  const repository = gitRepository();
  repository.commit('Begin', { 'README.md': 'x\n' });
  return { repository, top: repository.folder };
}

describe('pactwright hook, about a session', () => {
  it('reports the item when a session starts and before compaction', async () => {
    const place = frozenProject();
    const started = await hook(place, { cwd: place.top, source: 'startup' }, 'claude', 'SessionStart');
    expect(JSON.parse(started)).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringMatching(/STORY-001[^]*agreed and frozen/u) as string },
    });
    expect(await hook(place, { cwd: place.top }, 'claude', 'PreCompact')).toMatch(/^This project[^]*STORY-001/u);
    expect(await hook({ ...place, top: temporaryFolder() }, {}, 'claude', 'SessionStart')).toBe('');
  });

  it('reports once at a stop what is missing, and never in a circle', async () => {
    const place = frozenProject();
    const session = '20260301-141502-act-STORY-001-1f3a';
    const file = `pactwright/agents/${session}.jsonl`;
    const log = path.join(temporaryFolder({ [file]: '' }), file);
    const stop = (more: object = {}): Promise<string> =>
      hook(place, { cwd: place.top, session_id: 's', ...more }, 'claude', 'Stop', {
        PACTWRIGHT_SESSION: session,
        PACTWRIGHT_SESSION_LOG: log,
        PACTWRIGHT_MODE: 'interactive',
      });
    const told = (): readonly string[] =>
      Array.from(readFileSync(log, 'utf8').matchAll(/"event":\{"kind":"(\w+)"/gu), ([, kind = '']) => kind);
    expect(await stop()).toBe('');
    place.repository.write({ [test]: '// nothing\n', 'src/cart.ts': 'export const cart = () => 2;\n' });
    expect(await stop({ stop_hook_active: true })).toBe('');
    expect(JSON.parse(await stop())).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('tests-kept') as string,
    });
    expect(await stop()).toBe('');
    // A turn that is sent on is not over.
    expect(told()).toEqual(['turnEnd', 'turnEnd', 'working', 'turnEnd']);
    expect(await stop({ session_id: 'other' })).not.toBe('');
  });
});

describe('what init deployed', () => {
  it('is looked at in the commits of items: what they took out is found until it is there again', async () => {
    const repository = gitRepository();
    const { files } = parseRuleFixture(gateProject());
    repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path: name, text }) => [name, text])));
    const place = { ...evidencePlace(path.join(repository.folder, '.git')), repository, top: repository.folder };
    const found = async (): Promise<readonly string[]> =>
      Array.from(
        (await pactwright(place, 'lint', '--git')).out.matchAll(/changed (\S+): /gu),
        ({ 1: file = '' }) => file,
      );
    const agents = 'claude,codex,opencode,copilot,gemini,qwen,cursor';
    const { code } = await pactwright(place, 'init', '--agents', agents, '--only', 'hooks,mcp');
    expect(code).toBe(0);
    const deployed: Readonly<Record<string, string>> = Object.fromEntries(
      repository
        .git('ls-files', '--others')
        .split('\n')
        .flatMap((name) => (name === '' ? [] : [[name, readFileSync(path.join(place.top, name), 'utf8')]])),
    );
    const older: Record<string, string> = {};
    for (const [name, text] of Object.entries(deployed)) older[name] = text.replaceAll('run.cjs', 'run.js');
    repository.commit('STORY-001: pactwright init', older);
    repository.commit('STORY-001: pactwright update', deployed);
    expect(await found()).toEqual([]);
    const settings = '.claude/settings.json';
    const own = '"PreToolUse": [{ "matcher": "Bash", "hooks": [] },';
    const beside = (deployed[settings] ?? '').replace('"PreToolUse": [', own);
    expect(beside).toContain(own);
    repository.commit('STORY-001: a hook of our own', { [settings]: beside });
    expect(await found()).toEqual([]);
    repository.commit('STORY-001: model', { [settings]: '{}\n' });
    expect(await found()).toEqual([settings]);
    expect((await pactwright(place, 'update')).code).toBe(0);
    repository.commit('Bring the hooks back');
    expect(await found()).toEqual([]);
  });
});
