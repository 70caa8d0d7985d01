import { expect, it } from 'vitest';
import { shellCommands } from '../../../../server/src/gates/shell/shellCommands.js';

/** Each command in a line of its own, with the files that it writes behind `>`. */
const told = (line: string): readonly string[] =>
  shellCommands(line).map(({ words, outputs = [] }) => [...words, ...outputs.map((file) => `> ${file}`)].join(' '));

it.each([
  ['echo a$(date)b', ['date', 'echo a$(…)b']],
  ['echo "a$(date)b"', ['date', 'echo a$(…)b']],
  ['echo a`date`b', ['date', 'echo a$(…)b']],
  ['echo >; rm x', ['echo', 'rm x']],
  ['echo > ', ['echo']],
  ['echo a 2>&1 >b', ['echo a > b']],
])('%s', (line, expected) => {
  expect([...told(line)].sort()).toEqual([...expected].sort());
});
