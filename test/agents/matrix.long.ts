import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../server/src/base/errors.js';
import { bundledCli } from '../support/bundledCli.js';
import { agentIds } from './homes.js';
import { isInstalled, openPlay } from './play.js';
import { type SceneName, scenes } from './scenes.js';

/**
 * The programs that `scripts/installAgents.mjs` has fetched, as they come, in front of a model that follows a script: what
 * docs/agents.md says of them. A cell with a limit is one that is known to be wrong, and has to be.
 */

const cli = bundledCli();

interface Matrix {
  readonly scenes: Readonly<Record<SceneName, string>>;
  readonly limits: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

// Our own file.
const matrix = JSON.parse(readFileSync(path.resolve('test/agents/matrix.json'), 'utf8')) as Matrix;

const agents = agentIds.map((id) => {
  const why = isInstalled(id) ? '' : ` (skipped: the program ${id} is not installed)`;
  return [`${id}${why}`, id] as const;
});

it('has a line for each scene', () => {
  expect(Object.keys(matrix.scenes).sort()).toEqual(Object.keys(scenes).sort());
});

describe.each(agents)('%s', (_, id) => {
  const limits = matrix.limits[id] ?? {};
  it.skipIf(!isInstalled(id)).each(Object.entries(scenes))(
    '%s',
    async (name, scene) => {
      const play = await openPlay(id, cli);
      const said: string[] = [];
      const wrong = await scene({ play, id, note: (text) => said.push(text) }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (limits[name] === undefined) {
        if (wrong !== undefined) throw new Error([describeError(wrong), ...said].join('\n\n'), { cause: wrong });
      } else expect(wrong, `the limit is gone: ${limits[name]}`).toBeDefined();
      expect(existsSync(play.folder)).toBe(true);
    },
    280_000,
  );
});
