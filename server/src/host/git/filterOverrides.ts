import path from 'node:path';
import type { GitAnswer } from '../../workspace/ports.js';
import { findGitFolders, textOf } from './gitFolders.js';
import { outputOf } from './output.js';
import type { RunGit } from './runGit.js';

/** The settings of a filter that name a program, and what makes git fail without it: https://git-scm.com/docs/gitattributes#_filter. */
const settings = { clean: '', smudge: '', process: '', required: 'false' };
const mayName = /^\s*\[\s*(?:filter|include)/imu;

/** What Git LFS writes with `git lfs install --local`: the program is the user's own, found in the PATH. */
const usual = /^(?:git-lfs (?:clean|smudge)(?: --skip)? -- %f|git-lfs filter-process(?: --skip)?|true|false)$/u;

/**
 * The configuration, as `name=value`, with which git hashes files without the filters that the repository's own configuration
 * names: reading must not run programs of a repository. Those of the user stay. Asks git only where there may be some.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function withoutFilters(
  run: RunGit,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly string[]>> {
  if (!(await mayNameFilters(folder))) return { kind: 'answer', value: [] };
  // It ends with 1 if there are none.
  const output = await outputOf(run, { folder, args: filterQuestion, fine: [1], signal });
  if (output.kind !== 'answer') return output;
  const value = filterOverrides(output.value);
  if (value) return { kind: 'answer', value };
  return {
    kind: 'failed',
    message: "the repository's configuration names a filter that cannot be switched off: remove `=` from its name",
  };
}

/** Whether the repository's own configuration may name filters, itself or by files that it includes. */
async function mayNameFilters(folder: string): Promise<boolean> {
  const found = await findGitFolders(folder);
  if (!found) return false;
  const files = [path.join(found.commonFolder, 'config'), path.join(found.gitFolder, 'config.worktree')];
  const texts = await Promise.all(files.map(textOf));
  return texts.some((text) => mayName.test(text));
}

/** The filter settings of a repository, each with its scope. */
const filterQuestion = ['config', '--includes', '--show-scope', '-z', '--get-regexp', '^filter\\.'];

/**
 * The configuration that switches off the filters which the repository names, as `name=value`.
 *
 * @param answer what git says to the question.
 * @returns undefined if a filter cannot be switched off.
 */
function filterOverrides(answer: string): readonly string[] | undefined {
  const own = new Set<string>();
  const parts = answer.split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = '', entry = ''] = [parts[at], parts[at + 1]];
    const [, name = '', value = ''] = /^filter\.([^\n]*)\.[^.\n]*(?:\n([^]*))?$/u.exec(entry) ?? [];
    if ((scope === 'local' || scope === 'worktree') && !usual.test(value)) own.add(name);
  }
  // Git splits `name=value` at the first `=`.
  if ([...own].some((name) => /[=\n]/u.test(name))) return undefined;
  return [...own].flatMap((name) => Object.entries(settings).map(([key, value]) => `filter.${name}.${key}=${value}`));
}
