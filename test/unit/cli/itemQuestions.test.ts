import { describe, expect, test } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const spec = (status: string, more = ''): string => `# STORY-001: Keep the cart

| Field | Value |
|---|---|
| ID | STORY-001 |
| Status | ${status} |

## Requirements

### R1: Save the cart (MUST)

The shop MUST save the cart.

### R2: Expire the cart (SHOULD)

It SHOULD expire.

## Acceptance Criteria

### AC1: The cart is saved (R1)

- **Given** a cart
- **When** the page is closed
- **Then** it is saved
${more}
## Implementation Steps

| Step | File | Action | Dependencies | Risk |
|---|---|---|---|---|
| 1 | \`src/cart.py\` | Write it | None | LOW |
`;

const testCase = `# Test Case: STORY-001

Spec: docs/specs/STORY-001.md

### TC-1: The cart is saved (AC1)

- **Given** a cart
- **When** the page is closed
- **Then** it is saved
`;

const board = (...tasks: readonly string[]): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-001.md\n\n${tasks.join('\n')}\n\n## ✅ Done\n`;

const files = {
  'docs/specs/STORY-001.md': spec('Done'),
  'docs/test_cases/STORY-001_case.md': testCase,
  'docs/product/sprint_board.md': board('- [x] Save carts', '- [x] Polish (R2)'),
  'src/cart.py': 'def save():\n    pass\n\n\nsave()\n',
  'tests/test_cart.py': 'def test_saved():\n    """STORY-001 TC-1"""\n    assert True\n',
};

function project(more: Readonly<Record<string, string | null>> = {}): GitRepository {
  const repository = gitRepository();
  repository.commit('STORY-001: begin', files);
  repository.write(more);
  return repository;
}

/** The same without a repository, which only a question about changes needs. */
function folderWith(more: Readonly<Record<string, string | null>> = {}): string {
  const all: Readonly<Record<string, string | null>> = { ...files, ...more };
  return temporaryFolder(
    Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== null)),
  );
}

const verifyIn = async (cwd: string): Promise<readonly string[]> => {
  const { code, out } = await run({ cwd }, 'done-verify', 'STORY-001');
  return [`exit ${code}`, ...out.trim().split('\n')];
};
const verify = (more?: Readonly<Record<string, string | null>>): Promise<readonly string[]> =>
  verifyIn(folderWith(more));

describe('done-verify', () => {
  test('lets a finished item pass', async () => {
    expect(await verifyIn(project().folder)).toEqual([
      'exit 0',
      '[PASS] evidence — each of 1 MUST has a scenario or a test',
      '[PASS] files — 1 file that the spec names, all there',
      '[PASS] honesty — spec and test cases leave nothing open',
      '[PASS] wiring — no source code waits for its commit',
      '[PASS] status — on the board, and its spec is Done',
      'STORY-001 is as done as it says',
    ]);
  });

  test('an archived one, too', async () => {
    const entry = board('- [x] Save carts').split('\n').slice(6, 10).join('\n');
    const found = await verify({
      'docs/product/sprint_board.md': board().replace(/### [^]*?\n\n(?=\n)/u, ''),
      'docs/product/archive/archive_202601.md': `# Archive\n\n${entry}\n`,
    });
    expect(found).toContain('[PASS] status — in the archive, and its spec is Done');
    expect(found[0]).toBe('exit 0');
  });

  test.each([
    [
      'a MUST that nothing shows',
      { 'docs/test_cases/STORY-001_case.md': null, 'tests/test_cart.py': null },
      '[FAIL] evidence — without scenario and test: R1',
    ],
    [
      'a file that is gone',
      { 'src/cart.py': null, 'src/other.py': 'x = 1\n' },
      '[FAIL] files — named and not there: src/cart.py',
    ],
    [
      'a box that is open',
      { 'docs/product/sprint_board.md': board('- [x] Save carts', '- [ ] Polish') },
      '[FAIL] status — its spec is Done, and tasks are open',
    ],
    [
      'a Draft that is ticked',
      { 'docs/specs/STORY-001.md': spec('Draft') },
      '[FAIL] status — all tasks are ticked, and its spec is Draft',
    ],
    [
      'words that leave something open',
      { 'docs/specs/STORY-001.md': spec('Done', '\nTODO: ask. `TODO` is a word.\n\n```\nFIXME\n```\n') },
      '[FAIL] honesty — left open: docs/specs/STORY-001.md:26',
    ],
    [
      'no entry',
      { 'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n' },
      '[FAIL] status — its spec is Done, and it is on no board',
    ],
  ])('reports %s', async (_what, more, expected) => {
    const found = await verify(more);
    expect(found).toContain(expected);
    expect(found[0]).toBe('exit 1');
  });

  test('warns of code that nobody uses, and where nothing says which code is new', async () => {
    const { folder } = project({ 'src/cart.py': 'def save():\n    pass\n\n\nsave()\n\n\ndef orphan():\n    pass\n' });
    const found = await verifyIn(folder);
    expect(found).toContain('[WARN] wiring — new, and used nowhere: orphan (src/cart.py:8)');
    expect(found[0]).toBe('exit 0');
    expect(await verify()).toContain('[WARN] wiring — there is no repository, so nothing says what is new');
  });
});

describe('diff', () => {
  const changes = {
    'src/cart.py': 'def save():\n    return 1\n\n\nsave()\n',
    'src/new.py': 'added = True\n',
    'src/binary.bin': new Uint8Array([0, 1, 255]),
  };
  const shown = async (...more: readonly string[]): Promise<string> => {
    const repository = project();
    repository.branch('feature/STORY-001');
    repository.commit('STORY-001: more', { 'src/other.py': 'other = 1\n' });
    repository.write(changes);
    const { code, out, err } = await run({ cwd: repository.folder }, 'diff', 'STORY-001', ...more);
    return `exit ${code}\n${out}${err}`;
  };

  test('shows what is committed, what is not, and new files', async () => {
    const patch = await shown();
    for (const line of ['exit 0', '+other = 1', '-    pass', '+    return 1', '+added = True', 'New file, no text'])
      expect(patch).toContain(line);
  });

  test('of one file alone', async () => {
    const patch = await shown('src/new.py');
    expect(patch).toContain('+added = True');
    expect(patch).not.toContain('cart.py');
  });

  test('lists the files where the patch is too long', async () => {
    const repository = project({ 'src/long.py': 'x = 1  # padding\n'.repeat(20_000) });
    const { code, out } = await run({ cwd: repository.folder }, 'diff', 'STORY-001');
    expect([code, out.includes('Name a file: pactwright diff STORY-001 FILE'), out.length < 5_000]).toEqual([
      0,
      true,
      true,
    ]);
    expect(out).toContain('src/long.py');
  });
});

describe('analyze', () => {
  test('shows tasks, criteria, scenarios and tests of each requirement, and what belongs to nothing', async () => {
    const cwd = folderWith({
      'docs/product/sprint_board.md': board('- [x] Save carts', '- [ ] Polish (R2)', '- [ ] Deploy'),
    });
    const { code, out } = await run({ cwd }, 'analyze', 'STORY-001');
    expect({ code, lines: out.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        '# STORY-001: Keep the cart',
        '',
        '| Requirement | Tasks | Criteria | Scenarios | Tests |',
        '|---|---|---|---|---|',
        '| R1 Save the cart (MUST) | [x] Save carts (by its words) | AC1 | TC-1 | tests/test_cart.py: test_saved |',
        '| R2 Expire the cart (SHOULD) | [ ] Polish (R2) | — | — | — |',
        '',
        'Missing:',
        '- R2: no criterion',
        '',
        'Tasks that belong to no requirement:',
        '- Deploy',
      ],
    });
    expect(await run({ cwd }, 'analyze', 'STORY-002')).toMatchObject({ code: 2, out: '' });
  });
});
