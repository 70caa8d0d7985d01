import path from 'node:path';
import type { OpenedProject } from '../../project/openProject.js';
import type { CallDesk } from './callDesk.js';

/** A resource, or a template of some: `{id}` stands for an item id. */
export interface ResourceKind {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: 'text/markdown' | 'application/json';
  /** @returns undefined if there is none. */
  readonly read: (desk: CallDesk, id: string) => Promise<string | undefined>;
}

const scheme = 'pactwright://';

/** What can be read, the whole first. */
export const resourceKinds: readonly ResourceKind[] = [
  {
    uri: `${scheme}items`,
    name: 'Items',
    description: 'All items with title and stage',
    mimeType: 'application/json',
    read: async (desk) => {
      const { itemTitle } = await import('../../trace/itemTitle.js');
      const { trace } = await opened(desk, 'documents');
      const items = trace.items
        .flatMap((id) => trace.item(id) ?? [])
        .map((item) => ({ id: item.id, title: itemTitle(item) ?? null, stage: item.stage }));
      return json({ items });
    },
  },
  {
    uri: `${scheme}board`,
    name: 'Board',
    description: 'The sprint board, as it is written',
    mimeType: 'text/markdown',
    read: async (desk) => (await opened(desk, 'documents')).project.ofKind('board')[0]?.text,
  },
  {
    uri: `${scheme}findings`,
    name: 'Findings',
    description: 'What lint and drift report',
    mimeType: 'application/json',
    read: async (desk) => {
      const { findings } = await import('../../execution/queries/findings.js');
      return json((await findings.ask({ ...desk, warn: () => undefined }, {})).data);
    },
  },
  {
    uri: `${scheme}items/{id}`,
    name: 'Item',
    description: 'An item with its requirements, criteria, scenarios, tests, tasks, files, commits and gaps',
    mimeType: 'application/json',
    read: async (desk, id) => {
      const { itemReport } = await import('../../trace/itemReport.js');
      const report = itemReport((await opened(desk, 'git')).trace, id);
      return report && json(report);
    },
  },
  {
    uri: `${scheme}specs/{id}`,
    name: 'Spec',
    description: 'The spec of an item, as it is written',
    mimeType: 'text/markdown',
    read: async (desk, id) => (await opened(desk, 'documents')).project.spec(id)?.text,
  },
];

export const isTemplate = ({ uri }: Pick<ResourceKind, 'uri'>): boolean => uri.includes('{id}');

/** The kind of a resource and the id in its address; undefined if there is no such kind. */
export function kindOfUri(uri: string): { readonly kind: ResourceKind; readonly id: string } | undefined {
  for (const kind of resourceKinds) {
    if (!isTemplate(kind)) {
      if (kind.uri === uri) return { kind, id: '' };
      continue;
    }
    const start = kind.uri.slice(0, kind.uri.indexOf('{'));
    const id = uri.startsWith(start) ? uri.slice(start.length) : '';
    if (/^[\w-]+$/.test(id)) return { kind, id };
  }
  return undefined;
}

/** What a project's documents are found by: when one of these files and folders changes, so may any resource. */
export interface WatchedProject {
  /** Absolute: the documents, their folders, and those above them up to the root. */
  readonly places: readonly string[];
  /** The addresses of all resources there are. */
  readonly uris: readonly string[];
}

/** @throws UsageError if there is no project. */
export async function watchedProject(desk: Pick<CallDesk, 'machine' | 'folder'>): Promise<WatchedProject> {
  const { root, project, trace } = await opened(desk, 'documents');
  const places = new Set([root]);
  for (const document of project.documents) {
    let place = path.join(root, ...document.path.split('/'));
    for (; !places.has(place); place = path.dirname(place)) places.add(place);
  }
  const uris = resourceKinds.flatMap((kind) =>
    isTemplate(kind) ? trace.items.map((id) => kind.uri.replace('{id}', id)) : [kind.uri],
  );
  return { places: [...places], uris };
}

async function opened(
  { machine, folder }: Pick<CallDesk, 'machine' | 'folder'>,
  needs: 'documents' | 'git',
): Promise<OpenedProject> {
  const { chooseProject } = await import('../../project/lintTargets.js');
  const { openProject } = await import('../../project/openProject.js');
  const { root, others } = await chooseProject(folder, machine.files, false);
  return openProject(machine, { root, otherRoots: others }, needs);
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
