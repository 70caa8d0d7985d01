import { pactkitConfigPaths } from '../../documents/documentPaths.js';
import { parseItemId } from '../../documents/itemId.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import type { InputField } from '../input.js';

/** The prefix of new ids, where another one is wanted than the configuration's. */
export const prefixField = {
  type: 'text',
  description: "the developer's prefix, as in STORY-al-042; empty for none (default: `developer` of pactkit.yaml)",
  check: (text) => (text === '' || isPrefix(text) ? undefined : `cannot stand in an item id: ${form}`),
} as const satisfies InputField;

const form = 'write at most 20 letters and digits, with single hyphens or underscores between them';

/**
 * The prefix of new item ids: as given, else `developer` of the first `pactkit.yaml` that has it, in PactKit's order of the four
 * places (formats reference, A8).
 *
 * @returns undefined where there is none.
 * @throws Refused where the configuration's makes no item id.
 */
export function developerPrefix(project: Pick<Project, 'ofKind'>, given: string | undefined): string | undefined {
  if (given !== undefined) return given === '' ? undefined : given;
  const configured = project
    .ofKind('pactkitConfig')
    .toSorted((one, other) => pactkitConfigPaths.indexOf(one.path) - pactkitConfigPaths.indexOf(other.path))
    .flatMap(({ path, model: { root } }) => {
      const pair = root?.kind === 'map' ? root.pairs.findLast(({ key }) => key.value === 'developer') : undefined;
      const value = pair?.value.kind === 'scalar' ? pair.value.value : undefined;
      return value === undefined || value === null || value === '' ? [] : [{ path, value: String(value) }];
    })
    .at(0);
  if (!configured || isPrefix(configured.value)) return configured?.value;
  throw new Refused(
    'not-allowed',
    `the developer of ${configured.path} cannot stand in an item id: ${form}, or name another one with --prefix`,
  );
}

function isPrefix(text: string): boolean {
  return (
    text.length <= 20 &&
    /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/.test(text) &&
    parseItemId(`STORY-${text}-1`) !== undefined
  );
}
