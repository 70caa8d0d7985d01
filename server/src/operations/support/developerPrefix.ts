import { parseItemId } from '../../documents/itemId.js';
import { configuredDeveloper } from '../../workspace/developer.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import type { InputField } from '../input.js';

/** The prefix of new ids, where another one is wanted than the configuration's. */
export const prefixField = {
  type: 'text',
  description: "the developer's prefix, as in STORY-al-042; empty for none (default: `developer` of pactkit.yaml)",
  check: (text) => (text === '' || isPrefix(text) ? undefined : `cannot be part of an item id: ${form}`),
} as const satisfies InputField;

const form = 'use at most 20 letters and digits, with single hyphens or underscores between them';

/**
 * The prefix of new item ids: as given, else the one that `pactkit.yaml` configures.
 *
 * @returns undefined if there is none.
 * @throws Refused if the configuration's makes no item id, or one of its files cannot be read.
 */
export function developerPrefix(project: Pick<Project, 'ofKind'>, given: string | undefined): string | undefined {
  if (given !== undefined) return given === '' ? undefined : given;
  for (const { path, model, problems } of project.ofKind('pactkitConfig')) {
    const [problem] = problems;
    if (problem && model.root === undefined)
      throw new Refused(
        'unreadable',
        `cannot read the prefix from ${path}. ${problem.message}; or specify it with --prefix`,
        [path],
      );
  }
  const configured = configuredDeveloper(project);
  if (!configured || isPrefix(configured.value)) return configured?.value;
  throw new Refused(
    'not-allowed',
    `the developer of ${configured.path} cannot be part of an item id: ${form}, or specify another one with --prefix`,
  );
}

function isPrefix(text: string): boolean {
  return (
    text.length <= 20 &&
    /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/.test(text) &&
    parseItemId(`STORY-${text}-1`) !== undefined
  );
}
