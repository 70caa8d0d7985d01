import { describe, expect, it } from 'vitest';
import { allEntries } from '../../../server/src/doors/cli/run.js';
import { checkInput, readCommandLine } from '../../../server/src/doors/cli/commandLine.js';
import { findCommand } from '../../../server/src/doors/cli/findCommand.js';
import { renderRulePage } from '../../../server/src/rules/reference.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('the command line', () => {
  it('says what it can do', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['lint', '--help'], ['lint', '-h'], ['rules', '--help']]) {
      const { code, out, err } = await run({ cwd: '/' }, ...args);
      expect([code, err], args.join(' ')).toEqual([0, '']);
      expect(out).toContain('Usage: pactwright');
    }
    expect(await run({ cwd: '/' }, '--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });

  it('names in its help every option it takes', async () => {
    const { out } = await run({ cwd: '/' }, 'lint', '--help');
    for (const option of [
      ...['--root', '--git', '--format', '--config', '--compat', '--rule', '--max-warnings', '--fix', '--baseline'],
      ...['--write-baseline', '--debug'],
    ])
      expect(out).toContain(`  ${option} `);
  });

  it('explains every command and operation, by examples that it takes itself', async () => {
    const operations = await allEntries.operations();
    for (const entry of [...allEntries.commands, ...operations]) {
      const loaded = await entry.load();
      expect([loaded.name, loaded.summary]).toEqual([entry.name, entry.summary]);
      for (const command of 'members' in loaded ? loaded.members : [loaded]) {
        const { code, out, err } = await run({ cwd: '/' }, ...command.name.split(' '), '--help');
        expect([code, err]).toEqual([0, '']);
        expect(out.startsWith(`${command.summary}.\n\nUsage: pactwright ${command.name}`), out).toBe(true);
        expect(out).not.toMatch(/undefined|\[object/u);
        if (operations.includes(entry)) expect(command.examples, command.name).toHaveLength(1);
        for (const [line] of command.examples ?? []) {
          const quoted = line.replace(/ >.*/u, '').match(/"[^"]*"|'[^']*'|\S+/gu) ?? [];
          const words = quoted.map((word) => word.replace(/^(["'])(.*)\1$/u, '$2'));
          const found = await findCommand(words, allEntries);
          if ('members' in found) throw new Error(`${line} calls no command`);
          const given = readCommandLine(found.command, found.rest);
          if (given !== 'help') checkInput(found.command, given);
          expect(found.command.name, line).toBe(command.name);
        }
      }
    }
  });

  it.each<[string[], RegExp]>([
    [[], /name a command, e\.g\. lint/],
    [['lnt'], /there is no command "lnt"; did you mean lint\?/],
    [['review'], /there is no command "review"; did you mean review-pr\?/],
    [['constructor'], /there is no command "constructor"/],
    [['status', 'x'], /status takes no arguments, not 1 argument: `pactwright status`$/m],
    [['status'], /set one up with `pactwright init`, or name its folder with --root/],
    [['visualize', '--depth', '-1'], /--depth needs a value; write one that starts with a dash as --depth=-…/],
    [['lint', '--formt', 'json'], /there is no option --formt; did you mean --format\?/],
    [['lint', '--nothing-like-it'], /there is no option --nothing-like-it \(/],
    [['lint', '-x'], /there is no option -x; put `--` before a text that starts with a dash \(/],
    [['lint', '--format', 'jsn'], /--format takes text, json, sarif, junit, github, not "jsn" \(did you mean json\?\)/],
    [['lint', '--format'], /--format.*argument missing/],
    [['lint', '--fix=yes'], /--fix.*does not take an argument/],
    [['lint', '--compat', '2.10'], /--compat takes 2\.10\.6, 2\.20\.0, not "2\.10"/],
    [['lint', '--rule', 'E005'], /--rule takes CODE=LEVEL/],
    [['lint', '--rule', 'E0055=off'], /--rule: there is no rule "E0055"; did you mean E005\?/],
    [['lint', '--rule', 'E005=of'], /--rule takes off, error, warning, info, not "of" \(did you mean off\?\)/],
    [['lint', '--max-warnings', '-1'], /--max-warnings/],
    [['lint', '--max-warnings', 'many'], /--max-warnings takes a number from 0 on, not "many"/],
    [['rules', 'E0055'], /rules: there is no rule "E0055"; did you mean E005\?/],
    [['rules', 'E004', 'E005'], /rules takes \[CODE\], not 2 arguments/],
  ])('%j is refused with 2 and one clear line', async (args, message) => {
    const { code, out, err } = await run({ cwd: temporaryFolder() }, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(/^pactwright: [^\n]+\n$/);
  });

  it('shows a stack only when asked', async () => {
    const { err } = await run({ cwd: temporaryFolder() }, 'lint', '--debug');
    expect(err).toMatch(/^pactwright: there is no project.*\n(.*\n)* {4}at /);
  });

  it('lists the rules', async () => {
    const { code, out } = await run({ cwd: '/' }, 'rules');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(allRules.length);
    expect(lines.map((line) => line.split(/\s/)[0])).toEqual(allRules.map(({ code: own }) => own));
  });

  it('explains a rule by code or name, in any letter case', async () => {
    const rule = allRules.find(({ code }) => code === 'E004');
    for (const wanted of ['E004', 'e004', 'no-requirements'])
      expect((await run({ cwd: '/' }, 'rules', wanted)).out).toBe(rule ? await renderRulePage(rule) : '');
  });

  it('colours only on a terminal, and not with NO_COLOR', async () => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': cleanSpec() });
    const escape = '\u001b';
    expect((await run({ cwd }, 'lint')).out).not.toContain(escape);
    expect((await run({ cwd, terminal: true }, 'lint')).out).toContain(escape);
    expect((await run({ cwd, terminal: true, env: { NO_COLOR: '' } }, 'lint')).out).toContain(escape);
    expect((await run({ cwd, terminal: true, env: { NO_COLOR: '1' } }, 'lint')).out).not.toContain(escape);
  });

  it('lets nothing from a repository command the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m';
    const cwd = temporaryFolder({
      [`docs/specs/STORY-001${evil.replace(/\//g, '')}.md`]: cleanSpec(),
      'docs/specs/STORY-002.md': cleanSpec('STORY-002').replace('In Progress', `Bad${evil}`),
    });
    const { out } = await run({ cwd }, 'lint', '--rule', 'W006=error');
    expect(out).toContain('Bad');
    expect(out).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });
});
