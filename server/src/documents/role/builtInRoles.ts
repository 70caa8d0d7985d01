import architect from '../../../roles/architect.md';
import auditor from '../../../roles/auditor.md';
import designer from '../../../roles/designer.md';
import developer from '../../../roles/developer.md';
import explorer from '../../../roles/explorer.md';
import illustrator from '../../../roles/illustrator.md';
import maintainer from '../../../roles/maintainer.md';
import medic from '../../../roles/medic.md';
import tester from '../../../roles/tester.md';
import { once } from '../../base/memo.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { parseRole } from './parseRole.js';
import type { Role } from './role.js';

/** The files that Pactwright brings, by the names of the roles. */
const files: Readonly<Record<string, string>> = {
  architect,
  developer,
  tester,
  maintainer,
  medic,
  auditor,
  illustrator,
  explorer,
  designer,
};

/** The roles that every project has. */
export const builtInRoleNames: readonly string[] = Object.keys(files);

/** They, read. @throws Error where one of our own files is none. */
export const readBuiltInRoles: () => Promise<readonly Role[]> = once(() =>
  Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const { role, problems } = await parseRole(name, text, scanBlocks(text));
      if (!role) throw new Error(`server/roles/${name}.md: ${problems.map(({ message }) => message).join('; ')}`);
      return role;
    }),
  ),
);
