import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { securityScopeOf } from '../../../server/src/code/securityScope.js';
import { formatSecurityScope } from '../../../server/src/reports/code/securityScope.js';
import { describeWithShared } from '../../support/shared.js';

function checksOf(...files: readonly (readonly [path: string, text?: string])[]): readonly string[] {
  return securityScopeOf(files.map(([file, text]) => ({ path: file, text })))
    .filter(({ signs }) => signs.length > 0)
    .map(({ id }) => id.slice('SEC-'.length));
}

describe('what a change asks for', () => {
  test.each([
    ['src/handlers/cart.rs', '', '1 2'],
    ['src/a.py', 'import sys\nname = sys.argv[1]', '1 2'],
    ['src/a.py', '# the input() is fine', '1'],
    ['src/a.ts', ' * verify(accessToken)', '1'],
    ['src/a.ts', '  #password = "";', '1 5'],
    ['src/a.c', '*out = query(session_id);', '1 5'],
    ['src/a.c', '#define USERS "SELECT id FROM users"', '1 3'],
    ['src/userRepository.ts', '', '1 3'],
    ['src/a.go', 'rows, err := db.Query(`SELECT id FROM users`)', '1 3'],
    ['src/a.ts', 'const text = "select a colour from the list";', '1'],
    ['web/App.jsx', '<b dangerouslySetInnerHTML={x} />', '1 4'],
    ['src/author.ts', '', '1'],
    ['src/auth/index.ts', '', '1 5'],
    ['src/a.ts', 'const tokens = tokenize(text);', '1'],
    ['src/a.ts', 'verify(accessToken, jwt)', '1 5'],
    ['src/a.py', 'token = sign(user)', '1 5'],
    ['src/a.py', 'data = request.get_json()', '1 2'],
    ['src/a.go', 'id := r.FormValue("id")', '1 2'],
    ['src/a.py', 'Order.objects.get(id=1)', '1 3'],
    ['src/apiKeys.ts', '', '1 6 7'],
    ['src/rapid.ts', '', '1'],
    ['src/a.ts', 'app.get("/", show)', '1 6'],
    ['src/a.ts', 'try { f() } catch (error) { }', '1 7'],
    ['yarn.lock', '', '8'],
    ['.env', '', '1'],
    ['docs/api.md', 'password', ''],
    ['src/login.test.ts', 'jwt', ''],
  ])('%s with %j: %s', (file, text, expected) => {
    expect(checksOf([file, text]).join(' ')).toBe(expected);
  });

  test('the lines that say so are in the table', () => {
    const table = formatSecurityScope(securityScopeOf([{ path: 'src/a.ts', text: '\nel.innerHTML = a | b;' }]));
    expect(table).toContain('| SEC-4 | Yes | Output and XSS: src/a.ts:2 (`innerHTML`) |');
    expect(table).toContain('| SEC-8 | No | Dependencies: nothing in the files asks for it |');
  });
});

interface ScopeCase {
  readonly files: readonly string[];
  readonly applicable: readonly string[];
}

/** To PactKit, only some languages are source code, and part of a name is a name (30 in the list of its defects). */
const better: Readonly<Record<string, string>> = {
  'web/App.tsx': '1 4',
  'nonexist/zz.rs': '1',
  'myapi/users.rb': '1',
  'src/Form.kt': '1 2',
};

test.each([
  ['const ok = verify(token);', 1],
  ['const tokens = lexer.headers(src);', 0],
  ['// verify(token)', 0],
  [`${'token '.repeat(400)}verify`, 0],
  [`token${' '.repeat(100)}verify`, 0],
])('who somebody is, in %j', (text, signs) => {
  const found = securityScopeOf([{ path: 'src/a.ts', text }]).find(({ id }) => id === 'SEC-5');
  expect(found?.signs).toHaveLength(signs);
});

describeWithShared('PactKit’s cases', ['fixtures'], (folder) => {
  const all = folder === '' ? [] : casesIn(folder);
  test.each(all.map((one) => [one.files.join(' '), one] as const))('%s', (name, { files, applicable }) => {
    const theirs = applicable.map((id) => id.slice('SEC-'.length)).join(' ');
    expect(checksOf(...files.map((file) => [file] as const)).join(' ')).toBe(better[name] ?? theirs);
  });
});

function casesIn(folder: string): readonly ScopeCase[] {
  const cases = JSON.parse(readFileSync(path.join(folder, 'cli-cases.json'), 'utf8')) as {
    sec_scope_by_path_only: readonly ScopeCase[];
  };
  return cases.sec_scope_by_path_only;
}
