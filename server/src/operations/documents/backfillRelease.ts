import type { ParsedDocument } from '../../documents/document.js';
import { setField } from '../../documents/spec/fieldEdits.js';
import { hasStatus, metadataRow } from '../../documents/spec/specStatus.js';
import { entryTraces } from '../../trace/entryTraces.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { Project } from '../../workspace/project.js';
import { defineOperation } from '../operation.js';
import { versionField } from '../support/versionField.js';

/** Fills in the version of all that is finished and has none. */
export const backfillRelease = defineOperation({
  name: 'backfill-release',
  group: 'documents',
  summary: 'Sets the Release of every finished item that has none yet',
  details:
    'Sets the Release if it is `TBD` (in any case), the Status of the spec is Done, and the item has its own entry in Done on the board or in the archive. Items that are only mentioned there do not count. `data` lists what was set, and what was skipped and why.',
  example: { version: '1.4.0' },
  fields: { version: versionField },
  reads: ['spec', 'board', 'archive'],
  needs: 'documents',
  writes: true,
  plan: ({ project }, { version }) => {
    const finished = finishedEntries(project);
    const filled: string[] = [];
    const left: { readonly item: string; readonly reason: string }[] = [];
    const changes = project.ofKind('spec').flatMap((spec): readonly FileChange[] => {
      const { item } = spec;
      if (item === undefined || metadataRow(spec.model.metadata, 'Release')?.value.value.toUpperCase() !== 'TBD')
        return [];
      const reason = whyOpen(spec, finished.has(item));
      const edit = reason === undefined ? setField(spec, 'Release', version) : undefined;
      if (!edit) {
        left.push({ item, reason: reason ?? 'its Release cannot be changed' });
        return [];
      }
      filled.push(item);
      return [{ kind: 'edit', path: spec.path, edits: [edit] }];
    });
    const rest = left.map(({ item, reason }) => `skipped ${item}: ${reason}`);
    const first =
      filled.length === 0
        ? 'every finished item has a Release'
        : `the Release of ${filled.join(', ')} is now ${version}`;
    return { changes, answer: { message: [first, ...rest].join('\n'), data: { version, filled, left } } };
  },
});

/** The items with an entry under Done, or in the archive. */
function finishedEntries(project: Project): ReadonlySet<string> {
  return new Set([
    ...project
      .ofKind('board')
      .flatMap((board) => entryTraces(board).flatMap(({ id, trace }) => (trace.kind === 'done' ? [id] : []))),
    ...project.ofKind('archive').flatMap((archive) => entryTraces(archive).map(({ id }) => id)),
  ]);
}

function whyOpen(spec: ParsedDocument<'spec'>, hasEntry: boolean): string | undefined {
  if (!hasStatus(spec, 'Done')) {
    const status = spec.facts.status?.value;
    return `its Status is ${status === undefined || status === '' ? 'missing' : status}`;
  }
  return hasEntry ? undefined : 'it has no entry in Done or in the archive';
}
