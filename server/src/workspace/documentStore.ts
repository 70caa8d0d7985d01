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
  readonly facts: AnyDocument['facts'];
  /** Of kinds that are kept whole. */
  readonly model?: AnyDocument['model'];
  /** What was said of it, as JSON; empty where nothing is known. */
  readonly said: string;
  /** The rest of it, as JSON, where it is what was kept before. */
  readonly line?: string | undefined;
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
    this.#now.set(source.path, stamp === kept.stamp ? kept : { ...kept, stamp, line: undefined });
    return this.#unread(source, kept, () => text);
  }

  /** Keeps a document that was read and parsed. */
  add(source: DocumentSource, { kind, path, text, facts, model, problems }: AnyDocument): void {
    if (problems.some((problem) => problem.kind === 'unreadable')) return;
    const whole = registeredKinds.get(kind).modelIsKept ? { model } : {};
    this.#now.set(path, {
      kind,
      stamp: this.#stampOf(source),
      hash: contentHash(text),
      facts,
      said: '',
      ...whole,
    });
    this.#isChanged = true;
  }

  /** The hash of a document's text; undefined where it is none of those that are kept. */
  hashOf(path: string): string | undefined {
    return this.#now.get(path)?.hash;
  }

  /** What was said of a document when it was judged last, and kept by `say`. */
  said(path: string): unknown {
    const said = this.#now.get(path)?.said;
    return said ? JSON.parse(said) : undefined;
  }

  say(path: string, said: object): void {
    const kept = this.#now.get(path);
    if (kept) this.#now.set(path, { ...kept, said: JSON.stringify(said) });
    this.#isChanged = true;
  }

  /**
   * What is to be kept; undefined where it is what was kept before.
   *
   * @param isPart not all documents were looked at, so that what is kept of others stays.
   */
  text(isPart: boolean): string | undefined {
    const all = isPart ? new Map([...this.#kept, ...this.#now]) : this.#now;
    if (!this.#isChanged && all.size === this.#kept.size) return undefined;
    return Array.from(
      all,
      ([
        path,
        {
          kind,
          stamp,
          hash,
          facts,
          said,
          model,
          line = JSON.stringify([path, kind, stamp, hash, facts ?? null, ...(model ? [model] : [])]),
        },
      ]) => `${line}\t${said}`,
    ).join('\n');
  }

  #stampOf({ stamp }: DocumentSource): string {
    return stamp && stamp.changedAt < this.#began - coarsestTime ? stamp.text : '';
  }

  #unread({ kind, path }: DocumentSource, { facts, model }: Kept, read: () => string): AnyDocument {
    const item = registeredKinds.get(kind).itemOf?.(path);
    const known = { kind, path, facts, ...(model ? { model } : {}), ...(item === undefined ? {} : { item }) };
    return unreadDocument(known, read, (text) => {
      const document = parseAtOnce(kind, path, text);
      if (!document) throw new Error(`${path} cannot be parsed at once`);
      return document;
    });
  }
}

/** Whether a document of a kind can be parsed whenever it is asked for, and others ask no more than its facts. */
export function isKeepable(kind: AnyDocument['kind'], path: string): boolean {
  // The parser of Gherkin has to be loaded first.
  const definition = registeredKinds.get(kind);
  return (definition.facts !== undefined || definition.modelIsKept === true) && !/\.feature(?:\.md)?$/iu.test(path);
}

function textOf({ path, files, place, options }: DocumentSource, hash: string): string {
  const result = files.read(place, options);
  const decoded = !(result instanceof Promise) && result.kind === 'file' ? decodeText(result.bytes) : undefined;
  if (decoded?.kind !== 'text' || contentHash(decoded.text) !== hash)
    throw new Error(`${path} has changed while it was judged`);
  return decoded.text;
}

/** @throws Error where it is none of ours. */
function parseKept(text: string): ReadonlyMap<string, Kept> {
  const all = new Map<string, Kept>();
  for (const whole of text === '' ? [] : text.split('\n')) {
    const end = whole.indexOf('\t');
    const line = whole.slice(0, end);
    const [path, kind, stamp, hash, facts, model] = JSON.parse(line) as KeptLine; // what this build has written
    const known = { kind, stamp, hash, facts: facts ?? undefined, said: whole.slice(end + 1), line };
    all.set(path, model ? { ...known, model } : known);
  }
  return all;
}

type KeptLine = readonly [
  path: string,
  kind: AnyDocument['kind'],
  stamp: string,
  hash: string,
  facts: Kept['facts'] | null,
  model?: AnyDocument['model'],
];
