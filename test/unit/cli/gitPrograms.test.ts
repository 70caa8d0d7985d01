import os from 'node:os';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandIndex } from '../../../server/src/doors/cli/commands/index.js';
import { allOperations } from '../../../server/src/operations/registry.js';
import { node } from '../../cheats/stacks/node.js';
import { shop } from '../../cheats/story.js';
import { copyRepository, firstCommitAt, type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { tried } from '../../support/runs.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

/** Where each program of the repository leaves a mark of its name. */
let marks = '';

/** Settings of git that name a program: https://git-scm.com/docs/git-config. Each by what a page calls it. */
const settings: Readonly<Record<string, readonly string[]>> = {
  'file system monitor': ['core.fsmonitor'],
  pager: ['core.pager', 'pager.log', 'pager.status', 'pager.diff', 'pager.show', 'pager.branch'],
  editor: ['core.editor', 'sequence.editor'],
  credentials: ['core.askPass', 'credential.helper'],
  remote: ['core.sshCommand', 'core.gitProxy', 'remote.origin.uploadpack', 'remote.origin.receivepack'],
  diff: ['diff.external', 'diff.mark.command', 'diff.mark.textconv', 'interactive.diffFilter'],
  filters: ['filter.mark.clean', 'filter.mark.smudge', 'filter.mark.process'],
  'merge drivers': ['merge.mark.driver', 'mergetool.mark.cmd'],
  signing: ['gpg.program', 'gpg.ssh.program', 'gpg.x509.program', 'gpg.openpgp.program', 'gpg.ssh.defaultKeyCommand'],
  aliases: ['alias.log', 'alias.status', 'alias.rev-parse', 'alias.cat-file', 'alias.pactwright'],
  objects: ['core.alternateRefsCommand', 'uploadpack.packObjectsHook', 'gc.recentObjectsHook'],
  trailers: ['trailer.item.command', 'trailer.item.cmd'],
  archives: ['tar.tar.command', 'tar.tgz.command'],
};

const hooks = (
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit ' +
  'pre-rebase post-checkout post-merge pre-push reference-transaction post-rewrite post-index-change fsmonitor-watchman pre-auto-gc'
).split(' ');

const programOf = (what: string): string => path.join(marks, 'bin', what.replaceAll(' ', '-'));

/** A shop with a finished story, in a repository that has a program wherever git takes one. */
function hostileShop(): GitRepository {
  marks = mkdtempSync(path.join(os.tmpdir(), 'marks-')); // without blanks, as git starts some through a shell and others not
  onTestFinished(() => {
    rmSync(marks, { recursive: true });
  });
  for (const what of [...Object.keys(settings), 'hooks']) {
    const program = programOf(what);
    // Filters pass on what they get; nothing else that git starts here gets anywhere.
    const ends = what === 'filters' || what === 'hooks' ? 'cat' : 'exit 1';
    writeFiles(marks, { [path.relative(marks, program)]: `#!/bin/sh\n: > "${marks}/${what}"\n${ends}\n` });
    chmodSync(program, 0o755);
  }
  const repository = gitRepository();
  repository.commit('STORY-001: Add up prices', {
    ...shop(node),
    '.gitattributes': '* filter=mark diff=mark merge=mark\n',
    '.gitmodules': '[submodule "part"]\n\tpath = part\n\turl = ./part\n\tupdate = none\n',
  });
  repository.branch('feature/STORY-002');
  repository.commit('STORY-002: Lower totals from 100 on', {
    [node.paths.discount]: node.discount,
    [node.paths.discountTest]: node.discountTest,
  });
  repository.write({ 'README.md': 'Not committed\n' });
  const lines = Object.entries(settings).flatMap(([what, names]) =>
    names.map((name) => {
      const program = programOf(what);
      const value = name.startsWith('alias.') || name === 'credential.helper' ? `!${program}` : program;
      const [section = '', ...rest] = name.split('.');
      const key = rest.at(-1) ?? '';
      const sub = rest.slice(0, -1).join('.');
      return `[${section}${sub ? ` "${sub}"` : ''}]\n\t${key} = ${JSON.stringify(value)}\n`;
    }),
  );
  const more =
    '[user]\n\tname = Ann Example\n\temail = ann@example.org\n\tsigningKey = 1234\n[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign = true\n[log]\n\tshowSignature = true\n' +
    '[remote "origin"]\n\turl = ext::/nonexistent %S\n\tpromisor = true\n[extensions]\n\tpartialClone = origin\n[submodule "part"]\n\tupdate = !touch part\n\turl = ./part\n';
  const config = path.join(repository.folder, '.git', 'config');
  writeFiles(repository.folder, { '.git/config': readFileSync(config, 'utf8'), '.git/more': lines.join('') + more });
  // Git looks at signatures of signed commits alone.
  const commit = repository
    .git('cat-file', 'commit', 'HEAD')
    .replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n\n');
  const signed = repository.gitWith(`${commit}\n`, 'hash-object', '-t', 'commit', '-w', '--stdin').trim();
  repository.git('update-ref', 'refs/heads/feature/STORY-002', signed);
  repository.git('config', 'include.path', 'more');
  for (const hook of hooks) {
    writeFiles(repository.folder, { [`.git/hooks/${hook}`]: `#!/bin/sh\nexec ${programOf('hooks')}\n` });
    chmodSync(path.join(repository.folder, '.git', 'hooks', hook), 0o755);
  }
  return repository;
}

/** Which programs of the repository ran. */
const ran = (): readonly string[] => readdirSync(marks).filter((name) => name !== 'bin');

/** A command line for each command. */
const plays: readonly string[] = [
  ...[
    'lint --git',
    'drift',
    'trace',
    'impact STORY-002',
    'diff STORY-002',
    'explain STORY-002',
    'evidence',
    'insights',
    'status',
    'next',
  ],
  ...[
    'regression',
    'test-map src/discount.js',
    'sec-scope',
    'visualize',
    'query --callers total',
    'call-trace total',
    'garden',
    'doctor',
  ],
  ...['analyze', 'audit', 'commit-gate', 'coverage --base HEAD~1', 'deps', 'done-verify STORY-002', 'guard'],
  ...['interface-summary src/discount.js', 'observe README.md', 'route Carts', 'stack-lint', 'report', 'clean'],
  ...['continuation checkpoint STORY-002 --step preflight', 'continuation resume STORY-002', 'redetect-stack'],
  ...['issue-sync STORY-002', 'review-pr 1', 'ci'],
  ...[
    'gate act-in STORY-002',
    'gate check STORY-002',
    'gate done STORY-002',
    'test',
    'record',
    'rules',
    'completion bash',
  ],
  ...['agent list', 'agent sessions', 'comment list STORY-002', 'queue list', 'run list', 'hook git pre-commit'],
  ...['orchestrator-api contract-version'],
  ...[
    'phase act STORY-002 --dry-run',
    'merge-driver --status',
    'pactkit regression',
    'pactkit spec-status docs/specs/STORY-002.md Done',
  ],
  ...['board list', 'board add STORY-009 Again', 'board tick STORY-002 1', 'board untick STORY-002 1'],
  ...['board move STORY-002 in-progress', 'board reorder STORY-002 --to-top', 'board edit-title STORY-002 New'],
  ...['board add-task STORY-002 More', 'board edit-task STORY-002 1 More', 'board remove-task STORY-002 1'],
  ...[
    'board remove STORY-002',
    'board archive --all-done',
    'board unarchive STORY-001',
    'board sort',
    'board snapshot 1.0.0',
  ],
  ...['new-board', 'new-item story Carts', 'new-spec STORY-009 Carts', 'new-test-case STORY-002'],
  ...[
    'new-test-file STORY-002',
    'new-tests-for a.py',
    'new-prd Shop',
    'new-system-design',
    'new-skill notes What',
    'next-id',
    'set-status STORY-002 in-progress',
  ],
  ...[
    'set-release STORY-002 1.0.0',
    'backfill-release 1.0.0',
    'lesson-append src/discount.js --context Shop',
    'invariants-refresh 3',
  ],
  ...['context', 'schema spec', 'spec-graph', 'worktree create STORY-001', 'worktree list', 'worktree prune'],
  ...['worktree remove STORY-002', 'branch STORY-001', 'commit STORY-002', 'done STORY-002', 'pr STORY-002'],
  ...['release 1.0.0', 'init', 'update', 'remove', 'init-status', 'git-hooks --status', 'draw-graphs'],
];

/** They serve until they are stopped, and read what other commands read; a worker does so in clones of its own. */
const servers: ReadonlySet<string> = new Set(['lsp', 'mcp', 'worker']);

/** They end where a pushed branch, GitHub's command line or a word of the editor is missing. */
const unanswered: ReadonlySet<string> = new Set(['ci', 'pr', 'release', 'issue-sync', 'review-pr', 'record']);

const nameOf = (line: string): string =>
  allOperations.map(({ name }) => name).find((name) => `${line} `.startsWith(`${name} `)) ?? line.split(' ')[0] ?? '';

/** By command what git runs for it, as the page says. */
const allowed = new Map(
  Array.from(
    readFileSync('docs/internals.md', 'utf8').matchAll(/^\| (`[^|]*`) +\| ([a-z, ]*?) +\|$/gmu),
    ([, commands = '', programs = '']) =>
      Array.from(commands.matchAll(/`([^`]*)`/gu), ([, name = '']) => [name, programs.split(', ')] as const),
  ).flat(),
);

describe('programs that the configuration of a repository names', () => {
  it('are tried with every command', () => {
    const names = [...commandIndex, ...allOperations].map(({ name }) => name);
    const played = new Set(plays.map(nameOf));
    expect(names.filter((name) => !played.has(name) && !servers.has(name))).toEqual([]);
  });

  it('run where the page says so, and nowhere else', async () => {
    const hostile = hostileShop();
    const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: temporaryFolder() };
    const some = plays.filter((one) => /^(?:lint|regression|commit|branch)/u.test(one));
    const found = new Map<string, readonly string[]>();
    for (const line of tried(plays, some)) {
      const repository = copyRepository(hostile, firstCommitAt);
      const { code, err } = await run({ cwd: repository.folder, env }, ...line.split(' '));
      if (!unanswered.has(nameOf(line))) expect(code, `${line}: ${err}`).not.toBe(2);
      found.set(line, ran());
      for (const one of ran()) rmSync(path.join(marks, one));
    }
    for (const [line, programs] of found)
      expect(allowed.get(nameOf(line)) ?? [], line).toEqual(expect.arrayContaining([...programs]));
    expect(found.get('commit STORY-002')).toEqual(['file system monitor', 'filters', 'hooks', 'signing']);
  });
});
