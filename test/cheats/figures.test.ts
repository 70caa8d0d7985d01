import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cheat } from './cheat.js';
import { cheatsOnTests, otherCheats } from './cheats/all.js';
import { causes, resultsAndCauses } from './cheats/causes.js';
import { firstOfNode, othersOfNode } from './cheats/ofNode.js';
import { onlyCargo } from './cheats/onlyCargo.js';
import { onlyGo } from './cheats/onlyGo.js';
import { onlyPytest } from './cheats/onlyPytest.js';
import { onlyVitest } from './cheats/onlyVitest.js';
import { allPlaced, canBePlayed, placed, type Side } from './inPhases.js';
import { missed } from './missed.js';
import { cargo } from './stacks/cargo.js';
import { go } from './stacks/go.js';
import { node } from './stacks/node.js';
import { pytest } from './stacks/pytest.js';
import { vitest } from './stacks/vitest.js';

const here = import.meta.dirname;
const isMissed = ({ name }: Cheat): boolean => missed.has(name);
const row = (what: string, cheats: readonly Cheat[], twins: readonly Cheat[] = cheats): readonly string[] => {
  const out = cheats.filter(isMissed).length;
  return [what, ...[cheats.length, cheats.length - out, out, twins.length, 0].map(String)];
};
const ofNode = [...firstOfNode, ...othersOfNode, ...otherCheats(node)];
const ofPytest = [...cheatsOnTests(pytest), ...onlyPytest, ...otherCheats(pytest)];
const inPhases = (side: Side): readonly Cheat[] =>
  allPlaced.filter((one) => canBePlayed(one, side)).map(({ cheat }) => cheat);

describe('the figures of cheats', () => {
  // Each is played by a test that fails where one is caught or missed that should not be, or a twin is accused.
  it('are those of the lists', () => {
    const lines = readFileSync(path.join(here, 'README.md'), 'utf8').split('\n');
    const begin = lines.findIndex((line) => line.startsWith('| Played with '));
    const table = lines.slice(begin, lines.indexOf('', begin)).map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const [, , ...rows] = table;
    expect(rows).toEqual([
      row(node.name, ofNode),
      row(`${node.name}, by agents in phases`, inPhases('cheat'), inPhases('honest')),
      row(pytest.name, ofPytest),
      row(`${vitest.name}: what only it can do, results and causes`, [...onlyVitest, ...resultsAndCauses(vitest)]),
      row(`${cargo.name}: what only it can do`, onlyCargo),
      row(`${go.name}: what only it can do, results and causes`, [...onlyGo, ...resultsAndCauses(go)]),
    ]);
  });

  it('hold no reason for what is in no list', () => {
    const names = new Set([...ofNode, ...ofPytest, ...onlyVitest, ...onlyCargo, ...onlyGo].map(({ name }) => name));
    expect([...missed.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each([node, pytest, vitest, go])('show each cause in $name', (stack) => {
    const played = new Set(resultsAndCauses(stack).map(({ name }) => name));
    expect(
      Object.values(causes)
        .flat()
        .filter((name) => !played.has(name) || missed.has(name)),
    ).toEqual([]);
  });

  it('are of all that agents can play', () => {
    const texts = readdirSync(here)
      .filter((name) => /^phases\w*\.long\.ts$/u.test(name))
      .map((name) => readFileSync(path.join(here, name), 'utf8'));
    const played = texts.map((text) => /\bplaced\.(\w+)/u.exec(text)?.[1]);
    expect(played.sort()).toEqual(Object.keys(placed).sort());
    expect(allPlaced.map(({ cheat }) => cheat.name).sort()).toEqual(ofNode.map(({ name }) => name).sort());
  });

  // A person has to speak in the midst of them, whom this machine trusts, which no agent can. What is left uncommitted is committed.
  it.each<[Side, readonly string[]]>([
    [
      'cheat',
      [
        'a file that is not committed',
        'an approval of another item',
        'an approval of an earlier change',
        'an override of an earlier tree',
      ],
    ],
    [
      'honest',
      [
        'a file that is not committed',
        'an approval with a key of one’s own',
        'an approval of another item',
        'an approval of an earlier change',
        'an override of an earlier tree',
      ],
    ],
  ])('leave out what no agent can play (%s)', (side, names) => {
    expect(allPlaced.filter((one) => !canBePlayed(one, side)).map(({ cheat }) => cheat.name)).toEqual(names);
  });
});
