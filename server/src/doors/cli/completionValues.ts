import path from 'node:path';
import { entriesOf } from '../../documents/board/board.js';
import { itemOf } from '../../documents/documentKind.js';
import type { DocumentKind } from '../../documents/document.js';
import { parseDocument } from '../../documents/parseDocument.js';
import type { Completes } from '../../operations/input.js';
import { readRoles } from '../../execution/agents/knownRoles.js';
import { OpenedProject, portsOf } from '../../project/openProject.js';
import { readTextFile } from '../../project/readTextFile.js';
import { allRules } from '../../rules/registry.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { ruleSettings } from '../../workspace/configurationSchema.js';

/** What a shell may put in for the word that is typed. */
export interface Candidate {
  readonly text: string;
  readonly description: string;
}

/** The word that is typed. */
export interface Typed {
  readonly word: string;
  /** Absolute: where the project is looked for. */
  readonly folder: string;
  readonly io: { readonly machine: Machine };
}

/** Values that a project or a registry has. */
export async function completionValues(
  kind: Exclude<Completes, readonly string[] | 'path' | 'folder'>,
  { word, folder, io: { machine } }: Typed,
): Promise<readonly Candidate[]> {
  switch (kind) {
    case 'rule':
      return rules('');
    case 'ruleSetting':
      return word.includes('=') ? ruleSettings.flatMap((level) => rules(`=${level}`)) : rules('=');
    case 'role':
      return rolesOf(folder, machine);
    case 'item':
      return (await readItems(folder, machine))?.items ?? [];
    case 'part': {
      const found = await readItems(folder, machine);
      return !found ? [] : word.includes('/') ? partsOf(word.slice(0, word.indexOf('/')), found, machine) : found.items;
    }
  }
}

async function rolesOf(folder: string, { files }: Machine): Promise<readonly Candidate[]> {
  const { roles } = await readRoles(files, (await findProjectAbove(folder, files)) ?? folder);
  return Array.from(roles.values(), ({ name, title }) => ({ text: name, description: title }));
}

const rules = (ending: string): readonly Candidate[] =>
  allRules.map(({ code, summary }) => ({ text: `${code}${ending}`, description: summary }));

interface Items {
  readonly root: string;
  readonly items: readonly Candidate[];
  /** The specs and test cases, by path. */
  readonly documents: ReadonlyMap<string, DocumentKind>;
}

/** The items of the project at or above a folder, by the names of its files and by its board. */
async function readItems(folder: string, machine: Machine): Promise<Items | undefined> {
  const root = await findProjectAbove(folder, machine.files);
  if (root === undefined) return undefined;
  const documents = new Map<string, DocumentKind>();
  const kindsToRead = (kinds: ReadonlyMap<string, DocumentKind>): ReadonlySet<DocumentKind> => {
    for (const [file, kind] of kinds) if (kind === 'spec' || kind === 'testCase') documents.set(file, kind);
    return new Set<DocumentKind>(['board']);
  };
  const { index } = new OpenedProject(portsOf(machine), { root, otherRoots: [], kindsToRead });
  await index.load();
  const items = new Map<string | undefined, string>([...documents].map(([file, kind]) => [itemOf(kind, file), '']));
  for (const { model } of index.project().ofKind('board'))
    for (const { id, title } of entriesOf(model)) items.set(id?.value, title.value);
  return {
    root,
    documents,
    items: [...items]
      .flatMap(([text, description]) => (text === undefined ? [] : [{ text, description }]))
      .sort(byText),
  };
}

const byText = (one: Candidate, other: Candidate): number => (one.text < other.text ? -1 : 1);

/** The requirements, criteria and scenarios of an item. */
async function partsOf(item: string, { root, documents }: Items, { files }: Machine): Promise<readonly Candidate[]> {
  const parts: Candidate[] = [];
  const add = (id: string | undefined, description: string): void => {
    if (id !== undefined) parts.push({ text: `${item}/${id}`, description });
  };
  for (const [file, kind] of documents) {
    if (itemOf(kind, file) !== item) continue;
    const text = (await readTextFile(path.join(root, ...file.split('/')), files)) ?? '';
    const document = await parseDocument(kind, file, text);
    if (document.kind === 'spec')
      for (const { id, name } of [...document.model.requirements, ...document.model.criteria]) add(id, name.value);
    if (document.kind === 'testCase') for (const { id, name } of document.model.scenarios) add(id?.value, name.value);
  }
  return parts;
}
