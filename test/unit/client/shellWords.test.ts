import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWords } from '../../../client/src/agents/shellWords.js';

it('are shown as they are where they say nothing to a shell', () => {
  expect(shellWords(['/usr/bin/claude', '--model=opus', 'Read the file.'])).toBe(
    "/usr/bin/claude --model=opus 'Read the file.'",
  );
});

it.skipIf(process.platform === 'win32')('are read by a shell as they were', () => {
  const words = ['"; rm -rf ~ #$(x)', "it's", '', 'a\nb', '~', '*', '`x`', String.raw`\$HOME`];
  const print = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'];
  const { stdout } = spawnSync('/bin/sh', ['-c', shellWords([...print, ...words])], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(words);
});
