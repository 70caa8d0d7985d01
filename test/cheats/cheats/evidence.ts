import { act, type Cheats, commit, evidence, gate, write } from '../cheat.js';
import { paths } from '../story.js';

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** What can be done to the record. */
export const evidenceCheats: Cheats = (stack) => {
  const { discount, discountTest } = stack.paths;
  const broken = write({ [discount]: stack.discount.replace('100', '1000') });
  const more = write({ [discount]: `${stack.discount}\n` });
  return [
    {
      name: 'a line of the record edited',
      pretends: 'a refused verdict was an open one',
      caughtBy: 'record',
      cheat: [evidence((text) => text.replace('"allowed"', '"refused"'))],
      honest: [gate('check')],
    },
    {
      name: 'a line of the record forged',
      pretends: 'the done gate was open',
      caughtBy: 'record',
      cheat: [evidence((text) => `${text}${lines(text).at(-1)?.replace('act-in', 'done') ?? ''}\n`)],
      honest: [gate('act-out'), gate('check')],
    },
    {
      name: 'the end of the record cut off',
      pretends: 'the gate was never refused',
      caughtBy: 'record',
      cheat: [gate('check'), evidence((text) => `${lines(text).slice(0, 1).join('\n')}\n`)],
      honest: [gate('check')],
    },
    {
      name: 'the record deleted',
      pretends: 'nothing was ever agreed',
      caughtBy: 'record',
      cheat: [evidence(() => undefined)],
      honest: [gate('check'), more, commit('STORY-002: An empty line')],
    },
    {
      name: 'evidence of an earlier tree',
      pretends: 'the tests passed, as they did before',
      caughtBy: 'tests-pass',
      cheat: [gate('check'), broken, commit('STORY-002: From 1000 on')],
      honest: [gate('check'), write({ 'README.md': '# The shop\n' })],
    },
    {
      name: 'a word of a person that nobody signed',
      pretends: 'a person let it pass',
      caughtBy: 'tests-pass',
      cheat: [
        broken,
        commit('STORY-002: From 1000 on'),
        act((folder) => {
          void folder;
        }),
      ],
      honest: [more, commit('STORY-002: An empty line')],
    },
    {
      name: 'an approval written into the documents',
      pretends: 'a person approved it',
      caughtBy: 'tests-pass',
      cheat: [
        broken,
        write({ [discountTest]: `${stack.discountTest}\n` }),
        write({ [paths.config]: 'gates:\n  profiles:\n    standard: { off: [tests-kept] }\n' }),
        commit('STORY-002: Approved by the lead'),
      ],
      honest: [more, commit('STORY-002: Approved by the lead')],
    },
  ];
};
