import path from 'node:path';
import type { GitAnswer, GitRef, GitRefs, GitRepository } from '../../workspace/ports.js';
import { readText } from '../quickFiles.js';
import { headText } from './gitFolders.js';
import { isHash, outputOf, unreadable } from './output.js';
import { refsByFiles, rememberRef } from './refFiles.js';
import type { RunGit } from './runGit.js';

const fields = [
  'refname',
  'objecttype',
  'objectname',
  '*objecttype',
  '*objectname',
  'symref',
  'HEAD',
  'committerdate:unix',
  '*committerdate:unix',
] as const;

/** @throws the signal's reason once it is aborted. */
export async function readRefs(
  run: RunGit,
  repository: GitRepository,
  signal: AbortSignal | undefined,
  elsewhere?: GitRefs,
): Promise<GitAnswer<GitRefs>> {
  const { folder, gitFolder, commonFolder } = repository;
  const head = await headText(gitFolder);
  const there = elsewhere && headAmong(elsewhere, head);
  if (there) return { kind: 'answer', value: { ...elsewhere, head: there } };
  const byFiles = await refsByFiles(repository);
  const shallow = await textOf(path.join(commonFolder, 'shallow'));
  const headByFiles = byFiles && headAmong({ refs: byFiles }, head);
  signal?.throwIfAborted();
  const end = shallow === undefined ? {} : { shallow };
  if (headByFiles) return { kind: 'answer', value: { refs: byFiles, head: headByFiles, ...end } };
  // HEAD and the end of a shallow clone are in files of their own; a process for each would double the cost of a look.
  const format = `--format=${fields.map((field) => `%(${field})`).join('%00')}`;
  const args = ['for-each-ref', format, 'refs/heads', 'refs/remotes', 'refs/tags'];
  const output = await outputOf(run, { folder, args, signal });
  if (output.kind !== 'answer') return output;
  const refs: GitRef[] = [];
  let branch: string | undefined;
  for (const line of output.value.split('\n')) {
    if (line === '') continue;
    const ref = toRef(line.split('\0'));
    if (!ref) return unreadable('for-each-ref');
    refs.push(ref.ref);
    rememberRef(repository, ref.hash, ref.ref);
    if (ref.isHead) branch = ref.ref.name;
  }
  if (refs.length === 0) {
    // Nothing is an answer, but also what a git says that does not work.
    const asked = await outputOf(run, { folder, args: ['rev-parse', '--git-dir'], signal });
    if (asked.kind !== 'answer') return asked;
    if (asked.value.trim() === '') return unreadable('rev-parse');
  }
  const found = branch === undefined ? await headWithoutRef(run, folder, head, signal) : branchHead(branch, refs);
  if (!found) return unreadable('rev-parse HEAD');
  return { kind: 'answer', value: { refs, head: found, ...end } };
}

interface ReadRef {
  readonly ref: GitRef;
  readonly hash: string;
  readonly isHead: boolean;
}

function toRef(parts: readonly string[]): ReadRef | undefined {
  const [name, type, hash, peeledType, peeled, target, mark, at, peeledAt] = parts;
  if (!name || hash === undefined || peeledAt === undefined || parts.length !== fields.length) return undefined;
  const commit = type === 'commit' ? hash : peeledType === 'commit' ? peeled : undefined;
  if (commit !== undefined && !isHash(commit)) return undefined;
  const seconds = Number(type === 'commit' ? at : peeledAt);
  return {
    ref: {
      name,
      ...(commit === undefined ? {} : { commit }),
      ...(target ? { target } : {}),
      at: Number.isFinite(seconds) ? seconds * 1000 : 0,
    },
    hash,
    isHead: mark === '*',
  };
}

const branchPrefix = 'refs/heads/';

function branchHead(branch: string, refs: readonly GitRef[]): GitRefs['head'] {
  const commit = refs.find(({ name }) => name === branch)?.commit;
  return { branch: branch.slice(branchPrefix.length), ...(commit === undefined ? {} : { commit }) };
}

/** HEAD as its file says; undefined if that is not all to it. */
export function headAmong({ refs }: Pick<GitRefs, 'refs'>, head: string | undefined): GitRefs['head'] | undefined {
  if (head !== undefined && isHash(head)) return { commit: head };
  const ref = refs.find(({ name }) => head === `ref: ${name}`);
  return ref?.name.startsWith(branchPrefix) && ref.target === undefined ? branchHead(ref.name, refs) : undefined;
}

/** HEAD where no branch bears its mark: it is detached, or its branch has no commit yet. */
async function headWithoutRef(
  run: RunGit,
  folder: string,
  head: string | undefined,
  signal: AbortSignal | undefined,
): Promise<GitRefs['head'] | undefined> {
  const branch = head?.startsWith(`ref: ${branchPrefix}`) ? head.slice(`ref: ${branchPrefix}`.length) : undefined;
  // Where refs are kept in tables the file says `.invalid`.
  if (branch !== undefined && branch !== '.invalid') return { branch };
  if (head !== undefined && isHash(head)) return { commit: head };
  const asked = await outputOf(run, { folder, args: ['rev-parse', '--verify', '--quiet', 'HEAD'], fine: [1], signal });
  if (asked.kind !== 'answer') return undefined;
  const commit = asked.value.trim();
  return commit === '' ? {} : isHash(commit) ? { commit } : undefined;
}

const textOf = (file: string): Promise<string | undefined> => readText(file).catch(() => undefined);
