import { isTestPath, languageOf } from '../../code/languageOf.js';
import { type NewTestPlace, newTestPlaces } from '../../code/newTests/newTestPath.js';
import { newTestText } from '../../code/newTests/newTestText.js';
import { count } from '../../base/count.js';
import { scenarioKey } from '../../documents/testCase/scenarioIds.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { findSpec } from '../support/findSpec.js';
import { newFile } from '../support/newFile.js';
import { scenarioTestToWrite, testNames, testsToWrite } from '../support/testsToWrite.js';
import { nodeSurroundings } from '../support/nodeSurroundings.js';

/** Makes a test file for an item. */
export const newTestFile = defineOperation({
  name: 'new-test-file',
  group: 'scaffold',
  summary: 'Creates a test file for an item, with a skipped test for each criterion or for one scenario',
  details:
    'Uses the language, location and naming of the project’s existing tests; without tests, the language of the manifest (`package.json`, `pyproject.toml`, `go.mod`, `Cargo.toml`, `pom.xml`, `build.gradle`, `Gemfile`, `.csproj`). Each test is named after item and criterion, so it can be traced. All tests are skipped, and fail if enabled without being written, so they never make an item look tested.',
  example: { item: 'STORY-042', scenario: 'TC-1' },
  fields: {
    item: itemField,
    scenario: {
      type: 'text',
      description: 'the one scenario to write a test for, e.g. TC-2 (default: all criteria)',
      check: (text) => (scenarioKey(text) === undefined ? 'is not the id of a scenario, such as TC-2' : undefined),
    },
    path: {
      type: 'text',
      description: 'the path of the file, relative to the project root (default: next to existing tests)',
      completes: 'path',
      check: (text) =>
        isInside(text) && isTestPath(text)
          ? undefined
          : 'is not a test file below the project root, by the naming rules of its language',
    },
  },
  reads: ['spec', 'testCase'],
  needs: 'code',
  writes: true,
  plan: async (workspace, { item, scenario, path }) => {
    const { project, readFile } = workspace;
    const written =
      scenario === undefined
        ? testsToWrite(project, findSpec(workspace, item), item)
        : [scenarioTestToWrite(project, item, scenario)];
    // A separate file: one for the item may exist, and is not ours to change.
    const names = testNames(scenario === undefined ? item : `${item}-TC-${scenarioKey(scenario) ?? ''}`);
    const place = choosePlace(newTestPlaces(project.code?.sources ?? [], project.code?.paths ?? [], names), path);
    const file = { item, className: names.className, tests: written };
    const example = place.example?.text ?? '';
    const surroundings = {
      ...place,
      example,
      ...(place.language === 'typescript' ? await nodeSurroundings(place, project.code, readFile) : noNode),
    };
    const made = { path: place.path, text: newTestText(file, surroundings) };
    const tests = file.tests.length;
    return {
      changes: [await newFile(workspace, made)],
      answer: {
        message: `created ${made.path} with ${count(tests, 'test')} to write`,
        data: { item, path: made.path, language: place.language, tests },
      },
    };
  },
});

const noNode = { runner: undefined, modules: false };

function isInside(path: string): boolean {
  return !/[\\:]|[\p{Cc}]|^\/|\/\/|\/$/u.test(path) && !path.split('/').some((part) => part === '..' || part === '.');
}

/** @throws Refused if nothing, or several things, tell the language. */
function choosePlace(places: readonly NewTestPlace[], path: string | undefined): NewTestPlace {
  if (path !== undefined) {
    const language = languageOf(path);
    if (!language) throw new Refused('invalid-input', `path "${path}" is not in a supported test language`);
    const like = places.find((place) => place.language === language);
    return { language, path, ...(like?.example ? { example: like.example } : {}) };
  }
  const [place, second] = places;
  if (!place)
    throw new Refused('not-found', 'cannot tell the test language of the project: specify the file with --path');
  if (second)
    throw new Refused(
      'ambiguous',
      'the project uses several languages and has no tests yet: specify the file with --path',
      places.map((one) => one.path),
    );
  return place;
}
