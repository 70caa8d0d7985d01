import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GitRef, GitRepository } from '../../workspace/ports.js';
import { isErrorCode } from '../../base/errors.js';
import { entriesIn, readText } from '../quickFiles.js';
import { looseCommit } from './looseObjects.js';
import { isHash } from './output.js';

/** What the hash that a ref holds leads to. */
type Led = Pick<GitRef, 'commit' | 'at'>;

/** By repository and hash: a hash leads to the same for ever. */
const known = new Map<string, Led>();
const mostKnown = 50_000;

const keyOf = (commonFolder: string, hash: string): string => `${commonFolder}\0${hash}`;

/** Keeps what git said of the hash of a ref. */
export function rememberRef({ commonFolder }: GitRepository, hash: string, { commit, at }: Led): void {
  if (known.size >= mostKnown) known.clear();
  known.set(keyOf(commonFolder, hash), { ...(commit === undefined ? {} : { commit }), at });
}

/**
 * Branches, remote branches and tags as git keeps them in files (https://git-scm.com/docs/gitrepository-layout), in the order of
 * their names.
 *
 * @returns undefined if git has to be asked: they are in tables, there are very many, or one leads to what only git can tell.
 */
export async function refsByFiles(repository: GitRepository): Promise<readonly GitRef[] | undefined> {
  const { commonFolder } = repository;
  const loose = new Map<string, string>();
  for (const folder of ['refs/heads', 'refs/remotes', 'refs/tags'])
    if (!(await readLoose(commonFolder, folder, loose))) return undefined;
  // Git packs a ref before it deletes its file.
  const packed = await readPacked(commonFolder);
  if (!packed) return undefined;
  const texts = new Map([...packed, ...loose]);
  const refs: GitRef[] = [];
  for (const name of [...texts.keys()].sort()) {
    const text = texts.get(name) ?? '';
    const target = text.startsWith('ref: ') ? text.slice('ref: '.length) : undefined;
    const hash = target === undefined ? text : texts.get(target);
    const led = hash !== undefined && isHash(hash) ? await ledBy(repository, hash) : undefined;
    if (!led) return undefined;
    refs.push({ name, ...led, ...(target === undefined ? {} : { target }) });
  }
  return refs;
}

async function ledBy(repository: GitRepository, hash: string): Promise<Led | undefined> {
  const before = known.get(keyOf(repository.commonFolder, hash));
  if (before) return before;
  const commit = await looseCommit(repository.commonFolder, hash);
  if (!commit) return undefined;
  rememberRef(repository, hash, { commit: hash, at: commit.at });
  return { commit: hash, at: commit.at };
}

/** Beyond this, git is faster. */
const mostLoose = 100;

/** What git allows in a name, without what a shell or a person might mean otherwise: the rest is for git to judge. */
const plainName = /^[\p{L}\p{N}_@+=#%,(){}-][\p{L}\p{N}_.@+=#%,(){}-]*$/u;

/** @returns false if git has to be asked. */
async function readLoose(commonFolder: string, folder: string, found: Map<string, string>): Promise<boolean> {
  const entries = await entriesIn(path.join(commonFolder, folder)).catch((error: unknown) =>
    isErrorCode(error, 'ENOENT') ? [] : undefined,
  );
  if (!entries) return false;
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.name.endsWith('.lock')) continue;
    if (!plainName.test(entry.name) || /\.\.|@\{|\.$/u.test(entry.name)) return false;
    if (entry.isDirectory()) {
      if (!(await readLoose(commonFolder, name, found))) return false;
      continue;
    }
    if (!entry.isFile() || found.size >= mostLoose) return false;
    const text = await readText(path.join(commonFolder, name)).catch((error: unknown) =>
      isErrorCode(error, 'ENOENT') ? undefined : '',
    );
    // One that has gone was deleted or packed.
    if (text === undefined) continue;
    const line = /^(?:[0-9a-f]+|ref: refs\/\S+)(?=\n$)/u.exec(text)?.[0];
    if (line === undefined) return false;
    found.set(name, line);
  }
  return true;
}

interface Packed {
  readonly stamp: string;
  readonly refs: ReadonlyMap<string, string>;
}

/** The last ones read, by repository: thousands of lines that seldom change. */
const packs = new Map<string, Packed>();
const mostPacks = 20;

/** More is read while others have their turn. */
const mostAtOnce = 1024n * 1024n;

/** @returns undefined if git has to be asked. */
async function readPacked(commonFolder: string): Promise<ReadonlyMap<string, string> | undefined> {
  const file = path.join(commonFolder, 'packed-refs');
  try {
    const stats = statSync(file, { bigint: true });
    if (!stats.isFile()) return undefined;
    const { mtimeNs, size, ino } = stats;
    // Git replaces the file, so that one which changes has another number.
    const stamp = `${mtimeNs} ${size} ${ino}`;
    const before = packs.get(commonFolder);
    if (before?.stamp === stamp) return before.refs;
    const refs = new Map<string, string>();
    const text = size > mostAtOnce ? await readFile(file, 'utf8') : readFileSync(file, 'utf8');
    for (const line of text.split('\n')) {
      const [, hash, name] = /^([0-9a-f]+) (refs\/\S+)$/u.exec(line) ?? [];
      if (hash === undefined || name === undefined) {
        if (!/^(?:#|\^[0-9a-f]+$|$)/u.test(line)) return undefined;
      } else if (/^refs\/(?:heads|remotes|tags)\//u.test(name)) refs.set(name, hash);
    }
    if (packs.size >= mostPacks) packs.clear();
    packs.set(commonFolder, { stamp, refs });
    return refs;
  } catch (error) {
    return isErrorCode(error, 'ENOENT') ? new Map() : undefined;
  }
}
