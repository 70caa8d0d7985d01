import { builtInRoleNames, readBuiltInRoles } from '../../documents/role/builtInRoles.js';
import { phaseNames } from '../../documents/phaseNames.js';
import type { Role } from '../../documents/role/role.js';
import type { Choice } from '../../operations/setUp/manifest.js';
import type { Scope } from '../../operations/setUp/scope.js';
import type { Piece } from '../../operations/setUp/piece.js';
import { serversIn } from '../mcp.js';
import type { CiConfiguration } from '../../workspace/configuration.js';
import { ciPaths, ciPieces } from './ciFiles.js';
import { guideFiles } from '../guideFiles.js';
import { hookPieces } from './hookPieces.js';
import { launcherPath, launcherText } from './launcher.js';
import { type Place, placeOf } from './place.js';
import type { Layout } from './layout.js';
import { layouts } from './layouts.js';
import { skillFiles } from './skillFiles.js';
import { commandText, guidesText, guideText, instructionsText, roleText, skillText } from './texts.js';

/** The programs that can be set up. */
export const deployedAgents: readonly string[] = layouts.map(({ id }) => id);

/** What can be chosen or left out. */
export const deployedNames: readonly string[] = [
  'instructions',
  'skills',
  'commands',
  'roles',
  'hooks',
  'mcp',
  'git-hooks',
  'ci',
  ...[...Object.keys(skillFiles), 'guides'].map((name) => `skills/${name}`),
  ...phaseNames.map((name) => `commands/${name}`),
  ...builtInRoleNames.map((name) => `roles/${name}`),
];

/** Where these programs look for skills that a project has itself. */
export function skillFolders(agents: readonly string[]): readonly string[] {
  const own = layouts.flatMap(({ id, agent }) => (agents.includes(id) ? [agent ?? id] : []));
  return [...new Set(layouts.flatMap(({ id, skills }) => (own.includes(id) && skills !== undefined ? [skills] : [])))];
}

/** What a person has to do in these programs and servers. */
export function approvalsOf({ agents, scope }: Choice, { providers }: CiConfiguration): readonly string[] {
  const include = `add \`include: [{ local: ${ciPaths.gitlab} }]\` to .gitlab-ci.yml`;
  return [
    ...chosen(agents, scope).flatMap(({ approval }) => (approval === undefined ? [] : [approval])),
    ...(scope === 'project' && providers.includes('gitlab') ? [include] : []),
  ];
}

/**
 * All that is deployed for a choice, each file once.
 *
 * @param root the folder that it is deployed in: absolute.
 */
export async function deployment(
  { agents, only, exclude, scope }: Choice,
  ci: CiConfiguration,
  root: string,
): Promise<readonly Piece[]> {
  const isWanted = (part: string, name?: string): boolean => {
    const named = name === undefined ? part : `${part}/${name}`;
    const isIncluded =
      only.length === 0 || only.includes(part) || only.includes(named) || (!name && only.some((one) => one === part));
    return isIncluded && !exclude.includes(part) && !exclude.includes(named);
  };
  const roles = await readBuiltInRoles();
  const pieces = chosen(agents, scope).flatMap((layout) =>
    piecesOf(layout, roles, isWanted, placeOf(layout, scope, root)),
  );

  const isCalled = chosen(agents, scope).some((layout) => !layout.launcher && callsUs(layout, isWanted));
  const launcher: Piece = { kind: 'file', path: launcherPath, text: launcherText(scope) };
  const distinct = new Map(pieces.map((piece) => [JSON.stringify(piece), piece]));
  return [
    ...distinct.values(),
    ...(scope === 'project' && isWanted('ci') ? ciPieces(ci) : []),
    ...(isCalled ? [launcher] : []),
  ];
}

/** Whether something of it calls `pactwright` by a launcher. */
const callsUs = ({ hooks, mcp }: Layout, isWanted: IsWanted): boolean =>
  (hooks !== undefined && isWanted('hooks')) || (mcp !== undefined && isWanted('mcp'));

const chosen = (agents: readonly string[], scope: Scope): readonly Layout[] =>
  layouts
    .filter(({ id }) => agents.includes(id))
    .map((layout) => (scope === 'user' ? { ...layout, ...layout.user } : layout));

type IsWanted = (part: string, name?: string) => boolean;

function piecesOf(layout: Layout, roles: readonly Role[], isWanted: IsWanted, place: Place): readonly Piece[] {
  const { commands, roles: agents } = layout;
  const file = (path: string, text: string): Piece => ({ kind: 'file', path, text });
  return [
    ...(isWanted('instructions') ? instructionPieces(layout, place) : []),
    ...skillPieces(layout, isWanted),
    ...phaseNames.flatMap((phase) =>
      commands && isWanted('commands', phase) ? [file(commands.path(phase), commandText(phase, commands.form))] : [],
    ),
    ...roles.flatMap((role) =>
      agents && isWanted('roles', role.name)
        ? [file(agents.path(role.name), roleText(role, agents.form, layout.prefix))]
        : [],
    ),
    ...(isWanted('mcp') ? mcpPieces(layout, place) : []),
    ...(isWanted('hooks') ? hookPieces(layout, place) : []),
    ...Object.entries(layout.files ?? {}).map(([path, text]) => file(path, text)),
    ...(layout.launcher && callsUs(layout, isWanted) ? [file(layout.launcher.path, launcherText('user'))] : []),
  ];
}

function instructionPieces({ instructions }: Layout, { scope }: Place): readonly Piece[] {
  if (!instructions) return [];
  const { path, rule } = instructions;
  return rule === undefined
    ? [{ kind: 'block', path, form: 'markdown', text: instructionsText(scope) }]
    : [{ kind: 'file', path, text: `${rule}${instructionsText(scope)}` }];
}

function skillPieces({ skills, prefix = 'pactwright-' }: Layout, isWanted: IsWanted): readonly Piece[] {
  if (skills === undefined) return [];
  const own = Object.entries(skillFiles).flatMap(([name, text]): readonly Piece[] =>
    isWanted('skills', name)
      ? [{ kind: 'file', path: `${skills}/${prefix}${name}/SKILL.md`, text: skillText(`${prefix}${name}`, text) }]
      : [],
  );
  if (!isWanted('skills', 'guides')) return own;
  const folder = `${skills}/${prefix}guides`;
  const guides = Object.entries(guideFiles).map(([name, text]): Piece => ({
    kind: 'file',
    path: `${folder}/guides/${name}.md`,
    text: guideText(name, text),
  }));
  return [
    ...own,
    { kind: 'file', path: `${folder}/SKILL.md`, text: guidesText(`${prefix}guides`, guideFiles) },
    ...guides,
  ];
}

function mcpPieces({ mcp }: Layout, { launcher }: Place): readonly Piece[] {
  if (!mcp) return [];
  const { path, form } = mcp;
  const args = [launcher, 'mcp'];
  switch (form) {
    case 'mcpServers':
      return [{ kind: 'json', path, keys: ['mcpServers', 'pactwright'], value: { command: 'node', args } }];
    case 'opencode':
      return [
        { kind: 'json', path, keys: ['mcp', 'pactwright'], value: { type: 'local', command: ['node', ...args] } },
      ];
    case 'codex':
      return [
        {
          kind: 'block',
          path,
          form: 'toml',
          text: `[mcp_servers.pactwright]\ncommand = "node"\nargs = ${JSON.stringify(args)}\n`,
          isTaken: (text) => serversIn({ in: 'folder', path, keys: ['mcp_servers'] }, text, '').includes('pactwright'),
        },
      ];
  }
}
