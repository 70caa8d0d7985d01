import path from 'node:path';
import { parse } from 'yaml';
import { isErrorCode } from '../../base/errors.js';
import { read } from '../../base/schema.js';
import { UsageError } from '../../base/usageError.js';
import { type Reactions, reactions } from '../../runs/pullRequest.js';
import type { Machine } from '../../workspace/machine.js';

const file = '.pactwright/reactions.yaml';

/** What a project wants done about pull requests. @param folder the project: absolute. @throws UsageError if the file is wrong. */
export async function readReactions({ disk }: Machine, folder: string): Promise<Reactions> {
  const wrong = new UsageError(
    `${file} is not a list of reactions: write lines such as \`changes_requested: back\` (events: changes_requested, ci_failed, approved_and_green, closed; reactions: back, merge, wait, ask, drop)`,
  );
  let text: string;
  try {
    text = await disk.readFile(path.join(folder, file), 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return {};
    throw error;
  }
  let value: unknown;
  try {
    value = parse(text) ?? {};
  } catch {
    throw wrong;
  }
  const said = read(reactions, value);
  if (!said) throw wrong;
  return said;
}
