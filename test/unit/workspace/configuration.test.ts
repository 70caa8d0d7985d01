import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseYamlDocument } from '../../../server/src/documents/yaml/parseYamlDocument.js';
import { defaultConfiguration, readConfiguration } from '../../../server/src/workspace/configuration.js';
import { configurationJsonSchema } from '../../../server/src/workspace/configurationSchema.js';

const rules = [
  { code: 'E001', name: 'missing-field' },
  { code: 'PW101', name: 'id-mismatch' },
];

function read(text: string, known: typeof rules = rules): ReturnType<typeof readConfiguration> {
  const { document, problems } = parseYamlDocument(text);
  expect(problems).toEqual([]);
  return readConfiguration(document, known);
}

function problemsOf(text: string): string[] {
  return read(text).problems.map(({ kind, span, message, suggestion }) =>
    [kind, text.slice(span.start, span.end), message, ...(suggestion === undefined ? [] : [`→ ${suggestion}`])].join(
      ' | ',
    ),
  );
}

describe('readConfiguration', () => {
  it('fills in the defaults', () => {
    expect(read('')).toEqual({ configuration: defaultConfiguration, problems: [] });
    expect(read('compat:\nrules:\npaths:\nignore:\nbaseline:')).toEqual({
      configuration: defaultConfiguration,
      problems: [],
    });
  });

  it('reads every key', () => {
    const { configuration, problems } = read(
      [
        'compat: 2.10.6',
        'rules:',
        '  E001: off',
        '  id-mismatch: warning',
        'paths:',
        '  specs: ./spec//all/',
        '  board: board.md',
        'ignore: ["docs/old/**", "/x?.md"]',
        'baseline: known.json',
        'conventions: { commits: required, ticks: off }',
        'idleDays: 3',
        'defaultBranch: release/next',
        'gates:',
        '  profile: house',
        '  profiles: { house: { extends: full, require: [coverage], optional: [branch], off: [trace] } }',
        '  commands: { test: [npm, test], lint: [npx, eslint, .] }',
        '  coverageReports: [./coverage//lcov.info]',
        '  mutationReports: [reports/./mutation.json]',
        '  timeLimit: 60',
        '  clean: true',
        '  signedOff: true',
        'worktrees:',
        '  setup: [[npm, ci], [npm, 1]]',
        '  copy: [./.env]',
        '  ports: { PORT: 3000 }',
        'agents:',
        '  timeLimit: 60',
        '  silence: 0',
        '  retries: 1',
        '  sprint: [act, done]',
        '  budget: { phase: 0.5, day: 50 }',
        '  phases: { check: { timeLimit: 30, budget: 0, agent: [codex, claude], model: gpt-5, role: critic } }',
        '  roles: { critic: { agent: pi } }',
        'ci: { provider: github, checks: [sarif, gate], runner: big, node: "24", setup: [npm ci] }',
        'review: { differentAgent: required }',
      ].join('\n'),
    );
    expect(problems.map(({ kind }) => kind)).toEqual(['wrongType']);
    expect(configuration).toEqual({
      compat: '2.10.6',
      rules: new Map([
        ['E001', 'off'],
        ['id-mismatch', 'warning'],
      ]),
      paths: { ...defaultConfiguration.paths, specs: 'spec/all', board: 'board.md' },
      ignore: ['docs/old/**', '/x?.md'],
      baseline: 'known.json',
      conventions: new Map([
        ['commits', 'required'],
        ['ticks', 'off'],
      ]),
      idleDays: 3,
      defaultBranch: 'release/next',
      gates: {
        profile: 'house',
        profiles: new Map([
          ['house', { extends: 'full', require: ['coverage'], optional: ['branch'], off: ['trace'] }],
        ]),
        commands: new Map([
          ['test', ['npm', 'test']],
          ['lint', ['npx', 'eslint', '.']],
        ]),
        coverageReports: ['coverage/lcov.info'],
        mutationReports: ['reports/mutation.json'],
        timeLimit: 60,
        clean: true,
        signedOff: true,
      },
      ci: { providers: ['github'], checks: ['gate', 'sarif'], runner: 'big', node: '24', setup: ['npm ci'] },
      // A command of which a word cannot be read would be another one.
      worktrees: { setup: [['npm', 'ci']], copy: ['.env'], ports: new Map([['PORT', 3000]]) },
      agents: {
        timeLimit: 60,
        silence: 0,
        retries: 1,
        sprint: ['act', 'done'],
        budget: { phase: 0.5, day: 50 },
        phases: new Map([
          ['check', { timeLimit: 30, budget: 0, agents: ['codex', 'claude'], models: ['gpt-5'], role: 'critic' }],
        ]),
        roles: new Map([['critic', { agents: ['pi'], models: [] }]]),
      },
      review: { differentAgent: 'required' },
    });
  });

  it.each([
    'gates: { commands: { test: [npm, 1] } }',
    'gates: { commands: { test: [] } }',
    'gates: { commands: { test: npm test } }',
  ])('takes no command of which a word is missing: %s', (text) => {
    expect(read(text).configuration.gates.commands).toEqual(new Map());
  });

  it.each([
    [
      'a misspelt key',
      'compatt: "2.10.6"',
      'misspeltKey | compatt | Unknown key `compatt` has no effect: did you mean `compat`? | → compat',
    ],
    [
      'an unknown key',
      'colour: red',
      'unknownKey | colour | Unknown key `colour` has no effect: remove it, or use one of `compat`, `rules`',
    ],
    [
      'a misspelt phase',
      'agents:\n  phases: { chek: { agent: codex } }',
      'misspeltKey | chek | Unknown key `chek` below `agents.phases` has no effect: did you mean `check`? | → check',
    ],
    [
      'a word for a reviewer',
      'review: { differentAgent: require }',
      'badValue | require | `review.differentAgent` does not allow `require`: did you mean `required`? | → required',
    ],
    ['a misspelt key below another', 'paths:\n  spec: x', 'misspeltKey | spec | Unknown key `spec` below `paths`'],
    [
      'a version that became a number',
      'compat: 2.20',
      'wrongType | 2.20 | `compat` must be one of `2.10.6`, `2.20.0`, not the number 2.2: YAML drops trailing zeros of a number, so quote the value',
    ],
    [
      'an unknown version',
      'compat: "3.0.0"',
      'badValue | "3.0.0" | `compat` does not allow `3.0.0`: use one of `2.10.6`, `2.20.0`',
    ],
    [
      'a misspelt severity',
      'rules:\n  E001: eror',
      'badValue | eror | `rules.E001` does not allow `eror`: did you mean `error`? | → error',
    ],
    [
      'a severity that is no word',
      'rules:\n  E001: false',
      'wrongType | false | `rules.E001` must be one of `off`, `error`, `warning`, `info`, not the boolean false',
    ],
    ['an unknown rule', 'rules:\n  E0001: off', 'misspeltKey | E0001 | Unknown key `E0001` below `rules`'],
    ['a list for a map', 'rules: [E001]', 'wrongType | [ | `rules` must be a map of keys and values, not a list'],
    ['text for a list', 'ignore: docs', 'wrongType | docs | `ignore` must be a list, not text'],
    ['a file that is no map', '- a', 'wrongType | - | The file must be a map of keys and values, not a list'],
    ['an absolute path', 'baseline: /etc/x', 'badValue | /etc/x | `baseline`: `/etc/x` is absolute'],
    ['a drive', 'baseline: "c:/x"', 'badValue | "c:/x" | `baseline`: `c:/x` is absolute'],
    [
      'a path out of the root',
      'paths:\n  specs: a/../../b',
      'badValue | a/../../b | `paths.specs`: `a/../../b` is outside the project',
    ],
    ['the root itself', 'paths:\n  specs: ./', 'badValue | ./ | `paths.specs`: `./` is the project root'],
    [
      'backslashes',
      'paths:\n  specs: docs\\specs',
      'badValue | docs\\specs | `paths.specs`: `docs\\specs` has backslashes',
    ],
    ['an empty path', 'baseline: ""', 'badValue | "" | `baseline`: `` is not a path'],
    ['a negated glob', 'ignore: ["!x"]', 'badValue | "!x" | `ignore`: `!x` cannot negate a pattern'],
    ['a glob out of the root', 'ignore: ["../x"]', 'badValue | "../x" | `ignore`: `../x` is outside'],
  ])('reports %s', (_, text, start) => {
    const found = problemsOf(text);
    expect(found).toHaveLength(1);
    expect(found[0]?.slice(0, start.length)).toBe(start);
  });

  it('keeps the defaults where a value is wrong, and all the rest', () => {
    const { configuration } = read(
      'compat: 2.20\nbaseline: ../x\nignore: ["!a", b]\nrules: {E001: no-such, PW101: info}\npaths: {specs: /a, board: b}',
    );
    expect(configuration).toEqual({
      ...defaultConfiguration,
      ignore: ['b'],
      rules: new Map([['PW101', 'info']]),
      paths: { ...defaultConfiguration.paths, board: 'b' },
    });
  });

  it('takes the last of keys that stand twice, as YAML readers do', () => {
    const { document } = parseYamlDocument('baseline: a\nbaseline: b');
    expect(readConfiguration(document).configuration.baseline).toBe('b');
  });

  it('lets any rule be named where the rules are not known', () => {
    expect(read('rules:\n  X1: off', []).problems).toEqual([]);
  });
});

describe('configurationJsonSchema', () => {
  const schema = configurationJsonSchema(rules);
  const validate = new Ajv({ strict: true }).compile(schema);

  it.each([
    [
      'everything',
      {
        compat: '2.20.0',
        rules: { E001: 'off', 'id-mismatch': 'info' },
        paths: { specs: 'a' },
        ignore: ['x'],
        baseline: 'b',
      },
      true,
    ],
    ['nothing', {}, true],
    ['an unknown key', { colour: 1 }, false],
    ['an unknown rule', { rules: { E9: 'off' } }, false],
    ['a convention', { conventions: { tests: 'auto' }, idleDays: 1 }, true],
    ['an unknown convention', { conventions: { mood: 'auto' } }, false],
    ['no days at all', { idleDays: 0 }, false],
    ['an unknown version', { compat: '1' }, false],
    ['a number', { compat: 2.2 }, false],
  ])('agrees about %s', (_, value, valid) => {
    expect(validate(value)).toBe(valid);
  });

  it('describes every key and names the defaults', () => {
    const described = JSON.stringify(schema);
    expect(described).toContain('"default":"docs/specs"');
    expect(described).toContain('"default":".pactwright/baseline.json"');
    const keys = (node: unknown): unknown[] =>
      typeof node === 'object' && node !== null && 'properties' in node
        ? Object.values(node.properties as Record<string, unknown>).flatMap((value) => [value, ...keys(value)]) // JSON of our own making
        : [];
    // At the top, of rules, paths, conventions, gates, of its commands, worktrees, agents, of their budget, of CI, and of the review.
    const all = 13 + 4 + 7 + 6 + 8 + 5 + 3 + 7 + 5 + 6 + 1;
    // Each phase with what is said of it, and each role.
    expect(keys(schema)).toHaveLength(all + 12 * (1 + 6) + 9 * (1 + 2));
    for (const key of keys(schema)) expect(key).toHaveProperty('description', expect.stringMatching(/^[A-Z].*\.$/u));
  });
});
