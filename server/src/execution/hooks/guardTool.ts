import path from 'node:path';
import type { FileWish, ToolWish } from '../../agents/hooks/toolWishes.js';
import { isTestPath } from '../../code/languageOf.js';
import { destructiveCommands } from '../../gates/shell/destructiveCommands.js';
import { namedFiles } from '../../gates/shell/writtenFiles.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { mayBeDocument, whyProtected } from './protectedPlaces.js';

interface Surroundings {
  readonly machine: Machine;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

const byPerson = 'Ask the person to make this change.';

/**
 * Why a tool call is refused, and what to do instead; undefined if it may run. Most calls are answered by their text alone, without
 * a look at the project.
 *
 * @throws what keeps a protected document from being checked.
 */
export async function refuseTool(
  { folder: given = '.', command, files }: ToolWish,
  { machine, cwd, signal }: Surroundings,
): Promise<string | undefined> {
  const folder = path.resolve(cwd, given);
  const { written, named } = command === undefined ? { written: [], named: [] } : namedFiles(command);
  const wishes: readonly FileWish[] = [...files, ...written.map((file) => ({ path: file, next: () => undefined }))];
  const inProject = async (file = '.'): Promise<boolean> =>
    (await findProjectAbove(folder, machine.files)) !== undefined ||
    (await findProjectAbove(path.dirname(path.resolve(folder, file)), machine.files)) !== undefined;
  for (const text of [...named, ...wishes.flatMap((wish) => placesOf(wish.path, folder, machine))]) {
    const place = whyProtected(text);
    if (place && (place.isOurs || (await inProject(text))))
      return `${shown(text)} is not for agents to change: ${place.why}. ${byPerson}`;
  }
  const bypass = destructiveCommands(command ?? '').find(({ why }) => bypasses.has(why));
  if (bypass && (await inProject()))
    return `\`${bypass.command}\` ${bypass.why}, so the gate could not judge the commit. Commit without it, and fix what the gate reports.`;
  for (const wish of wishes) {
    const file = path.resolve(folder, wish.path);
    if (!isTestPath(file) && !mayBeDocument.test(path.basename(file))) continue;
    // Reads the project, the record and git.
    const { refuseChange } = await import('./guardDocuments.js');
    const why = await refuseChange({ file, next: wish.next }, { machine, signal });
    if (why !== undefined) return why;
  }
  return undefined;
}

const bypasses: ReadonlySet<string> = new Set(['bypasses commit hooks', 'changes which hooks git runs']);

/** As it is named, where links lead, and what is in it if it is a folder. */
function placesOf(file: string, folder: string, { disk }: Machine): readonly string[] {
  const full = path.resolve(folder, file);
  return [full, ...realPath(full, disk)].flatMap((one) => [one, `${one}/*`]);
}

function realPath(file: string, disk: Machine['disk']): readonly string[] {
  for (const [folder, rest] of [[file, ''] as const, [path.dirname(file), path.basename(file)] as const])
    try {
      return [path.join(disk.realPathNow(folder), rest)];
    } catch {
      // It, or its folder, is new.
    }
  return [];
}

function shown(text: string): string {
  return text.length > 120 || text.includes('\n') ? 'What this command names' : text;
}
