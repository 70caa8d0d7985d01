import { type Cheats, commit, replace, type Stack, type Step, write } from '../cheat.js';
import { ac1, paths, ticks, work } from '../story.js';

const code = (stack: Stack): readonly Step[] => [
  write({ [stack.paths.discount]: stack.discount, [stack.paths.discountTest]: stack.discountTest }),
];

/** Specs that ask for less after they were agreed, and ticks. */
const easierSpecs: Cheats = (stack) => {
  const { discount, discountTest } = stack.paths;
  const oneCriterion = stack.tests([{ title: ac1, body: [stack.say.equal('discount(200)', '180')] }]);
  return [
    {
      name: 'ticks without work',
      pretends: 'all tasks are done',
      caughtBy: 'tests-exist',
      after: 'start',
      cheat: [...ticks, commit('STORY-002: All done')],
      honest: work(stack),
    },
    {
      name: 'a requirement made easier after it was agreed',
      pretends: 'the spec was always like this',
      caughtBy: 'spec-frozen',
      cheat: [
        replace(paths.spec, 'MUST be lowered by ten percent', 'MUST be lowered by some percent'),
        commit('STORY-002: Say it more clearly'),
      ],
      honest: [replace(paths.spec, '| Status | In Progress |', '| Status | Done |'), commit('STORY-002: Done')],
    },
    {
      name: 'a criterion deleted with its scenario',
      pretends: 'all criteria are tested',
      caughtBy: 'spec-frozen',
      after: 'start',
      cheat: [
        replace(
          paths.spec,
          '### AC2: A small total stays (R2)\n\n- Given a total of 50\n- When the discount is applied\n- Then it is 50\n',
          '',
        ),
        replace(
          paths.testCase,
          '\n## TC-2: A small total stays (AC2)\n\n**Given** a total of 50\n**When** the discount is applied\n**Then** it is 50\n',
          '',
        ),
        write({ [discount]: stack.discount, [discountTest]: oneCriterion }),
        ...ticks,
        commit('STORY-002: Lower totals from 100 on'),
      ],
      honest: work(stack),
    },
    {
      name: 'a MUST becomes a MAY',
      pretends: 'what is missing was never needed',
      caughtBy: 'spec-frozen',
      cheat: [
        replace(paths.spec, 'A total below 100 MUST stay', 'A total below 100 MAY stay'),
        commit('STORY-002: Wording'),
      ],
      honest: [
        replace(paths.spec, '| Release | 1.0.0 |', '| Release | 1.1.0 |'),
        commit('STORY-002: In the next release'),
      ],
    },
  ];
};

/** Scenarios that say less, and files that nobody was to touch. */
const otherScenarios: Cheats = (stack) => {
  const { discount, other } = stack.paths;
  return [
    {
      name: 'Touches widened afterwards',
      pretends: 'the stock was always a part of it',
      caughtBy: 'spec-frozen',
      cheat: [
        replace(paths.spec, '| Touches | ', `| Touches | \`${other}\`, `),
        write({ [other]: `${String(stack.start[other])}\n` }),
        commit('STORY-002: The stock, too'),
      ],
      honest: [
        replace(paths.board, '- [x] Test both criteria', '- [x] Test both criteria\n- [x] Tell the shop'),
        commit('STORY-002: Told the shop'),
      ],
    },
    {
      name: 'a file outside Touches',
      pretends: 'the change is what was agreed',
      caughtBy: 'scope',
      cheat: [write({ [other]: `${String(stack.start[other])}\n` }), commit('STORY-002: While at it')],
      honest: [write({ [discount]: `${stack.discount}\n` }), commit('STORY-002: An empty line')],
    },
    {
      name: 'a criterion made easier in its scenario alone',
      pretends: 'what was agreed is tested',
      caughtBy: 'spec-frozen',
      cheat: [replace(paths.testCase, '**Then** it is 180', '**Then** it is a number'), commit('STORY-002: Wording')],
      honest: [
        replace(paths.testCase, '**Then** it is 180', '**Then** it is 180\n**And** the customer is told'),
        commit('STORY-002: Say more'),
      ],
    },
    {
      name: 'an empty scenario',
      pretends: 'AC2 has a scenario',
      caughtBy: 'documents',
      cheat: [
        replace(paths.testCase, '**Given** a total of 50\n**When** the discount is applied\n**Then** it is 50\n', ''),
        commit('STORY-002: Shorter test cases'),
      ],
      honest: [
        replace(paths.testCase, '**Then** it is 50\n', '**Then** it is 50\n**And** nothing else is lowered\n'),
        commit('STORY-002: Say what else stays'),
      ],
    },
    {
      name: 'a scenario of another criterion',
      pretends: 'AC2 has a scenario',
      caughtBy: 'trace',
      cheat: [
        replace(paths.testCase, 'A small total stays (AC2)', 'A small total stays (AC1)'),
        commit('STORY-002: Fix a citation'),
      ],
      honest: [
        replace(paths.testCase, 'A small total stays (AC2)', 'A smaller total stays (AC2)'),
        commit('STORY-002: Wording'),
      ],
    },
  ];
};

/** Status, entries and findings that are changed by hand. */
const movedByHand: Cheats = (stack) => {
  return [
    {
      name: 'Status set by hand',
      pretends: 'the item is Done',
      caughtBy: 'documents',
      after: 'start',
      project: { [paths.config]: 'conventions:\n  gates: required\n' },
      cheat: [
        ...code(stack),
        replace(paths.spec, '| Status | In Progress |', '| Status | Done |'),
        ...ticks,
        commit('STORY-002: Done'),
      ],
      honest: [...code(stack), ...ticks, commit('STORY-002: Lower totals from 100 on')],
    },
    {
      name: 'the entry moved by hand, tasks open',
      pretends: 'the board says Done',
      caughtBy: 'tasks',
      after: 'start',
      cheat: [
        ...code(stack),
        replace(
          paths.board,
          '### [STORY-002] Discount from 100 on\n> Spec: docs/specs/STORY-002.md\n\n- [ ] Apply the discount\n- [ ] Test both criteria\n',
          '',
        ),
        replace(
          paths.board,
          '## ✅ Done\n',
          '## ✅ Done\n\n### [STORY-002] Discount from 100 on\n> Spec: docs/specs/STORY-002.md\n\n- [ ] Apply the discount\n- [ ] Test both criteria\n',
        ),
        commit('STORY-002: Done'),
      ],
      honest: work(stack),
    },
    {
      name: 'open tasks taken off the board',
      pretends: 'nothing is open',
      caughtBy: 'tasks',
      after: 'start',
      cheat: [
        ...code(stack),
        replace(paths.board, '- [ ] Apply the discount\n- [ ] Test both criteria\n', ''),
        commit('STORY-002: Lower totals from 100 on'),
      ],
      honest: work(stack),
    },
    {
      name: 'a finding left out by a comment',
      pretends: 'the documents have no error',
      caughtBy: 'spec-frozen',
      cheat: [
        replace(paths.spec, '- Then it is 50\n', '<!-- pactwright-disable E007 -->\n'),
        commit('STORY-002: Shorter'),
      ],
      honest: [
        replace(paths.board, '- [x] Apply the discount', '- [x] Apply the discount '),
        commit('STORY-002: A blank'),
      ],
    },
  ];
};

/** What can be done to specs, test cases and the board. */
export const documentCheats: Cheats = (stack) =>
  [easierSpecs, otherScenarios, movedByHand].flatMap((cheats) => cheats(stack));
