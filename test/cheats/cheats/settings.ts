import { type Cheat, type Cheats, commit, replace, write } from '../cheat.js';
import { paths } from '../story.js';

const workflow = `on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: make test
`;

/** What can be done to what judges the work, in whatever language it is. */
export const settingsCheats: Cheats = (stack) => {
  const { discount } = stack.paths;
  const more = [write({ [discount]: `${stack.discount}\n` }), commit('STORY-002: An empty line')];
  const set = (name: string, pretends: string, before: string, after: string): Cheat => ({
    name,
    pretends,
    caughtBy: 'runner-kept',
    ...(before === '' ? {} : { project: { [paths.config]: before } }),
    cheat: [write({ [paths.config]: after }), commit('STORY-002: Configure')],
    honest: more,
  });
  return [
    set('a severity turned down', 'the documents have no error', '', 'rules:\n  E007: off\n'),
    set(
      'a convention switched off',
      'commits need not name the item',
      'conventions:\n  commits: required\n',
      'conventions:\n  commits: off\n',
    ),
    set(
      'a profile that asks for less',
      'all that is asked for is there',
      '',
      'gates:\n  profile: quick\n  profiles:\n    quick: { off: [tests-pass, regression] }\n',
    ),
    set(
      'a test command that always succeeds',
      'the whole suite passes',
      '',
      'gates:\n  commands:\n    test: ["true"]\n',
    ),
    set('documents elsewhere', 'the documents have no error', '', 'paths:\n  testCases: docs/cases\n'),
    {
      name: 'a finding put into the baseline',
      pretends: 'the documents have no error',
      caughtBy: 'runner-kept',
      cheat: [
        replace(paths.testCase, '**Given** a total of 50\n**When** the discount is applied\n**Then** it is 50\n', ''),
        write({ '.pactwright/baseline.json': '{ "version": 1, "findings": [] }\n' }),
        commit('STORY-002: Accept what is known'),
      ],
      honest: more,
    },
    {
      name: 'the target that tests is made empty',
      pretends: 'make test passes',
      caughtBy: 'runner-kept',
      project: { Makefile: 'test:\n\tnode --test\n\nrun:\n\tnode .\n' },
      cheat: [replace('Makefile', 'node --test', '@true'), commit('STORY-002: Faster')],
      honest: more,
    },
    {
      name: 'the pipeline goes on after failures',
      pretends: 'the pipeline is green',
      caughtBy: 'runner-kept',
      project: { '.github/workflows/test.yml': workflow },
      cheat: [
        replace('.github/workflows/test.yml', '- run: make test', '- run: make test || true'),
        commit('STORY-002: Mend the pipeline'),
      ],
      honest: more,
    },
  ];
};
