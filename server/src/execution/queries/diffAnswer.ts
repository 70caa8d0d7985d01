import { createTwoFilesPatch } from 'diff';
import { UsageError } from '../../base/usageError.js';
import { codeTexts } from '../../project/codeFolder.js';
import { openItem } from '../../project/openItem.js';
import { findReviewBase } from '../agents/reviewBase.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** In UTF-16 units: more fits into no conversation. */
const longestPatch = 200_000;

/** What differs from the commit where the work on an item began. */
export async function diffAnswer(
  { machine, folder, signal, warn }: QueryScene,
  { item, path = '.' }: { readonly item: string; readonly path?: string | undefined },
): Promise<QueryAnswer> {
  const { root, index, repository } = await openItem(machine, folder, item, warn);
  const configuration = index.configuration().value;
  const base = repository && (await findReviewBase(machine, { folder: root, item, configuration }, signal));
  if (base === undefined) throw new UsageError(`git does not say where the work on ${item} began: run git log`);
  const git = async (...args: readonly string[]): Promise<string> => {
    const answer = await machine.runGit(root, [...args, '--', `:(literal)${path}`], signal);
    if (answer.kind !== 'answer') throw new UsageError(answer.message);
    return answer.value;
  };
  const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--relative'];
  const tracked = await git('diff', ...options, base);
  const textOf = await codeTexts(machine, root);
  const added = (await git('ls-files', '-z', '--others', '--exclude-standard'))
    .split('\0')
    .filter((name) => name !== '');
  const patches: string[] = [tracked];
  for (const name of added) {
    const text = await textOf(name);
    patches.push(
      text === undefined
        ? `New file, no text or too long: ${name}\n`
        : createTwoFilesPatch('/dev/null', name, '', text),
    );
  }
  const patch = patches.join('');
  if (patch.length <= longestPatch || path !== '.')
    return {
      message: patch === '' ? `nothing changed since ${base.slice(0, 12)}` : patch.trimEnd(),
      data: { base, patch },
    };
  const files = [await git('diff', ...options, '--stat=120', base), ...added.map((name) => ` ${name} (new)\n`)].join(
    '',
  );
  const message = `The changes are too long to show at once. Name a file: pactwright diff ${item} FILE\n\n${files.trimEnd()}`;
  return { message, data: { base, files } };
}
