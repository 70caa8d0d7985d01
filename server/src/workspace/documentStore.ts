import { contentHash } from '../base/contentHash.js';
import { decodeText } from '../base/decodeText.js';
import type { AnyDocument } from '../documents/document.js';
import { parseAtOnce } from '../documents/parseDocument.js';
import { registeredKinds } from '../documents/registry.js';
import { unreadDocument } from '../documents/unreadDocument.js';
import type { FileStamp, FileSystem, ReadOptions } from './ports.js';

/** Where a document is looked for. */
export interface DocumentSource {
  readonly kind: AnyDocument['kind'];
  /** Relative to the project root, with `/`. */
  readonly path: string;
  /** As it was before the file was read; undefined where nothing can be told by it. */
  readonly stamp: FileStamp | undefined;
  readonly files: FileSystem;
  /** Absolute. */
  readonly place: string;
  readonly options: ReadOptions;
}

/** What is kept of a document. */
interface Kept {
  readonly kind: AnyDocument['kind'];
  /** Empty where it had changed so lately that another change might leave the same one. */
  readonly stamp: string;
  readonly hash: string;
  /** As JSON, as most of it is never asked for; empty where there are none. */
  readonly facts: string;
  /** Of kinds that are kept whole, as JSON; else empty. */
  readonly model: string;
  /** What stands for all that others could ask of the documents when it was judged last; empty where that is not known. */
  readonly world: string;
  /** What was said of it, as JSON; empty where nothing is known. */
  readonly said: string;
}

/**
 * Times of files are no finer than this on some file systems (FAT, HFS+): what changed twice within it may show one time. As git
 * has it for its index: what had changed that lately is not trusted.
 */
const coarsestTime = 3_000;

/**
 * What is known of a project's documents from an earlier run, and what is to be kept for the next. A file with the stamp that it
 * had (size, times and number) is not opened, and one with the content that it had is not parsed: of both, the facts are known.
 */
export class DocumentStore {
  readonly #began: number;
  readonly #kept: ReadonlyMap<string, Kept>;
  readonly #now = new Map<string, Kept>();
  /** Of these, a document has another text than when the others were judged. */
  readonly #changedItems = new Set<string | undefined>();
  readonly #judged = new Set<string>();
  #isChanged = false;

  /**
   * @param text what an earlier run left; undefined: nothing.
   * @param began when this run began, before it looked at any file: milliseconds since 1970.
   */
  constructor(text: string | undefined, began: number) {
    this.#began = began;
    this.#kept = text === undefined ? new Map() : parseKept(text);
  }

  /** The document as it was kept, where its file cannot have changed since. */
  unchanged(source: DocumentSource): AnyDocument | undefined {
    const { kind, path, stamp } = source;
    const kept = this.#kept.get(path);
    if (!kept || !stamp || kept.kind !== kind || kept.stamp !== stamp.text) return undefined;
    this.#now.set(path, kept);
    source.files.known?.(source.place, source.options, kept.hash);
    return this.#unread(source, kept, () => textOf(source, kept.hash));
  }

  /** The document as it was kept, where its file has the same text. */
  withSameText(source: DocumentSource, text: string): AnyDocument | undefined {
    const kept = this.#kept.get(source.path);
    if (kept?.kind !== source.kind || kept.hash !== contentHash(text)) return undefined;
    const stamp = this.#stampOf(source);
    if (stamp !== kept.stamp) this.#isChanged = true;
    this.#now.set(source.path, stamp === kept.stamp ? kept : { ...kept, stamp });
    return this.#unread(source, kept, () => text);
  }

  /** Keeps a document that was read and parsed. */
  add(source: DocumentSource, { kind, path, text, facts, model, problems }: AnyDocument): void {
    if (problems.some((problem) => problem.kind === 'unreadable')) return;
    this.#now.set(path, {
      kind,
      stamp: this.#stampOf(source),
      hash: contentHash(text),
      facts: facts === undefined ? '' : JSON.stringify(facts),
      model: registeredKinds.get(kind).modelIsKept ? JSON.stringify(model) : '',
      world: '',
      said: '',
    });
    this.#changedItems.add(itemOf(kind, path));
    this.#isChanged = true;
  }

  /** The hash of a document's text; undefined where it is none of those that are kept. */
  hashOf(path: string): string | undefined {
    return this.#now.get(path)?.hash;
  }

  /** What stands for all that others can ask of a document; undefined where nothing is kept of it. */
  factsOf(path: string): string | undefined {
    const kept = this.#now.get(path);
    return kept && (kept.model === '' ? kept.facts : kept.hash);
  }

  /** Whether a document was judged in this world last, and no document of its item has another text since. */
  isOf(path: string, world: string): boolean {
    const kept = this.#now.get(path);
    return kept?.world === world && !this.#changedItems.has(itemOf(kept.kind, path));
  }

  /** What was said of a document when it was judged last, and kept by `say`. */
  said(path: string): unknown {
    const said = this.#now.get(path)?.said;
    return said ? JSON.parse(said) : undefined;
  }

  say(path: string, said: object, world: string): void {
    const kept = this.#now.get(path);
    if (kept) this.#now.set(path, { ...kept, said: JSON.stringify(said), world });
    this.#judged.add(path);
    this.#isChanged = true;
  }

  /** What was said of a document holds in this world, too. */
  saidAgain(path: string, world: string): void {
    const kept = this.#now.get(path);
    if (kept && kept.world !== world) this.#now.set(path, { ...kept, world });
    this.#judged.add(path);
  }

  /**
   * What is to be kept; undefined where it is what was kept before.
   *
   * @param isPart not all documents were looked at, so that what is kept of others stays.
   */
  text(isPart: boolean): string | undefined {
    const all = isPart ? new Map([...this.#kept, ...this.#now]) : this.#now;
    if (!this.#isChanged && all.size === this.#kept.size) return undefined;
    return Array.from(all, ([path, { kind, stamp, hash, facts, model, world, said }]) => {
      const isOutdated = this.#changedItems.has(itemOf(kind, path)) && !this.#judged.has(path);
      return [JSON.stringify(path), kind, stamp, hash, facts, model, isOutdated ? '' : world, said].join('\t');
    }).join('\n');
  }

  #stampOf({ stamp }: DocumentSource): string {
    return stamp && stamp.changedAt < this.#began - coarsestTime ? stamp.text : '';
  }

  #unread({ kind, path }: DocumentSource, { facts, model }: Kept, read: () => string): AnyDocument {
    const item = itemOf(kind, path);
    const known = {
      kind,
      path,
      facts: () => (facts === '' ? undefined : (JSON.parse(facts) as AnyDocument['facts'])), // what this build has written
      ...(model === '' ? {} : { model: () => JSON.parse(model) as AnyDocument['model'] }), // likewise
      ...(item === undefined ? {} : { item }),
    };
    return unreadDocument(known, read, (text) => {
      const document = parseAtOnce(kind, path, text);
      if (!document) throw new Error(`${path} cannot be parsed at once`);
      return document;
    });
  }
}

/** Whether others can ask something of documents of a kind. */
export function isAskedOf(kind: AnyDocument['kind']): boolean {
  const definition = registeredKinds.get(kind);
  return definition.facts !== undefined || definition.modelIsKept === true;
}

/** Whether a document of a kind can be parsed whenever it is asked for, and others ask no more than its facts. */
export function isKeepable(kind: AnyDocument['kind'], path: string): boolean {
  // The parser of Gherkin has to be loaded first.
  return isAskedOf(kind) && !/\.feature(?:\.md)?$/iu.test(path);
}

function textOf({ path, files, place, options }: DocumentSource, hash: string): string {
  const result = files.read(place, options);
  const decoded = !(result instanceof Promise) && result.kind === 'file' ? decodeText(result.bytes) : undefined;
  if (decoded?.kind !== 'text' || contentHash(decoded.text) !== hash)
    throw new Error(`${path} has changed while it was judged`);
  return decoded.text;
}

function itemOf(kind: AnyDocument['kind'], path: string): string | undefined {
  return registeredKinds.get(kind).itemOf?.(path);
}

/** @throws Error where it is none of ours. */
function parseKept(text: string): ReadonlyMap<string, Kept> {
  const all = new Map<string, Kept>();
  for (const line of text === '' ? [] : text.split('\n')) {
    const [path, kind, stamp, hash, facts, model, world, said] = line.split('\t') as unknown as KeptLine; // what this build has written
    all.set(JSON.parse(path) as string, { kind, stamp, hash, facts, model, world, said });
  }
  return all;
}

type KeptLine = readonly [
  path: string,
  kind: AnyDocument['kind'],
  stamp: string,
  hash: string,
  facts: string,
  model: string,
  world: string,
  said: string,
];
