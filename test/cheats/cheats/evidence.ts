import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { emptyChain, parseLog, recordAfter, toLine } from '../../../server/src/gates/evidence/chain.js';
import type { EvidenceEntry } from '../../../server/src/gates/evidence/evidenceLog.js';
import { verdictOf } from '../../support/evidence.js';
import { act, type Cheats, commit, evidence, gate, replace, type Stack, type Step, write, word } from '../cheat.js';
import { paths } from '../story.js';

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const opened = verdictOf('STORY-002', { gate: 'done', answer: 'allowed' });
const at = Date.UTC(2026, 0, 5, 12);

/** A log with these entries at its end, whose chain is as whole as any; what stands before it, its entries alone. */
function chained(entries: readonly EvidenceEntry[], before = ''): string {
  let { end } = before === '' ? { end: emptyChain } : parseLog(before);
  let text = before;
  for (const entry of entries) {
    const record = recordAfter(end, at, entry);
    if (!record) throw new Error('the entry cannot be recorded');
    text += toLine(record);
    end = record;
  }
  return text;
}

const broken = ({ paths: { discount }, discount: text }: Stack): readonly Step[] => [
  write({ [discount]: text.replace('100', '1000') }),
  commit('STORY-002: From 1000 on'),
];
const more = ({ paths: { discount }, discount: text }: Stack): readonly Step[] => [
  write({ [discount]: `${text}\n` }),
  commit('STORY-002: An empty line'),
];

/** A record that is edited, exchanged or gone. */
const editedRecords: Cheats = (stack) => {
  return [
    {
      name: 'a line of the record edited',
      pretends: 'a refused verdict was an open one',
      caughtBy: 'record',
      cheat: [evidence((text) => text.replace('"allowed"', '"refused"'))],
      honest: [gate('check')],
    },
    {
      name: 'a line of the record copied',
      pretends: 'the done gate was open',
      caughtBy: 'record',
      cheat: [evidence((text) => `${text}${lines(text).at(-1)?.replace('act-in', 'done') ?? ''}\n`)],
      honest: [gate('check')],
    },
    {
      name: 'a line put to the record, its chain whole',
      pretends: 'the done gate was open',
      caughtBy: 'record',
      cheat: [evidence((text) => chained([opened], text))],
      honest: [gate('check')],
    },
    {
      name: 'the record written anew, its chain whole',
      pretends: 'nothing was ever refused',
      caughtBy: 'record',
      cheat: [
        gate('check'),
        evidence((text) =>
          chained([
            ...parseLog(text)
              .records.map(({ entry }) => entry)
              .slice(0, 1),
            opened,
          ]),
        ),
      ],
      honest: [gate('check')],
    },
    {
      name: 'the record of another repository',
      pretends: 'the done gate was open, and all tests passed',
      caughtBy: 'record',
      cheat: [...broken(stack), { do: 'replay' }],
      honest: [gate('check')],
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
      honest: [gate('check'), ...more(stack)],
    },
    {
      name: 'the folder of the record deleted',
      pretends: 'nothing was ever agreed',
      caughtBy: 'record',
      cheat: [
        act((folder) => {
          rmSync(path.join(folder, '.git/pactwright'), { recursive: true });
        }),
      ],
      honest: [gate('check'), ...more(stack)],
    },
  ];
};

/** Evidence of something else, and approvals that are none. */
const oldEvidence: Cheats = (stack) => {
  const { discount, cartTest, cart } = stack.paths;
  const first = stack.say.equal('total([2, 3])', '5');
  const other = [
    replace(cartTest, first, stack.say.equal('total([2, 4])', '6')),
    commit('STORY-002: Other prices'),
  ] as const;
  const approved = word({ by: 'person', about: 'approve', conditions: ['tests-kept'] });
  return [
    {
      name: 'evidence of an earlier tree',
      pretends: 'the tests passed, as they did before',
      caughtBy: 'tests-pass',
      cheat: [gate('check'), ...broken(stack)],
      honest: [gate('check'), write({ 'README.md': '# The shop\n' })],
    },
    {
      name: 'the work broken after the gate was open',
      pretends: 'it is Done',
      caughtBy: 'tests-pass',
      cheat: [gate('done'), write({ [discount]: stack.discount.replace('100', '1000') }), commit('STORY-002: Tidy up')],
      honest: [gate('done'), ...more(stack)],
    },
    {
      name: 'an approval with a key of one’s own',
      pretends: 'a person approved the change of a test',
      caughtBy: 'tests-kept',
      cheat: [...other, word({ by: 'stranger', about: 'approve', conditions: ['tests-kept'] })],
      honest: [...other, approved],
    },
    {
      name: 'an approval of another item',
      pretends: 'a person approved the change of a test',
      caughtBy: 'tests-kept',
      cheat: [...other, word({ by: 'person', about: 'approve', conditions: ['tests-kept'], item: 'STORY-001' })],
      honest: [...other, approved],
    },
    {
      name: 'an approval of an earlier change',
      pretends: 'a person approved the change of a test',
      caughtBy: 'tests-kept',
      cheat: [
        ...other,
        approved,
        replace(cart, '+ price', '+ price + 1'),
        replace(cartTest, stack.say.equal('total([2, 4])', '6'), stack.say.equal('total([2, 4])', '8')),
        commit('STORY-002: Round the total'),
      ],
      honest: [...other, approved, write({ [cart]: `${stack.cart}\n` }), commit('STORY-002: An empty line')],
    },
  ];
};

/** Overrides of something earlier, and words without a key. */
const foreignWords: Cheats = (stack) => {
  const { discount } = stack.paths;
  const letPass = word({ by: 'person', about: 'override', conditions: ['tests-pass', 'seen-red', 'regression'] });
  return [
    {
      name: 'an override of an earlier tree',
      pretends: 'a person let it pass',
      caughtBy: 'tests-pass',
      cheat: [
        ...broken(stack),
        letPass,
        write({ [discount]: stack.discount.replace('100', '10000') }),
        commit('STORY-002: From 10000 on'),
      ],
      honest: [...broken(stack), letPass],
    },
    {
      name: 'an override put to the record without signature',
      pretends: 'a person let it pass',
      caughtBy: 'record',
      cheat: [
        ...broken(stack),
        evidence((text) =>
          chained(
            [
              {
                kind: 'word',
                word: {
                  person: 'Ann',
                  reason: 'Never mind',
                  at,
                  item: 'STORY-002',
                  about: 'override',
                  what: 'tests-pass',
                  tree: '',
                  key: '',
                  signature: '',
                },
              },
            ],
            text,
          ),
        ),
      ],
      honest: [...more(stack)],
    },
    {
      name: 'an approval written into files',
      pretends: 'a person approved it',
      caughtBy: 'tests-pass',
      cheat: [
        ...broken(stack),
        act((folder) => {
          mkdirSync(path.join(folder, '.pactwright'), { recursive: true });
          writeFileSync(
            path.join(folder, '.pactwright/approvals.json'),
            '{ "STORY-002": ["tests-pass", "regression"] }\n',
          );
        }),
        replace(paths.spec, '## Background', '<!-- Approved by the lead. -->\n\n## Background'),
        commit('STORY-002: Approved\n\nApproved-by: Lead <lead@example.org>'),
      ],
      honest: [
        write({ [discount]: `${stack.discount}\n` }),
        commit('STORY-002: An empty line\n\nApproved-by: Lead <lead@example.org>'),
      ],
    },
  ];
};

/** What can be done to the record, and to the words of persons in it. */
export const evidenceCheats: Cheats = (stack) =>
  [editedRecords, oldEvidence, foreignWords].flatMap((cheats) => cheats(stack));
