import { appendFileSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  freezeBeforeAll,
  freezeProject,
  frozenProject,
  hook,
  theFrozenProject,
  type Place,
} from '../../support/frozenProject.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

freezeBeforeAll();

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
    place = theFrozenProject();
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
