import { describe, expect, it } from 'vitest';
import { secrets } from '../../../server/src/gates/conditions/secrets.js';
import { findSecrets } from '../../../server/src/gates/support/findSecrets.js';
import { change, checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

// The dots are taken out, so that nobody who looks for secrets finds one in this file.
const random = 'q7Zp2LxV9sRt4WmK8dYb3NcG6hJf5TaE1uQo';
const long = `${random}${random.split('').reverse().join('')}`;

const secret: Readonly<Record<string, readonly [string, string]>> = {
  'an AWS access key': ['src/a.ts', `const id = 'AK·IAQ7ZP2LXVRT4WMKDY';`],
  'a GitHub token': ['docs/notes.md', `Use gh·p_${random}.`],
  'a GitHub token of the new kind': ['test/a.test.ts', `'gi·thub_pat_${long}'`],
  'a GitLab token': ['ci.yml', `TOKEN: gl·pat-${random.slice(0, 20)}`],
  'a Slack token': ['src/a.py', `t = "xo·xb-2345678901-${random}"`],
  'a Slack web hook': ['src/a.py', `https://ho·oks.slack.com/services/T0Q7ZP2LX/B9SRT4WMK/${random.slice(0, 24)}`],
  'an npm token': ['.npmrc', `//registry/:_authToken=np·m_${random}`],
  'an Anthropic key': ['src/a.ts', `'sk·-ant-api03-${random}'`],
  'an OpenAI key': ['src/a.ts', `'sk·-proj-${random}'`],
  'a Stripe key': ['src/a.ts', `'sk·_live_${random}'`],
  'a Google API key': ['src/a.ts', `'AI·za${random.slice(0, 35)}'`],
  'a JSON Web Token': ['src/a.ts', `'ey·JhbGciOiJSUzI1NiJ9.ey·Jpc3MiOiJxN1pwMkwifQ.${random}'`],
  'an Azure storage key': ['src/a.ts', `'DefaultEndpointsProtocol=https;Ac·countKey=${long}=='`],
  'a private key': ['deploy/id', `-----BEGIN RS·A PRIVATE KEY-----\n${long}`],
  'a private key with headers': ['deploy/id', `-----BEGIN RS·A PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${long}`],
  'a private key in one line': ['src/a.ts', `'-----BEGIN ·PRIVATE KEY-----\\n${long}\\n'`],
  'a password': ['src/a.ts', `const dbPassword = "Sommer2024!Haus";`],
  'a token in a configuration': ['config/app.yaml', `  api_key: ${random}`],
  'a token in JSON': ['src/a.json', `{ "clientSecret": "${random}" }`],
  'a token by a property': ['src/a.ts', `headers['x-api-key'] = '${random}';`],
};

const harmless: Readonly<Record<string, readonly [string, string]>> = {
  'the key of documentation': ['src/a.ts', `'AK·IAIOSFODNN7EXAMPLE'`],
  'a placeholder': [
    'README.md',
    'password: "<your-password-1A>", token: "changeme-1234A", ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ],
  'the environment': ['src/a.ts', 'const token = process.env.TOKEN_1A2b3C; const x = { secret: `${process.env.A1}` };'],
  'a reference in a workflow': ['.github/workflows/ci.yml', 'token: ${{secrets.GITHUB_TOKEN_1A}}'],
  'a name or place of one': [
    'src/a.ts',
    `tokenUrl = "https://a.example/T1?x"; secretName = "Prod_Db_2024_A9"; passwordFile = "/run/S3cret/x9Y"`,
  ],
  'a password in a test': ['test/login.test.ts', `const password = "Sommer2024!Haus";`],
  'a token signed in a test': ['test/a.test.ts', `'ey·JhbGciOiJSUzI1NiJ9.ey·Jpc3MiOiJxN1pwMkwifQ.${random}'`],
  'the token of jwt.io': ['src/a.ts', `'ey·JhbGciOiJIUzI1NiJ9.ey·JzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6.${random}'`],
  'words with hyphens': ['src/a.css', '.sk-loading-spinner-of-the-cart-page-2 { } .token-list-of-items-in-cart {}'],
  'the name of a key’s form': ['src/a.ts', `if (line === '-----BEGIN ·PRIVATE KEY-----') return parse(lines);`],
  'the hash of a package': ['package-lock.json', `"integrity": "sha512-${long}=="`],
  'the name of a model': ['train.py', `tokenizer = "meta/Llama-3.1-8B-Instruct"`],
};

const added = ([path, text]: readonly [string, string]): GateCase => ({
  project: gateProject(),
  work: { changes: [change(path, 'first\n', `first\n${text.replaceAll('·', '')}\n`)] },
});

describe('the condition secrets', () => {
  it.each(Object.entries(secret))('fails at %s', async (_, file) => {
    const outcome = await checkCondition(secrets, added(file), {
      state: 'fail',
      problems: [/^Line 2 contains what looks/u],
    });
    expect(outcome.problems?.[0]?.message).toMatch(/\(\S{4}…\)$/u);
    expect(JSON.stringify(outcome)).not.toContain(random.slice(0, 8));
  });

  it.each(Object.entries(harmless))('passes %s', async (_, file) => {
    await checkCondition(secrets, added(file), { state: 'pass' });
  });

  const [path, text] = secret['a password'] ?? ['', ''];
  const others: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
    [
      'passes a line that was there and moved',
      { project: gateProject(), work: { changes: [change(path, `${text}\na\n`, `a\n${text}\n`)] } },
      { state: 'pass' },
    ],
    [
      'passes one that is taken out',
      { project: gateProject(), work: { changes: [change(path, text, undefined)] } },
      { state: 'pass', summary: '0 changed files' },
    ],
    [
      'fails where a line is there once more',
      { project: gateProject(), work: { changes: [change(path, text, `${text}\n${text}`)] } },
      { state: 'fail', problems: ['Line 2'] },
    ],
    ['does not know without git', { project: gateProject(), work: 'none' }, { state: 'unknown' }],
  ];
  it.each(others)('%s', async (_, stated, expected) => {
    await checkCondition(secrets, stated, expected);
  });

  it('passes what a person approved, and that alone', async () => {
    const { problems = [] } = await checkCondition(secrets, added([path, text]), { state: 'fail' });
    const what = problems[0]?.approvable ?? '';
    const words = [{ about: 'approve', what }] as const;
    await checkCondition(secrets, { ...added([path, text]), words }, { state: 'pass', summary: '1 approved' });
    await checkCondition(secrets, { ...added([path, text.replace('2024', '2025')]), words }, { state: 'fail' });
  });

  it.each(['token', 'eyJ', '-----BEGIN ', 'sk-', 'AccountKey=', "password = '"])(
    'looks at a bounded part of a line made of %s',
    (part) => {
      const line = part.repeat(1_000_000 / part.length);
      expect(findSecrets('a.env', [{ line: 0, text: line }])).toEqual([]);
    },
  );
});
