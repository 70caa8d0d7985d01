import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commandIndex } from '../../../server/src/doors/cli/commands/index.js';
import { allQueries } from '../../../server/src/execution/queries/registry.js';

const door = 'server/src/doors/cli';
const texts = new Map(
  readdirSync(door, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(door, name), 'utf8')] as const),
);
const files = [...texts.keys()].filter((name) => /^commands\/(?!index\.ts$)/u.test(name));

it('each file in the folder of commands is a command, and the only one that is written for it', () => {
  expect(commandIndex).toHaveLength(files.length + allQueries.filter(({ examples }) => examples).length);
  for (const file of files) {
    const name = path.basename(file, '.ts');
    const users = [...texts].filter(
      ([user, text]) =>
        text.includes(`/commands/${name}.js'`) || (user.startsWith('commands/') && text.includes(`'./${name}.js'`)),
    );
    expect(
      users.map(([user]) => user),
      'the index is generated',
    ).toEqual(['commands/index.ts']);
  }
});
