import { codeRows } from '../../agents/playbooks/codeRows.js';
import type { PlaybookFacts } from '../../agents/playbooks/facts.js';
import { factsNamed } from '../../agents/playbooks/playbook.js';
import { type AgentPhase, playbookOf } from '../../agents/playbooks/playbooks.js';
import { describeError } from '../../base/errors.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import type { OpenedItem } from '../../project/openItem.js';
import { readCodeIndex } from '../../project/readCodeIndex.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { PhaseDesk } from './phaseDesk.js';

/** What the code is to be about. */
interface Wanted {
  /** In a person's words. */
  readonly wish: string;
  /** Files that it touches, relative to the project. */
  readonly touched?: readonly string[];
}

/** The code that a phase may be about, if its playbook names it. @param known what is known of it: its files, relative to an absolute root. */
export async function codeFacts(
  phase: AgentPhase,
  known: { readonly root: string; readonly paths?: readonly string[] | undefined },
  { wish, touched = [] }: Wanted,
  { machine, warn, signal }: PhaseDesk,
): Promise<PlaybookFacts> {
  if (!factsNamed(playbookOf(phase)).has('code')) return {};
  try {
    const { root, paths } = known;
    const code = paths ? { root, paths } : await openCodeFolder(machine, root, signal);
    return { code: codeRows(await readCodeIndex(machine, code, signal), wish, touched) };
  } catch (error) {
    signal.throwIfAborted();
    // The agent can still look for itself.
    warn(`the code is not in the prompt: ${describeError(error)}`);
    return {};
  }
}

/** The same for an item: what its title and requirements name, and the files that its spec touches. */
export function itemCodeFacts(
  phase: AgentPhase,
  { root, project, item }: Pick<OpenedItem, 'root' | 'project' | 'item'>,
  about: string | undefined,
  desk: PhaseDesk,
): Promise<PlaybookFacts> {
  const names = item.coverage.requirements.map(({ requirement }) => requirement.name.value);
  const wish = [about ?? '', itemTitle(item) ?? '', ...names].join('\n');
  const touched = item.files.map(({ named }) => named.value);
  return codeFacts(phase, { root, paths: project.code?.paths }, { wish, touched }, desk);
}
