import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { has, unless } from '../../support/hasProgram.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { sampled } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();

function project(): string {
  const folder = temporaryFolder({
    'docs/specs/STORY-001.md': cleanSpec(),
    'docs/read me.md': '',
    'bin/pactwright': `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`,
  });
  chmodSync(path.join(folder, 'bin/pactwright'), 0o755);
  return folder;
}

/** What a shell prints that runs a script. @param args behind the script: `$@`. */
function shell(program: string, options: readonly string[], script: string, ...args: readonly string[]): string {
  const cwd = project();
  const { stdout, stderr, status, error } = spawnSync(program, [...options, '-c', script, ...args], {
    cwd,
    encoding: 'utf8',
    // A shell that waits for a key would wait for ever, and the test runner with it.
    timeout: 60_000,
    env: { ...process.env, PATH: `${path.join(cwd, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`, HOME: cwd },
  });
  expect({ error, stderr, status }).toEqual({ error: undefined, stderr: '', status: 0 });
  return stdout;
}

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

// No skip: whoever develops or tests here has bash, and where it is missing this has to be seen.
describe('bash', () => {
  const script = `source <(pactwright completion bash)
complete -p pactwright >/dev/null || exit 9
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_pactwright
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ask = (...words: string[]): readonly string[] =>
    lines(shell('bash', ['--norc', '--noprofile'], script, 'bash', 'pactwright', ...words));

  const asked: readonly (readonly [readonly string[], readonly string[]])[] = [
    [['li'], ['lint']],
    [['board', 'tic'], ['tick']],
    [
      ['lint', '--format', 'j'],
      ['json', 'junit'],
    ],
    [
      ['lint', '--format', '=', 'j'],
      ['json', 'junit'],
    ],
    [
      ['lint', '--format', '='],
      ['text', 'json', 'sarif', 'junit', 'github'],
    ],
    [['gate', 'done', ''], ['STORY-001']],
    [
      ['lint', 'docs/'],
      ['docs/read me.md', 'docs/specs'],
    ],
    [['insights', 'docs/'], ['docs/specs']],
    [['gate', 'done', '$(touch evil)'], []],
  ];
  it.each(sampled(asked, 2))('%j', (words, expected) => {
    expect([...ask(...words)].sort()).toEqual([...expected].sort());
  });
});

describe.skipIf(!has('fish', '--version'))(`fish${unless('fish', '--version')}`, () => {
  const ask = (line: string): readonly string[] =>
    lines(shell('fish', ['--no-config'], 'pactwright completion fish | source; complete --do-complete $argv[1]', line));

  const asked: readonly (readonly [string, readonly string[]])[] = [
    ['pactwright li', ['lint\tChecks specs, test cases, the board and related documents']],
    ['pactwright gate done S', ['STORY-001']],
    ['pactwright lint docs/sp', ['docs/specs/']],
  ];
  it.each(sampled(asked))('%s', (line, expected) => {
    expect(ask(line).map((one) => one.trimEnd())).toEqual(expected);
  });

  it('keeps the option in front of its value', () => {
    expect(ask('pactwright lint --format=j').map((one) => one.split('\t', 1)[0])).toEqual([
      '--format=json',
      '--format=junit',
    ]);
  });
});

describe.skipIf(!has('zsh', '--version'))(`zsh${unless('zsh', '--version')}`, () => {
  // A terminal of its own, in which the keys are pressed: the last one shows the line that the others have made.
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='ready> '; unsetopt beep; autoload -Uz compinit; compinit -u -D; source <(pactwright completion zsh); \
show() print -r -- \\"line: <\\$BUFFER>\\"; zle -N show; bindkey '^T' show; print ''loaded"
zpty -r shell seen '*loaded*ready> *' || exit 9
zpty -w -n shell "$1"$'\t\x14'
zpty -r shell seen '*line: <*>*' || exit 9
zpty -d shell
print -r -- \${\${seen#*line: <}%%>*}`;

  const asked: readonly (readonly [string, string])[] = [
    ['pactwright li', 'pactwright lint '],
    ['pactwright gate done S', 'pactwright gate done STORY-001 '],
    ['pactwright lint --rule E005', 'pactwright lint --rule E005='],
    ['pactwright lint docs/sp', 'pactwright lint docs/specs/'],
  ];
  it.each(sampled(asked))('%s', (line, expected) => {
    expect(shell('zsh', ['-f'], script, 'zsh', line)).toBe(`${expected}\n`);
  });
});
