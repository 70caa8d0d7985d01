import { describe, expect, it } from 'vitest';
import { runnerKept } from '../../../server/src/gates/conditions/runnerKept.js';
import { change, checkCondition, type GateCase, gateContext } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

const changed = (path: string, before: string | undefined, after: string | undefined): GateCase => ({
  project: gateProject(),
  work: { changes: [change(path, before, after)] },
});
const manifest = (parts: object): string =>
  `${JSON.stringify({ scripts: { test: 'vitest run' }, ...parts }, undefined, 2)}\n`;

/** Settings of Claude Code as `pactwright init` writes them, beside a hook of somebody else. */
const claude = ({
  events = ['PreToolUse', 'Stop'],
  ...group
}: { events?: readonly string[]; matcher?: string } = {}): string =>
  JSON.stringify({
    hooks: {
      Notification: [{ hooks: [{ type: 'command', command: './bell.sh' }] }],
      ...Object.fromEntries<object>(
        events.map((event) => [
          event,
          [{ ...group, hooks: [{ type: 'command', command: `node .pactwright/run.cjs hook claude ${event}` }] }],
        ]),
      ),
    },
  });
const codex = '[mcp_servers.pactwright]\ncommand = "node"\n';

const asksLess = 'gates:\n  commands:\n    test: [npm, test]\n  profiles:\n    standard:\n      off: [tests-pass]\n';

describe('the condition runner-kept', () => {
  it.each<[string, GateCase, RegExp]>([
    [
      'a test script that always succeeds',
      changed('package.json', manifest({}), manifest({ scripts: { test: 'true' } })),
      /^package\.json: the script "test" changed from "vitest run" to "true"/u,
    ],
    [
      'a test script that is gone',
      changed('package.json', manifest({}), manifest({ scripts: {} })),
      /the script "test" was removed/u,
    ],
    [
      'a script before the tests',
      changed('package.json', manifest({}), manifest({ scripts: { test: 'vitest run', pretest: 'rm -r test' } })),
      /the script "pretest" is new/u,
    ],
    [
      'settings of jest',
      changed('package.json', manifest({ jest: {} }), manifest({ jest: { testPathIgnorePatterns: ['cart'] } })),
      /"jest" changed from \{\} to/u,
    ],
    [
      'a runner from another place',
      changed(
        'package.json',
        manifest({ devDependencies: { vitest: '^4.0.0' } }),
        manifest({ devDependencies: { vitest: 'file:./fake' } }),
      ),
      /where vitest comes from is new \(file:\.\/fake\)/u,
    ],
    [
      'a runner by another name',
      changed('package.json', manifest({}), manifest({ overrides: { vitest: 'npm:fake@1.0.0' } })),
      /where vitest comes from/u,
    ],
    [
      'a coverage script that only copies',
      changed(
        'package.json',
        manifest({ scripts: { coverage: 'c8 node --test' } }),
        manifest({ scripts: { coverage: 'cp full.info lcov.info' } }),
      ),
      /the script "coverage" changed from/u,
    ],
    ['a shell of one’s own', changed('.npmrc', undefined, 'script-shell=./sh\n'), /what it says of tests is new/u],
    ['a file that is taken for pytest', changed('pytest.py', undefined, 'raise SystemExit(0)\n'), /pytest\.py/u],
    ['code that Python runs first', changed('sitecustomize.py', undefined, 'import x\n'), /sitecustomize\.py/u],
    ['a package.json that cannot be read', changed('package.json', manifest({}), '{'), /package\.json/u],
    [
      'the configuration of vitest',
      changed(
        'vitest.config.ts',
        "export default { test: { include: ['test/**'] } };\n",
        "export default { test: { include: ['test/old/**'] } };\n",
      ),
      /^vitest\.config\.ts: the file changed/u,
    ],
    [
      'a new configuration of vitest',
      changed('vitest.config.ts', undefined, 'export default { test: { include: [] } };\n'),
      /the file is new/u,
    ],
    [
      'pytest.ini',
      changed('pytest.ini', '[pytest]\n', '[pytest]\naddopts = --ignore=tests/test_cart.py\n'),
      /^pytest\.ini/u,
    ],
    [
      'the section of pytest',
      changed(
        'pyproject.toml',
        '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
        '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = []\n',
      ),
      /^pyproject\.toml: \[tool\.pytest\.ini_options\]/u,
    ],
    [
      'a hook that turns failures around',
      changed(
        'conftest.py',
        'import pytest\n',
        'import pytest\n\ndef pytest_runtest_makereport(item, call):\n    return passed(item)\n',
      ),
      /^conftest\.py: pytest_runtest_makereport is new/u,
    ],
    [
      'tests that Cargo leaves out',
      changed('Cargo.toml', '[lib]\nname = "a"\n', '[lib]\nname = "a"\ntest = false\n'),
      /^Cargo\.toml/u,
    ],
    [
      'a workflow',
      changed('.github/workflows/ci.yml', 'steps:\n  - run: npm test\n', 'steps:\n  - run: true\n'),
      /^\.github\/workflows\/ci\.yml/u,
    ],
    [
      'a workflow that is gone',
      changed('.github/workflows/ci.yml', 'steps:\n  - run: npm test\n', undefined),
      /the file was removed/u,
    ],
    [
      'a rule that is off',
      changed('.pactwright/config.yaml', 'rules:\n  PW112: error\n', 'rules:\n  PW112: off\n'),
      /^\.pactwright\/config\.yaml: rules/u,
    ],
    [
      'another default branch',
      changed('.pactwright/config.yaml', undefined, 'defaultBranch: feature/STORY-001\n'),
      /defaultBranch is new/u,
    ],
    [
      'a key that is written in another way',
      changed('.pactwright/config.yaml', 'idleDays: 7\n', 'idleDays: 7\n"gates": { profile: hotfix }\n'),
      /config\.yaml: the file is new/u,
    ],
    [
      'a configuration that stands further in',
      changed('.pactwright/config.yaml', undefined, '  gates:\n    profile: hotfix\n'),
      /config\.yaml: the file is new/u,
    ],
    [
      'tests that are left out of sight so that there seem to have been none',
      {
        project: `${gateProject({ test: '' })}=== configuration\nignore:\n  - test/**\n`,
        work: { changes: [change('.pactwright/config.yaml', undefined, 'ignore:\n  - test/**\n')] },
      },
      /ignore is new/u,
    ],
    [
      'a script that a declared command runs',
      {
        project: `${gateProject()}=== configuration\ngates:\n  commands:\n    test: [sh, ./scripts/test.sh]\n`,
        work: { changes: [change('scripts/test.sh', 'node --test\n', 'exit 0\n')] },
      },
      /scripts\/test\.sh: the file changed from/u,
    ],
    [
      'settings of pytest by a name in quotes',
      changed('pyproject.toml', '[project]\n', '[project]\n[tool . "pytest".ini_options]\naddopts = "-x"\n'),
      /\[tool\.pytest\.ini_options\] is new/u,
    ],
    [
      'settings of pytest under a heading with a comment',
      changed('pyproject.toml', '[project]\n', '[project]\n[tool.pytest.ini_options] # all\naddopts = "-x"\n'),
      /\[tool\.pytest\.ini_options\] is new/u,
    ],
    [
      'a section of pytest under a heading with a comment',
      changed('tox.ini', '[flake8]\n', '[flake8]\n[pytest] ; all\naddopts = -x\n'),
      /\[pytest\] is new/u,
    ],
    [
      'a target of a makefile that another one brings in',
      changed('mk/test.mk', 'test:\n\tpytest\n', 'test:\n\ttrue\n'),
      /^mk\/test\.mk: test changed/u,
    ],
    [
      'a script that the test script runs',
      changed(
        'package.json',
        manifest({ scripts: { test: 'npm run unit', unit: 'vitest run' } }),
        manifest({ scripts: { test: 'npm run unit', unit: 'true' } }),
      ),
      /the script "unit" changed from "vitest run" to "true"/u,
    ],
    [
      'a script that the test script runs by a pattern',
      changed(
        'package.json',
        manifest({ scripts: { test: 'run-s "check:*"', 'check:unit': 'vitest run' } }),
        manifest({ scripts: { test: 'run-s "check:*"', 'check:unit': 'true' } }),
      ),
      /the script "check:unit" changed from "vitest run" to "true"/u,
    ],
    [
      'a script of package.json that a declared command runs',
      {
        project: `${gateProject()}=== configuration\ngates:\n  commands:\n    test: [npm, run, verify]\n`,
        work: {
          changes: [
            change(
              'package.json',
              manifest({ scripts: { verify: 'vitest run' } }),
              manifest({ scripts: { verify: 'true' } }),
            ),
          ],
        },
      },
      /the script "verify" changed from/u,
    ],
    [
      'a target of a makefile that a declared command makes',
      {
        project: `${gateProject()}=== configuration\ngates:\n  commands:\n    test: [make, unit]\n`,
        work: { changes: [change('Makefile', 'unit:\n\tpytest\n', 'unit:\n\ttrue\n')] },
      },
      /^Makefile: unit changed/u,
    ],
    [
      'a configuration by another name, which some file systems take for the same',
      changed('.Pactwright/Config.yaml', undefined, 'gates:\n  profile: hotfix\n'),
      /gates is new/u,
    ],
    [
      'a hook of pytest by another name, which some file systems take for the same',
      changed('Conftest.py', undefined, 'def pytest_runtest_makereport(item, call):\n    return passed(item)\n'),
      /^Conftest\.py: /u,
    ],
    [
      'settings of cargo by another name, which some file systems take for the same',
      changed('.Cargo/config.toml', undefined, '[target.x]\nrunner = "true"\n'),
      /^\.Cargo\/config\.toml: /u,
    ],
    [
      'a script of a declared command by another name, which some file systems take for the same',
      {
        project: `${gateProject()}=== configuration\ngates:\n  commands:\n    test: [sh, Scripts/all.sh]\n`,
        work: { changes: [change('scripts/all.sh', 'pytest\n', 'true\n')] },
      },
      /^scripts\/all\.sh: /u,
    ],
    [
      'settings of pytest by another name, which some file systems take for the same',
      changed('Pytest.ini', undefined, '[pytest]\naddopts = -x\n'),
      /^Pytest\.ini/u,
    ],
    [
      'gates that ask for less, in a project that had no tests',
      {
        project: `${gateProject({ test: '' })}=== configuration\n${asksLess}`,
        work: { changes: [change('.pactwright/config.yaml', undefined, asksLess)] },
      },
      /gates is new/u,
    ],
    [
      'settings of pytest in the table above',
      changed('pyproject.toml', '[project]\n', '[tool]\npytest.ini_options.addopts = "-x"\n'),
      /pyproject\.toml: \[tool\] is new/u,
    ],
    [
      'gates that ask for less',
      changed('.pactwright/config.yaml', undefined, 'gates:\n  profile: hotfix\n'),
      /gates is new/u,
    ],
    [
      'a larger baseline',
      changed('.pactwright/baseline.json', '[]\n', '["PW112"]\n'),
      /^\.pactwright\/baseline\.json/u,
    ],
    [
      'hooks of an agent that no longer call us',
      changed('.claude/settings.json', claude(), claude({ events: ['Stop'] })),
      /^\.claude\/settings\.json: the entry ".*PreToolUse" was removed, so an agent may work without being checked$/u,
    ],
    [
      'settings of an agent that are gone',
      changed('opencode.json', '{ "mcp": { "pactwright": {} } }', undefined),
      /^opencode\.json: the entry "pactwright" was removed/u,
    ],
    [
      'hooks of an agent that are for no tool',
      changed('.qwen/settings.json', claude(), claude({ matcher: 'none' })),
      /^\.qwen\/settings\.json: the matchers of its hooks /u,
    ],
    [
      'hooks of an agent that are off',
      changed('.claude/settings.local.json', undefined, '{ "disableAllHooks": true }'),
      /^\.claude\/settings\.local\.json: the setting that turns hooks off is new/u,
    ],
    [
      'hooks of Codex that are off',
      changed('.codex/config.toml', codex, `${codex}[features]\nhooks = false\n`),
      /^\.codex\/config\.toml: the setting that turns hooks off is new/u,
    ],
    [
      'the server of Codex that is gone',
      changed('.codex/config.toml', codex, ''),
      /^\.codex\/config\.toml: the entry \[mcp_servers\.pactwright\] was removed/u,
    ],
    [
      'another plugin of ours',
      changed('.opencode/plugins/pactwright.js', 'export const P = ask();\n', 'export const P = {};\n'),
      /^\.opencode\/plugins\/pactwright\.js: the file changed/u,
    ],
    [
      'another script that hooks call',
      changed('.pactwright/run.cjs', 'run();\n', '\n'),
      /^\.pactwright\/run\.cjs: the file/u,
    ],
    [
      'tests that Maven skips',
      changed('pom.xml', '<project>\n</project>\n', '<project>\n  <skipTests>true</skipTests>\n</project>\n'),
      /^pom\.xml/u,
    ],
  ])('fails at %s', async (_, stated, problem) => {
    await checkCondition(runnerKept, stated, { state: 'fail', problems: [problem] });
  });

  it.each<[string, GateCase]>([
    ['no change', { project: gateProject() }],
    [
      'a new dependency',
      changed('package.json', manifest({ dependencies: {} }), manifest({ dependencies: { yaml: '^2.0.0' } })),
    ],
    [
      'a newer runner',
      changed(
        'package.json',
        manifest({ devDependencies: { vitest: '^4.0.0' } }),
        manifest({ devDependencies: { vitest: '^4.1.0' } }),
      ),
    ],
    [
      'another script',
      changed(
        'package.json',
        manifest({}),
        manifest({ scripts: { test: 'vitest run', build: 'tsc', 'test:watch': 'vitest' } }),
      ),
    ],
    [
      'another order of keys',
      changed('package.json', '{"name":"a","scripts":{"test":"vitest run"}}', manifest({ name: 'a' })),
    ],
    [
      'a comment in a configuration',
      changed(
        'vitest.config.ts',
        "export default { test: { include: ['test/**'] } };\n",
        "// all of them\nexport default {\n  test: { include: ['test/**'] },\n};\n",
      ),
    ],
    [
      'another section',
      changed(
        'pyproject.toml',
        '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
        '[project]\nname = "a"\nversion = "2"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
      ),
    ],
    ['a dependency of Cargo', changed('Cargo.toml', '[dependencies]\n', '[dependencies]\nserde = "1"\n')],
    ['a new workflow', changed('.github/workflows/docs.yml', undefined, 'steps:\n  - run: npm run docs\n')],
    [
      'a fixture of pytest',
      changed('conftest.py', 'import pytest\n', 'import pytest\n\n@pytest.fixture\ndef cart():\n    return Cart()\n'),
    ],
    ['how long an item may be idle', changed('.pactwright/config.yaml', 'idleDays: 7\n', 'idleDays: 14\n')],
    ['the first hooks of an agent', changed('.claude/settings.json', undefined, claude())],
    ['hooks of an agent for another event', changed('.claude/settings.json', claude({ events: ['Stop'] }), claude())],
    [
      'other settings of an agent',
      changed('.claude/settings.json', claude(), claude().replace('./bell.sh', './horn.sh')),
    ],
    ['the product', changed('src/test-runner.ts', 'export const a = 1;\n', 'export const a = 2;\n')],
  ])('passes %s', async (_, stated) => {
    await checkCondition(runnerKept, stated, { state: 'pass' });
  });

  const script = changed('package.json', manifest({}), manifest({ scripts: { test: 'vitest run --coverage' } }));

  it('passes what the spec names', async () => {
    const project = gateProject({ surface: '| Depends on | None |\n| Touches | `src/cart.ts`, `package.json` |' });
    await checkCondition(
      runnerKept,
      { ...script, project },
      { state: 'pass', summary: '1 file changed as the spec says' },
    );
  });

  it('passes the first settings of a project that had no tests', async () => {
    const project = gateProject({ test: '' });
    const work = {
      changes: [
        change('package.json', undefined, manifest({})),
        change('vitest.config.ts', undefined, 'export default {};\n'),
      ],
    };
    await checkCondition(runnerKept, { project, work }, { state: 'pass' });
    await checkCondition(runnerKept, { project: gateProject(), work }, { state: 'fail' });
  });

  it('passes the first configuration of a project that had no tests, where it says how they are run', async () => {
    const text = 'idleDays: 7\ngates:\n  commands:\n    test: [npm, test]\n  clean: true\n';
    const project = `${gateProject({ test: '' })}=== configuration\n${text}`;
    const work = { changes: [change('.pactwright/config.yaml', undefined, text)] };
    await checkCondition(runnerKept, { project, work }, { state: 'pass' });
  });

  it('fails at a first baseline of a project that had no tests', async () => {
    const work = { changes: [change('.pactwright/baseline.json', undefined, '["PW112"]\n')] };
    const project = gateProject({ test: '' });
    await checkCondition(runnerKept, { project, work }, { state: 'fail', problems: ['.pactwright/baseline.json'] });
  });

  it('lets a person approve that very change', async () => {
    const [problem] = (await runnerKept.check(await gateContext(script))).problems ?? [];
    const what = problem?.approvable ?? '';
    expect(what).toMatch(/^runner-change:package\.json > the script "test":[\da-f]{16}$/u);
    await checkCondition(runnerKept, { ...script, words: [{ about: 'approve', what }] }, { state: 'pass' });
    const other = changed('package.json', manifest({}), manifest({ scripts: { test: 'true' } }));
    await checkCondition(runnerKept, { ...other, words: [{ about: 'approve', what }] }, { state: 'fail' });
  });
});
