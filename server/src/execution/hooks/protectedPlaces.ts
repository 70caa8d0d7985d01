import { allAgents } from '../../agents/registry.js';

/** What no agent writes itself. */
interface ProtectedPlace {
  /** In a path with `/`, or anywhere in a word of a command line. */
  readonly covers: RegExp;
  /** Completes "… is". */
  readonly what: string;
  /** It is there only where Pactwright is at work, so it is protected wherever a call comes from. */
  readonly isOurs?: true;
}

const start = String.raw`(?:^|[/\s'"=(:,])`;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** Folders that are a program's alone; those of GitHub and VS Code have much that agents may change. */
const homes: readonly string[] = [
  '.git',
  ...new Set(allAgents.flatMap(({ guard }) => guard?.files ?? []).map((file) => file.split('/', 1)[0] ?? '')),
].filter((name) => name.startsWith('.') && name !== '.github' && name !== '.vscode');

/** File systems that make no difference of case find a file by any. */
const places: readonly ProtectedPlace[] = [
  { covers: /\.git\/(?:worktrees\/[^/\s]+\/)?pactwright(?:\/|$)/iu, what: 'the record of the gates', isOurs: true },
  {
    covers: /(?:^|[/\s'"=])(?:\.local\/state|Library\/Application Support|AppData\/Local)\/pactwright(?:\/|$)/iu,
    what: 'Pactwright’s state of this machine',
    isOurs: true,
  },
  {
    covers: /\.git\/(?:hooks\/|config$|config[\s'"]|info\/attributes)|\.git\/hooks$/iu,
    what: 'where git finds its hooks',
  },
  {
    covers: new RegExp(String.raw`${start}\.pactwright/run\.cjs(?:$|[\s'",;)])`, 'iu'),
    what: 'what hooks call Pactwright by',
  },
  {
    covers: new RegExp(String.raw`${start}(?:${homes.map(escaped).join('|')})/\*$`, 'iu'),
    what: 'where git or agents find their settings and hooks',
  },
  ...allAgents.flatMap(({ guard, name }) =>
    (guard?.files ?? []).map((file) => ({
      covers: new RegExp(`${start}${escaped(file)}${file.endsWith('/') ? '' : String.raw`(?:$|[\s'",;)])`}`, 'iu'),
      what: `where ${name} finds its settings, hooks and MCP servers`,
    })),
  ),
];

/**
 * Why an agent must not write there; undefined if it may.
 *
 * @param text a path, with `/*` behind it for all that is in it, or a word of a command line.
 */
export function whyProtected(text: string): (Pick<ProtectedPlace, 'isOurs'> & { readonly why: string }) | undefined {
  const plain = text.replaceAll('\\', '/').replaceAll(/\/(?:\.?\/)+/gu, '/');
  const place = places.find(({ covers }) => covers.test(plain));
  return place && { ...place, why: `it is ${place.what}, so changing it could switch the checks off` };
}

/** A spec or a test case, by the name of its file. */
export const mayBeDocument = /^(?:STORY|BUG|HOTFIX)-.*\.(?:md|feature)$/iu;
