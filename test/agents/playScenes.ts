import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../server/src/base/errors.js';
import { keepCell } from './cells.js';
import type { AgentId } from './homes.js';
import { installedVersion, type Play } from './play.js';

/** What a scene has. */
export interface Stage {
  readonly play: Play;
  readonly id: AgentId;
  /** Keeps text for the report of a failed scene. */
  readonly note: (text: string) => void;
}

export type Scene = (stage: Stage) => Promise<void>;

/** A table of docs/agents.md: who plays what. */
interface Table {
  /** Of what is said of it in `scenes.json`. */
  readonly name: 'matrix' | 'acp';
  readonly scenes: Readonly<Record<string, Scene>>;
  /** Each with the program whose version counts. */
  readonly programs: readonly (readonly [id: AgentId, program: string])[];
  readonly open: (id: AgentId) => Promise<Play>;
}

type Texts = Readonly<Record<string, string>>;

/** For each table: its introduction, and the limits of a program that explain a failed cell. */
interface Said {
  readonly scenes: Texts;
  readonly limits: Readonly<Record<string, Texts | undefined>>;
}

/** In milliseconds. */
const longestScene = 270_000;
/** For all installed programs together, in milliseconds; CI has to stay within it. */
const longestAll = 40 * 60_000;

/** Plays a table with the programs that `scripts/installAgents.mjs` installed, and writes down each cell. One with a limit has to fail. */
export function playScenes({ name: table, scenes, programs, open }: Table): void {
  const begunAt = performance.now();
  // Our own file.
  const said = (JSON.parse(readFileSync(path.resolve('test/agents/scenes.json'), 'utf8')) as Record<string, Said>)[
    table
  ];

  it('has a line for each scene', () => {
    expect(Object.keys(said?.scenes ?? {}).sort()).toEqual(Object.keys(scenes).sort());
  });

  describe.each(programs.map(([id, program]) => [id, installedVersion(program), program] as const))(
    '%s',
    (id, version, program) => {
      const why = version === undefined ? ` (skipped: the program ${program} is not installed)` : '';
      it.skipIf(version === undefined).each(Object.entries(scenes))(
        `%s${why}`,
        async (name, scene) => {
          const play = await open(id);
          const notes: string[] = [];
          const left = Math.min(longestScene, begunAt + longestAll - performance.now());
          const late = pause(Math.max(0, left), undefined, { ref: false }).then(() => {
            throw new Error(`it was not over after ${Math.round(left / 1000)} s`);
          });
          const playing = scene({ play, id, note: (text) => notes.push(text) }).then(async () => {
            expect(await play.leftOver()).toEqual([]);
          });
          const wrong = await Promise.race([playing, late]).then(
            () => undefined,
            (error: unknown) => error,
          );
          keepCell(`${table}.json`, id, name, version ?? '', wrong === undefined ? undefined : describeError(wrong));
          const limit = said?.limits[id]?.[name];
          if (limit !== undefined) expect(wrong, `the limit is gone: ${limit}`).toBeDefined();
          else if (wrong !== undefined)
            throw new Error([describeError(wrong), ...notes].join('\n\n'), { cause: wrong });
        },
        280_000,
      );
    },
  );
}
