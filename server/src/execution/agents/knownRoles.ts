import path from 'node:path';
import type { KnownRoles } from '../../agents/roles.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { readBuiltInRoles } from '../../documents/role/builtInRoles.js';
import { roleNameOf, rolesFolder } from '../../documents/role/kind.js';
import type { Role } from '../../documents/role/role.js';
import { readTextFile } from '../../project/readTextFile.js';
import type { FileSystem } from '../../workspace/ports.js';

/**
 * The roles there are: those of Pactwright, and the project's own, which come before one of the same name.
 *
 * @param root of the project: absolute.
 * @throws UsageError if one of their files cannot be read.
 */
export async function readRoles(files: FileSystem, root: string): Promise<KnownRoles> {
  const roles = new Map<string, Role>((await readBuiltInRoles()).map((role) => [role.name, role]));
  const broken = new Map<string, string>();
  const folder = path.join(root, ...rolesFolder.split('/'));
  const names = (await files.list(folder)).entries.map(({ name }) => name).filter((name) => name.endsWith('.md'));
  for (const file of names.sort()) {
    const text = await readTextFile(path.join(folder, file), files);
    if (text === undefined) continue;
    const name = roleNameOf(file);
    const { model } = await parseDocument('role', `${rolesFolder}/${file}`, text);
    const [problem] = model.problems;
    if (model.role) roles.set(name, model.role);
    else {
      // What was meant to take the place of one of ours leaves none.
      roles.delete(name);
      broken.set(name, `${rolesFolder}/${file}: ${problem?.message ?? ''}`);
    }
  }
  return { roles, broken };
}
