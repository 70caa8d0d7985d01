import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';

describe('init where files are links', () => {
  it('writes once to a file that two names lead to, and keeps the links', async () => {
    const { folder, write } = gitRepository();
    write({ 'AGENTS.md': '# Notes\n', '.agents/skills/own/SKILL.md': 'Mine\n' });
    mkdirSync(path.join(folder, '.claude'));
    symlinkSync('AGENTS.md', path.join(folder, 'CLAUDE.md'));
    symlinkSync('../.agents/skills', path.join(folder, '.claude/skills'));
    const init = ['init', '--agents', 'claude,codex'];
    expect(await run({ cwd: folder }, ...init)).toMatchObject({ code: 0, err: '' });
    const text = (): string => readFileSync(path.join(folder, 'AGENTS.md'), 'utf8');
    expect(text().match(/pactwright:begin/gu)).toHaveLength(1);
    for (const link of ['CLAUDE.md', '.claude/skills'])
      expect(lstatSync(path.join(folder, link)).isSymbolicLink()).toBe(true);
    expect((await run({ cwd: folder }, ...init)).out).toMatch(/^nothing to change\n/u);
    expect((await run({ cwd: folder }, 'remove')).code).toBe(0);
    expect(text()).toBe('# Notes\n');
    const left = readdirSync(path.join(folder, '.agents/skills'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.endsWith('.md'))).toEqual(['own/SKILL.md']);
  });
});
