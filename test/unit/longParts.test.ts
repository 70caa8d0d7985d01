import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenes } from '../../scripts/host/scenes.mjs';
import { costOf, fitting, namesOf } from '../../scripts/lib/longBudget.mjs';
import { allLongParts, inVsCode, longParts, measured } from '../../scripts/lib/longParts.mjs';
import { repository } from '../../scripts/lib/repository.mjs';

const all = allLongParts();

describe('what the long suite plays in VS Code', () => {
  it('has stated places for each workbench test and each scene, and for nothing else', () => {
    expect(Object.keys(inVsCode).sort()).toEqual([...all.workbench, ...all.newest].sort());
  });

  it('plays what `npm test` leaves out of the host suite', () => {
    expect(scenes.map(({ name }) => name)).toEqual(all.newest);
    for (const { suites, core = [] } of scenes) expect(suites).toEqual(expect.arrayContaining([...core]));
  });

  it.each(
    ['client/src', 'client/webview'].flatMap((parent) =>
      readdirSync(path.join(repository, parent)).map((name) => `${parent}/${name}`),
    ),
  )('is touched by %s', (place) => {
    const { workbench, newest } = longParts([path.extname(place) === '' ? `${place}/some.ts` : place]);
    expect([...workbench, ...newest]).not.toEqual([]);
  });

  it.each([
    ['a view', 'client/src/kanban/kanbanEditor.ts', ['emptyStates', 'kanban', 'restricted'], [], []],
    [
      'a view that both show',
      'client/src/trace/traceTree.ts',
      ['trace'],
      ['shop', 'restricted'],
      ['shop', 'restricted'],
    ],
    ['what a view shows', 'server/src/gates/passRule.ts', ['gates'], ['gates'], []],
    ['a page of its documents', 'docs/gates.md', [], [], []],
    [
      'a helper of some',
      'test/ui/terminal.ts',
      ['agents', 'findings', 'phases', 'queue', 'realAgent', 'realRun', 'review', 'walk'],
      [],
      [],
    ],
    ['a scene', 'test/host/suite/trace.test.ts', [], all.newest, all.oldest],
  ])('is what a change can break: %s', (_, changed, views, newest, oldest) => {
    const chosen = longParts([changed]);
    expect(chosen.workbench.map((file) => path.basename(file, '.ui.ts'))).toEqual(views);
    expect([chosen.newest, chosen.oldest]).toEqual([newest, oldest]);
  });

  it.each([['package.json'], ['client/src/extension.ts'], ['scripts/host/server.mjs'], ['test/ui/workbench.ts']])(
    'is every view where all of them stand on what changed: %s',
    (changed) => {
      expect(longParts([changed]).workbench).toEqual(expect.arrayContaining(all.workbench.filter(notStart)));
    },
  );
});

describe('the other long suites', () => {
  it.each([['package-lock.json'], ['tsconfig.json'], ['vitest.long.config.mts']])('all run after %s', (changed) => {
    expect(longParts([changed])).toEqual(all);
  });

  it('run where what they are about has changed, or what they load in tests and scripts', () => {
    const cheats = (changed: string): readonly string[] =>
      longParts([changed]).tests.filter((file) => file.startsWith('test/cheats/'));
    expect(cheats('server/src/code/runners/jest.ts')).toEqual(
      all.tests.filter((file) => /cheats\/(?!phases|hooksAlone|packets)/u.test(file)),
    );
    expect(cheats('test/cheats/playCheats.ts')).not.toEqual([]);
    expect(cheats('server/src/reports/gate.ts')).toEqual([]);
    expect(longParts(['docs/gates.md'])).toMatchObject({ tests: [], benchmarks: [] });
  });

  it('have stated places for each benchmark, and for nothing else', () => {
    expect(Object.keys(measured).sort()).toEqual([...all.benchmarks].sort());
    expect(longParts(['server/src/doors/mcp/some.ts']).benchmarks).toEqual(['test/bench/mcp.test.ts']);
  });
});

describe('what fits into the time of CI', () => {
  const commits = Array.from({ length: 60 }, (_, index) => `commit ${index}`);

  it('is all that the change can break where that is little', () => {
    const parts = longParts(['client/src/insights/insightsPage.ts']);
    expect(fitting(parts, ['client/src/insights/insightsPage.ts'], '')).toEqual({ chosen: parts, left: [] });
  });

  it('is never more than 480 seconds for one room, and in turn all of it', () => {
    const changed = ['client/src/editor/operations.ts'];
    const parts = longParts(changed);
    const played = commits.flatMap((commit) => {
      const { chosen, left } = fitting(parts, changed, commit);
      expect(costOf(namesOf(chosen))).toBeLessThanOrEqual(480);
      expect([...namesOf(chosen), ...left].sort()).toEqual(namesOf(parts).sort());
      return namesOf(chosen);
    });
    expect([...new Set(played)].sort()).toEqual(namesOf(parts).sort());
  });

  it('holds a test that itself has changed, whatever the commit', () => {
    const changed = ['test/ui/agents.ui.ts', 'package-lock.json'];
    for (const commit of commits) expect(fitting(all, changed, commit).chosen.workbench).toContain(changed[0]);
  });

  it('grows with the rooms that have changed', () => {
    const changed = ['client/src/editor/operations.ts', 'server/src/code/tests.ts', 'server/src/gates/gate.ts'];
    expect(fitting(all, changed, '').left.length).toBeLessThan(fitting(all, changed.slice(1), '').left.length);
  });
});

function notStart(file: string): boolean {
  return !file.includes('start.ui');
}
