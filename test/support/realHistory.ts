import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type GitRepository, openGitRepository } from './gitRepository.js';
import { type ItemState, itemId, newItem, paths, render } from './projectLife/item.js';
import { temporaryFolder } from './temporaryFolder.js';

/** What is not released yet will be in this. */
export const nextRelease = '99.0.0';

/** A pull request of a real project, as an item. */
export interface RealItem {
  readonly number: number;
  readonly state: ItemState;
  /** The commit that merged it. */
  readonly commit: string;
}

/** A real project whose pull requests became items: commits name their ids, and documents say what is true of them. */
export interface RealHistory {
  readonly repository: GitRepository;
  readonly items: readonly RealItem[];
  readonly commits: number;
  /** Writes documents of items, and commits them. */
  readonly document: (items: Iterable<ItemState>, extra?: ReadonlyMap<string, string>) => void;
}

/** Its number, where it is among the commits, newest first, and a file it changed that is there still. */
interface PullRequest {
  readonly number: number;
  readonly at: number;
  readonly touched: string;
}

/** `(#12)` at the end of a subject, as GitHub writes it when it squashes, or what it writes when it merges. */
const pullRequest = /\(#(\d+)\)$|^\w+ Merge pull request #(\d+) from/u;

function numberIn(line: string): number | undefined {
  const [, squashed, merged] = pullRequest.exec(line) ?? [];
  return squashed === undefined && merged === undefined ? undefined : Number(squashed ?? merged);
}

/** @param most so many of the newest pull requests become items; those that were reverted do not. */
export function realHistory(clone: string, most: number): RealHistory {
  const folder = path.join(temporaryFolder(), 'history');
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', clone, folder]);
  const repository = openGitRepository(folder);
  const { git } = repository;
  const branch = git('symbolic-ref', '--short', 'HEAD');
  const merged = git('log', '--first-parent', '--format=%H %s', branch).split('\n');
  const reverted = new Set(merged.flatMap((line) => /^\w+ Revert .*\(#(\d+)\)"/u.exec(line)?.[1] ?? []));
  const there = new Set(git('ls-tree', '-r', '--name-only', branch).split('\n'));
  const chosen = new Map<number, PullRequest>();
  for (const [at, line] of merged.entries()) {
    const number = numberIn(line);
    if (number === undefined || reverted.has(String(number)) || chosen.has(number) || chosen.size >= most) continue;
    const hash = line.slice(0, line.indexOf(' '));
    const touched = git('diff-tree', '-r', '-m', '--first-parent', '--no-commit-id', '--name-only', hash)
      .split('\n')
      .find((name) => there.has(name) && !/[|`]/u.test(name));
    if (touched !== undefined) chosen.set(number, { number, at, touched });
  }
  rewrite(folder, branch, new Set(chosen.keys()));
  git('checkout', '--quiet', '--force', branch);
  const now = git('log', '--first-parent', '--format=%H %s', branch).split('\n');
  const items = [...chosen.values()].map((one) => realItem(repository, one, now[one.at] ?? ''));
  const document = (all: Iterable<ItemState>, extra: ReadonlyMap<string, string> = new Map()): void => {
    const files = render(all, { context: 'today', extra });
    for (const own of ['package.json', paths.context]) if (!extra.has(own)) files.delete(own);
    git(
      'rm',
      '-r',
      '--quiet',
      '--ignore-unmatch',
      'docs/specs',
      'docs/test_cases',
      paths.board,
      'docs/product/archive',
    );
    repository.write(Object.fromEntries(files));
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'Documents');
  };
  return { repository, items, commits: Number(git('rev-list', '--count', branch)), document };
}

/** Puts ids in the place of numbers in all messages. Blobs are those of the clone, so nothing but commits is written. */
function rewrite(folder: string, branch: string, numbers: ReadonlySet<number>): void {
  const options = { cwd: folder, maxBuffer: 1 << 30 };
  const stream = execFileSync(
    'git',
    ['fast-export', '--no-data', '--signed-tags=strip', '--tag-of-filtered-object=drop', branch, '--tags'],
    options,
  );
  const parts: Buffer[] = [];
  for (let at = 0; at < stream.length;) {
    const end = stream.indexOf(10, at) + 1;
    const line = stream.subarray(at, end).toString();
    const size = /^data (\d+)\n$/u.exec(line)?.[1];
    if (size === undefined) {
      parts.push(stream.subarray(at, end));
      at = end;
      continue;
    }
    const text = stream.subarray(end, end + Number(size)).toString();
    const named = Buffer.from(
      text.replace(/#(\d+)\b/gu, (whole, number: string) =>
        numbers.has(Number(number)) ? itemId(Number(number)) : whole,
      ),
    );
    parts.push(Buffer.from(`data ${named.length}\n`), named);
    at = end + Number(size);
  }
  execFileSync('git', ['fast-import', '--quiet', '--force'], { ...options, input: Buffer.concat(parts) });
}

/** Done, released with the first tag that has it, and about what its commit changed. */
function realItem({ git }: GitRepository, { number, touched }: PullRequest, line: string): RealItem {
  const [, commit = '', subject = ''] = /^(\w+) (.*)$/u.exec(line) ?? [];
  const [tag] = git('tag', '--sort=creatordate', '--contains', commit).split('\n');
  const state = newItem(number);
  const source: [string, string] = [`\`${paths.source(state.id)}\``, `\`${touched}\``];
  const title = subject
    .replace(/\s*\(?STORY-\d+\)?\s*/gu, ' ')
    .replace(/[|`<>[\]*_#]/gu, '')
    .trim();
  return {
    number,
    commit,
    state: {
      ...state,
      title: title || state.title,
      stage: 'done',
      status: 'Done',
      release: /\d+\.\d+\.\d+/u.exec(tag ?? '')?.[0] ?? nextRelease,
      tasks: state.tasks.map((task) => ({ ...task, checked: true })),
      hasTests: false,
      replaced: { ...state.replaced, spec: [source, source] },
    },
  };
}
