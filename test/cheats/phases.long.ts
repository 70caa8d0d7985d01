import { expect, it } from 'vitest';
import { allPlaced, canBePlayed, firstPlaced, type Side } from './inPhases.js';
import { playPhases } from './playPhases.js';

playPhases(firstPlaced);

// A person has to speak in the midst of them, whom this machine trusts, which no agent can.
it.each<[Side, readonly string[]]>([
  ['cheat', ['an approval of another item', 'an approval of an earlier change', 'an override of an earlier tree']],
  [
    'honest',
    [
      'an approval with a key of one’s own',
      'an approval of another item',
      'an approval of an earlier change',
      'an override of an earlier tree',
    ],
  ],
])('leaves out what no agent can play (%s)', (side, names) => {
  expect(allPlaced.filter((placed) => !canBePlayed(placed, side)).map(({ cheat }) => cheat.name)).toEqual(names);
});
