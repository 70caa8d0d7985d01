import { describe, expect, it } from 'vitest';
import { git } from '../../../server/src/host/git.js';
import { firstCommitAt, type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const day = 86_400_000;
const board = (backlog: string, progress: string, done: string): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n${backlog}\n\n## 🔄 In Progress\n\n${progress}\n\n## ✅ Done\n\n${done}\n`;
const entry = (id: string, title: string): string => `### [${id}] ${title}\n\n- [ ] Task`;
const cart = entry('STORY-001', 'Keep <the> cart');
const pay = entry('STORY-002', 'Pay');

/** A cart that took two days, a payment in progress for one, and a bug that went to the archive. */
function project(folder?: string): GitRepository {
  const repository = gitRepository(folder);
  const specs = { 'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n' };
  const versions = [
    board(`${cart}\n\n${pay}\n\n${entry('BUG-001', 'Fix')}`, '', ''),
    board(pay, cart, ''),
    board('', `${cart}\n\n${pay}`, ''),
    board('', pay, cart),
  ];
  versions.forEach((text, at) => {
    repository.commit(
      `Day ${at}`,
      {
        ...specs,
        'docs/product/sprint_board.md': text,
        'docs/product/archive/archive_202601.md': entry('BUG-001', 'Fix'),
      },
      { at: firstCommitAt + at * day },
    );
  });
  return repository;
}

const insights = (...args: string[]): ReturnType<typeof run> =>
  run({ cwd: project().folder, now: firstCommitAt + 4 * day }, 'insights', ...args);

describe('insights', () => {
  it('read the log once for all projects of a repository', async () => {
    const { folder, commit } = gitRepository();
    const files = (id: string): Readonly<Record<string, string>> => ({
      [`${id}/docs/specs/STORY-001.md`]: '# STORY-001: Keep the cart\n',
      [`${id}/docs/product/sprint_board.md`]: board(entry('STORY-001', id), '', ''),
    });
    commit('Begin', { ...files('shop'), ...files('till') });
    commit('Go on', { 'till/docs/product/sprint_board.md': board('', cart, '') });
    const asked = async (...roots: readonly string[]): Promise<{ projects: readonly object[]; spawns: number }> => {
      const before = git.spawns();
      const { out } = await run({ cwd: folder, now: firstCommitAt + day }, 'insights', ...roots, '--format', 'json');
      return { ...(JSON.parse(out) as { projects: object[] }), spawns: git.spawns() - before }; // our own format
    };
    const [both, shop, till] = [await asked(), await asked('shop'), await asked('till')];
    const named = [
      { ...shop.projects[0], path: 'shop' },
      { ...till.projects[0], path: 'till' },
    ];
    expect(both.projects).toEqual(named);
    // Refs are read from files.
    expect(both.spawns).toBe(shop.spawns + till.spawns - 1);
  });

  it('is a short summary', async () => {
    const { code, out, err } = await insights();
    expect([code, err]).toEqual([0, '']);
    expect(out.replace(/^Insights of [^,]*,/, 'Insights of X,').split('\n')).toEqual([
      'Insights of X, 2026-01-05 to 2026-01-09 (4 versions of docs/product/sprint_board.md)',
      '  Items',
      '    Backlog          0',
      '    In Progress      1',
      '    Done             2',
      '    All items        3',
      '  Cycle time',
      '    median 2.0 days, 85 of 100 at most 2.0 days (1 item)',
      '    never in In Progress: BUG-001',
      '  In progress, the oldest first',
      '    STORY-002  2.0 days  Pay',
      '  Done per week',
      '    2026-W02: 2',
      '',
    ]);
  });

  it('is one JSON document', async () => {
    const { out } = await insights('--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      projects: [
        {
          path: '',
          board: 'docs/product/sprint_board.md',
          notices: [],
          insights: {
            begins: '2026-01-05T09:00:00.000Z',
            versions: 4,
            sections: [{ kind: 'backlog' }, { kind: 'inProgress' }, { kind: 'done', title: null }],
            cycleTime: {
              median: 2,
              items: [{ item: 'STORY-001', title: 'Keep <the> cart', days: 2, atLeast: false }],
              neverInProgress: ['BUG-001'],
            },
            inWork: [{ item: 'STORY-002', section: null, days: 2 }],
            throughput: [{ week: '2026-W02', monday: '2026-01-05', done: 2 }],
          },
        },
      ],
    });
    const [first] = (JSON.parse(out) as { projects: { insights: { days: unknown[] } }[] }).projects; // our own format
    expect(first?.insights.days.at(-1)).toEqual({ date: '2026-01-09', counts: [0, 1, 2], scope: 3, done: 2 });
  });

  it('is a page that needs nothing else, with a table for each chart, and text that stays text', async () => {
    const { out } = await insights('--format', 'html');
    expect(out).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']{44}'/);
    expect(out.match(/<svg role="img"/g)).toHaveLength(5);
    expect(out.match(/<caption/g)).toHaveLength(5);
    expect(out).toContain('Keep &lt;the&gt; cart');
    expect(out).not.toMatch(/<script|<the>|style="|https?:\/\/|NaN|undefined|Infinity/);
    const ids = Array.from(out.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves out what was before a day', async () => {
    const { out } = await insights('--format', 'json', '--since', '2026-01-08');
    expect(JSON.parse(out)).toMatchObject({
      projects: [{ insights: { days: [{ date: '2026-01-08' }, {}], cycleTime: { neverInProgress: [] } } }],
    });
  });

  it('is of the project that PATH names', async () => {
    const { folder } = project();
    const { code, out } = await run({ cwd: temporaryFolder(), now: firstCommitAt + 4 * day }, 'insights', folder);
    expect([code, out]).toEqual([0, expect.stringContaining('4 versions')]);
  });

  it('says what it is for', async () => {
    const { code, out } = await insights('--help');
    expect([code, out]).toEqual([0, expect.stringContaining('Usage: pactwright insights [PATH]')]);
  });
});

describe('where nothing can be shown', () => {
  it.each([
    [['--format', 'xml'], /--format takes text, json, html/],
    [['--since', '2026-02-30'], /--since takes a day such as 2026-01-31/],
    [['--since', 'may'], /--since takes a day/],
    [['a', 'b'], /insights takes \[PATH\], not 2/],
    [['docs/specs/STORY-001.md'], /STORY-001\.md is not a folder/],
  ])('%j is exit 2 and one line', async (args, message) => {
    const { code, out, err } = await insights(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each(['text', 'json', 'html'])('a project without repository is exit 2 and one line, as %s', async (format) => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': '# STORY-001: Cart\n' });
    const { code, out, err } = await run({ cwd }, 'insights', '--format', format);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^pactwright: .* is not in a git repository\n$/);
  });
});
