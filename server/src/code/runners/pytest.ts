import { chunked } from './chunks.js';
import { readJunit } from './junitXml.js';
import { present } from '../../base/json.js';
import type { Runner } from './runner.js';
import { joinNames } from './testName.js';
import { pathFrom } from './wantedTest.js';

/** pytest 6.1 or newer, which runs `unittest`'s cases, too: https://docs.pytest.org/en/stable/how-to/usage.html. */
export const pytest: Runner = {
  name: 'pytest',
  languages: ['python'],
  nameOf: ({ path }) => joinNames(path, '::'),
  commands: (tests, { folder, scratch, shuffled = false }) =>
    chunked(tests, pytest.nameOf).map((some, index) => {
      const report = `${scratch}-${index}.xml`;
      return {
        tests: some,
        folder,
        program: { kind: 'python' },
        args: [
          '-m',
          'pytest',
          `--junitxml=${report}`,
          // Only this form tells the files.
          '-o',
          'junit_family=xunit1',
          '--rootdir=.',
          // One file that cannot be loaded must not keep the others from running.
          '--continue-on-collection-errors',
          // They run in the order in which they are named.
          ...new Set(
            (shuffled ? some.toReversed() : some).map(
              (test) => `./${[pathFrom(folder, test.file.path), ...test.path.map(([name = '']) => name)].join('::')}`,
            ),
          ),
        ],
        report: { kind: 'file', path: report },
      };
    }),
  read: ({ files }) =>
    files.flatMap(readJunit).map(({ name, className, file, result }) => {
      const module = (file ?? '').replace(/\.py$/u, '').replaceAll(/[\\/]/gu, '.');
      // A module that could not be loaded, or that skips all it holds, is a case with its dotted path for a name, and no class.
      const isModule = className === '' && (result.status === 'errored' || result.status === 'skipped');
      if (isModule) return { ...result, file: `${name.replaceAll('.', '/')}.py` };
      const classes = className.startsWith(`${module}.`) ? className.slice(module.length + 1).split('.') : [];
      return {
        ...result,
        ...present({ file }),
        // Each set of parameters is a case of its own: `test_adds[1-2]`.
        names: [[...classes, name.replace(/\[[\s\S]*\]$/u, '')].join('::')],
      };
    }),
  // A test that is not where it should be, or whose file cannot be loaded, is a wrong command line to pytest. Its own settings are wrong for all.
  spoilt: ({ exitCode, said }) => exitCode === usageError && !unknownOption.test(said),
  whyNone: ({ exitCode, said }) => {
    if (exitCode !== usageError) return undefined;
    const option = unknownOption.exec(said)?.[1];
    if (option !== undefined)
      return `pytest does not know what its settings ask for (${option}): a plugin of the project is not installed`;
    const conftest = /ImportError while loading conftest '([^'\n]+)'/u.exec(said)?.[1];
    if (conftest !== undefined) return `${conftest} cannot be loaded`;
    const gone = /not found: (\S+)/u.exec(said)?.[1];
    return gone === undefined ? undefined : `pytest finds no ${gone}`;
  },
};

/** https://docs.pytest.org/en/stable/reference/exit-codes.html */
const usageError = 4;
/** What `addopts` holds for a plugin, mostly. */
const unknownOption = /error: unrecognized arguments: ([^\n]+)/u;
