import { isTestPath, languageOf } from '../../code/languageOf.js';
import { type NewTestPlace, newTestPlaces } from '../../code/newTests/newTestPath.js';
import { newTestText } from '../../code/newTests/newTestText.js';
import type { NewTest } from '../../code/newTests/newTests.js';
import { parseSource } from '../../code/parseSource.js';
import { count } from '../../base/count.js';
import { type Fields, fieldsOf } from '../../base/json.js';
import type { CodeFacts } from '../../workspace/codeFacts.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { nodeSurroundings } from '../support/nodeSurroundings.js';
import { newFile } from '../support/newFile.js';
import { testNames } from '../support/testsToWrite.js';

/** Makes a test file for a source file. */
export const newTestsFor = defineOperation({
  name: 'new-tests-for',
  group: 'scaffold',
  summary: 'Creates a test file for a source file, with a skipped test for each function that it offers',
  details:
    'Uses the language of the source file, and the location and naming of the existing tests in that language. The source file may be missing: then there is one test to write. All tests are skipped, and fail if enabled without being written.',
  example: { source: 'src/cart.py' },
  fields: {
    source: {
      type: 'text',
      description: 'the source file, relative to the project root',
      required: true,
      positional: true,
      completes: 'path',
      check: (text) =>
        languageOf(text) === undefined || isTestPath(text) ? 'is not a source file in a supported language' : undefined,
    },
  },
  reads: [],
  needs: 'code',
  writes: true,
  plan: async (workspace, { source }) => {
    const { project, readFile, ask } = workspace;
    const before = await readFile(source);
    const place = placeFor(source, before ?? '', project.code);
    const offers = before === undefined ? {} : (await ask('interface-summary', { files: [source] })).data;
    const tests = testsOf(source, offers);
    const surroundings = {
      ...place,
      example: place.example?.text ?? '',
      ...(place.language === 'typescript'
        ? await nodeSurroundings(place, project.code, readFile)
        : { runner: undefined, modules: false }),
    };
    const text = newTestText({ item: stemOf(source), className: namesOf(source).className, tests }, surroundings);
    return {
      changes: [await newFile(workspace, { path: place.path, text })],
      answer: {
        message: `created ${place.path} with ${count(tests.length, 'test')} to write`,
        data: { source, path: place.path, language: place.language, tests: tests.length },
      },
    };
  },
});

const stemOf = (path: string): string => path.replace(/^.*\/|\.\w+$/gu, '');

/** The file name as it is, where names of files are free. */
function namesOf(source: string): ReturnType<typeof testNames> {
  const stem = stemOf(source);
  return { ...testNames(stem), hyphens: stem, ...(/^[A-Z]/u.test(stem) ? { className: stem } : {}) };
}

/** @throws Refused if nothing tells where tests of that language belong. */
function placeFor(source: string, text: string, code: CodeFacts | undefined): NewTestPlace {
  const language = languageOf(source);
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  if (language === 'go') {
    const own = text === '' ? `package ${/([a-z]\w*)\/$/u.exec(folder)?.[1] ?? 'main'}\n` : text;
    return { language, path: `${folder}${stemOf(source)}_test.go`, example: parseSource(source, own) };
  }
  const own = (code?.sources ?? []).filter((one) => one.language === language);
  const names = namesOf(source);
  const paths = code?.paths ?? [];
  const place = [...newTestPlaces(own, paths, names), ...newTestPlaces([], paths, names)].find(
    (one) => one.language === language,
  );
  if (!place)
    throw new Refused('not-found', `cannot tell where the tests of ${source} belong: create the first one by hand`);
  // Tests in Java are in the package that they test.
  const mirrored = folder.replace(/(^|\/)src\/main\//u, '$1src/test/');
  if (language === 'java' && mirrored !== folder)
    return { ...place, path: mirrored + place.path.slice(place.path.lastIndexOf('/') + 1) };
  return place;
}

/** More is a module that needs more than a file of tests. */
const mostTests = 20;

/** The objects of a list in an answer. */
function objectsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.flatMap((one: unknown): readonly Fields[] => [fieldsOf(one) ?? {}]) : [];
}

function testsOf(source: string, offers: Readonly<Record<string, unknown>>): readonly NewTest[] {
  const names = objectsIn(objectsIn(offers['files'])[0]?.['parts']).flatMap(({ kind, owner, name }) => {
    if (kind !== 'function' || typeof name !== 'string') return [];
    return [typeof owner === 'string' ? `${owner}.${name}` : name];
  });
  const wanted = [...new Set(names)].slice(0, mostTests);
  return (wanted.length === 0 ? [stemOf(source)] : wanted).map((title) => ({
    identifier: title.replace(/(?<=[a-z\d])(?=[A-Z])|\W+/gu, '_').toLowerCase(),
    title,
    steps: [],
  }));
}
