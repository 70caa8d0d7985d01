import path from 'node:path';
import { relativePath } from '../../base/relativePath.js';
import { UsageError } from '../../base/usageError.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import { readGarden, weedsOf } from '../../project/readGarden.js';
import { type Flaw, formatFlaws, needsAttention, sortFlaws } from '../../reports/flaws.js';
import { examine } from '../doctor/examine.js';
import { staleDocuments } from '../doctor/staleDocuments.js';
import { lineFromOne } from './lineFromOne.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** What there is to tidy up in some files and folders; everywhere where none are named. */
export async function gardenAnswer(scene: QueryScene, places: readonly string[]): Promise<QueryAnswer> {
  const { machine, folder, signal, progress } = scene;
  const code = await openCodeFolder(machine, folder, signal);
  for (const place of places)
    if ((await machine.files.kindOf(path.resolve(folder, place))) === undefined)
      throw new UsageError(`${place} does not exist`);
  const wanted = within(code.root, folder, places);
  progress('reading source code');
  const flaws = weedsOf(await readGarden(machine, code, signal));
  const documents = await staleDocuments(machine, code, signal);
  return answerOf(
    code.root,
    [...flaws, ...documents].filter(({ path: file }) => file === undefined || wanted(file)),
    'Nothing to tidy up.',
  );
}

/** Whether a folder, and what work in it needs, is in order. */
export async function doctorAnswer({ machine, folder, signal, progress }: QueryScene): Promise<QueryAnswer> {
  const { root, flaws } = await examine(machine, folder, signal, progress);
  return answerOf(root, flaws, 'Health: OK');
}

/** Findings as an answer. */
export function answerOf(root: string, found: readonly Flaw[], nothing: string): QueryAnswer {
  const flaws = sortFlaws(found);
  return {
    message: formatFlaws(flaws, nothing),
    data: { root, findings: flaws.map(lineFromOne).map(plainFlaw) },
    isBad: needsAttention(flaws),
  };
}

function plainFlaw({ check, severity, path: file, line, message, cause, next, fix }: Flaw): object {
  return {
    check,
    severity,
    path: file ?? null,
    line: line ?? null,
    message,
    cause: cause ?? null,
    next,
    fix: fix ?? null,
  };
}

function within(root: string, folder: string, places: readonly string[]): (file: string) => boolean {
  const inside = places.map((place) => {
    const found = relativePath(root, path.resolve(folder, place));
    if (found === undefined) throw new UsageError(`${place} is not in ${root}`);
    return found;
  });
  return (file) =>
    inside.length === 0 || inside.some((one) => one === '' || file === one || file.startsWith(`${one}/`));
}
