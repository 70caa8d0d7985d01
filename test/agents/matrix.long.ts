import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../server/src/base/errors.js';
import { bundledCli } from '../support/bundledCli.js';
import { keepCell } from './cells.js';
import { agentIds } from './homes.js';
import { installedVersion, openPlay } from './play.js';
import { type SceneName, scenes } from './scenes.js';

/**
 * The programs that `scripts/installAgents.mjs` installed, on their default settings, with a model that follows a script: the table in
 * docs/agents.md. A cell with a limit has to fail.
 */

const cli = bundledCli();

interface Played {
  readonly scenes: Readonly<Record<SceneName, string>>;
  readonly limits: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

// Our own file.
const played = JSON.parse(readFileSync(path.resolve('test/agents/scenes.json'), 'utf8')) as Played;

const agents = agentIds.map((id) => {
  const version = installedVersion(id);
  const why = version === undefined ? ` (skipped: the program ${id} is not installed)` : '';
  return [`${id}${why}`, id, version ?? ''] as const;
});

/** In milliseconds. */
const longestScene = 270_000;
/** For all installed programs together, in milliseconds; CI has to stay within it. */
const longestAll = 40 * 60_000;
const begunAt = performance.now();

it('has a line for each scene', () => {
  expect(Object.keys(played.scenes).sort()).toEqual(Object.keys(scenes).sort());
});

describe.each(agents)('%s', (_, id, version) => {
  const limits = played.limits[id] ?? {};
  it.skipIf(version === '').each(Object.entries(scenes))(
    '%s',
    async (name, scene) => {
      const play = await openPlay(id, cli);
      const said: string[] = [];
      const left = Math.min(longestScene, begunAt + longestAll - performance.now());
      const late = pause(Math.max(0, left), undefined, { ref: false }).then(() => {
        throw new Error(`it was not over after ${Math.round(left / 1000)} s`);
      });
      const playing = scene({ play, id, note: (text) => said.push(text) }).then(async () => {
        expect(await play.leftOver()).toEqual([]);
      });
      const wrong = await Promise.race([playing, late]).then(
        () => undefined,
        (error: unknown) => error,
      );
      keepCell(id, name, version, wrong === undefined ? undefined : describeError(wrong));
      if (limits[name] !== undefined) expect(wrong, `the limit is gone: ${limits[name]}`).toBeDefined();
      else if (wrong !== undefined) throw new Error([describeError(wrong), ...said].join('\n\n'), { cause: wrong });
    },
    280_000,
  );
});
