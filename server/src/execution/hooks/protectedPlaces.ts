import { allAgents } from '../../agents/registry.js';

/** What no agent writes itself. */
interface ProtectedPlace {
  /** In a path with `/`, or anywhere in a word of a command line. */
  readonly covers: RegExp;
  /** Completes "… is". */
  readonly what: string;
}

const start = String.raw`(?:^|[/\s'"=(:,])`;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** File systems that make no difference of case find a file by any. */
const places: readonly ProtectedPlace[] = [
  { covers: /\.git\/(?:worktrees\/[^/\s]+\/)?pactwright(?:\/|$)/iu, what: 'the record of the gates' },
  {
    covers: /(?:^|[/\s'"=])(?:\.local\/state|Library\/Application Support|AppData\/Local)\/pactwright(?:\/|$)/iu,
    what: 'Pactwright’s state of this machine',
  },
  {
    covers: /\.git\/(?:hooks\/|config$|config[\s'"]|info\/attributes)|\.git\/hooks$/iu,
    what: 'where git finds its hooks',
  },
  {
    covers: new RegExp(String.raw`${start}\.pactwright/run\.cjs(?:$|[\s'",;)])`, 'iu'),
    what: 'what hooks call Pactwright by',
  },
  ...allAgents.flatMap(({ guard, name }) =>
    (guard?.files ?? []).map((file) => ({
      covers: new RegExp(`${start}${escaped(file)}${file.endsWith('/') ? '' : String.raw`(?:$|[\s'",;)])`}`, 'iu'),
      what: `where ${name} finds its settings, hooks and MCP servers`,
    })),
  ),
];

/**
 * Why an agent must not write there; undefined where it may.
 *
 * @param text a path, or a word of a command line.
 */
export function whyProtected(text: string): string | undefined {
  const plain = text.replaceAll('\\', '/').replaceAll(/\/(?:\.?\/)+/gu, '/');
  const place = places.find(({ covers }) => covers.test(plain));
  return place && `it is ${place.what}, so changing it could switch the checks off`;
}

/** A spec or a test case, by the name of its file. */
export const mayBeDocument = /^(?:STORY|BUG|HOTFIX)-.*\.(?:md|feature)$/iu;
