import path from 'node:path';
import type { AnyDocument, DocumentKind, ParsedDocument } from '../documents/document.js';
import { documentKindOf } from '../documents/documentKind.js';
import { configurationPath } from '../documents/config/kind.js';
import { parseDocument } from '../documents/parseDocument.js';
import { type Configuration, defaultConfiguration, readConfiguration } from './configuration.js';
import { decodeText } from '../base/decodeText.js';
import { createPathFilter } from '../base/globs.js';
import { createLimiter } from '../base/limiter.js';
import { registeredKinds } from '../documents/registry.js';
import { listDocuments, mayHoldDocuments, type UnlistedFolder } from './listDocuments.js';
import type { FileSystem, ReadResult } from './ports.js';
import { createProject, placeOf, type Project } from './project.js';
import { relativePath } from '../base/relativePath.js';
import { createTimeSlices } from '../base/timeSlices.js';

/** All documents of one project root, read once and kept up to date file by file. Paths are relative to the root, with `/`. */
export interface ProjectIndex {
  /** Absolute. */
  readonly root: string;
  /**
   * Reads everything: at first, and whenever it is not known what changed. A file with the text it had keeps its very
   * document object, so that whatever is remembered of the object stays true.
   *
   * @throws the signal's reason once it is aborted; the index then holds what was read so far.
   */
  load(signal?: AbortSignal): Promise<IndexChange>;
  /** Looks at one file (or folder) again that was changed, created or deleted on disk. One file costs one read. */
  update(path: string, signal?: AbortSignal): Promise<IndexChange>;
  /** From now on the document at `path` has this text, whatever the disk says: it is open in an editor. */
  setOverlay(path: string, text: string): Promise<IndexChange>;
  /** The document is no longer open: the disk counts again. */
  clearOverlay(path: string): Promise<IndexChange>;
  /** The documents as they are now; the same object until something changes. */
  project(): Project;
  document(path: string): AnyDocument | undefined;
  /** The configuration in force, and why the file of the root is not, where it is not. */
  configuration(): ConfigurationInForce;
  /** Whether the configuration leaves this path out, or it belongs to a project inside this one. */
  isIgnored(path: string): boolean;
}

export interface IndexChange {
  /** New or different documents. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether another configuration is in force now. */
  readonly configuration: boolean;
}

export interface ConfigurationInForce {
  readonly value: Configuration;
  /** What is wrong with the file; `value` is then the last one that was right. */
  readonly problem?: ConfigurationProblem;
}

export interface ConfigurationProblem {
  /** A sentence without full stop. */
  readonly message: string;
  /** From 1; undefined where the whole file cannot be read. */
  readonly line?: number;
}

export interface ProjectIndexOptions {
  /** Absolute. */
  readonly root: string;
  readonly files: FileSystem;
  /** Used instead of the root's own configuration file. */
  readonly configuration?: Configuration;
  /** Absolute paths of other project roots; what lies in those inside `root` belongs to them. */
  readonly otherRoots?: readonly string[];
  /**
   * Which kinds of documents `load` reads, given the kind of every path where one may be; all where it is left out. The
   * configuration is read in any case.
   */
  readonly kindsToRead?: (kinds: ReadonlyMap<string, DocumentKind>) => ReadonlySet<DocumentKind>;
  /** Longer files are not read but reported as unreadable. */
  readonly maxBytes?: number;
}

const atOnce = <T>(task: () => T | Promise<T>): T | Promise<T> => task();

const mostReads = 20;
const sliceMilliseconds = 10;
/**
 * The longest documents known have under two tenths of a megabyte. Beyond this a file is a mistake, and parsing and judging it
 * at one go would keep every request waiting.
 */
const defaultMaxBytes = 1024 * 1024;

interface Entry {
  readonly document: AnyDocument;
  readonly content: Content;
}

type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'noText'; readonly message: string }
  | { readonly kind: 'missing' };

interface Outcome {
  readonly path: string;
  readonly what: 'changed' | 'removed' | 'same';
}

export function createProjectIndex(options: ProjectIndexOptions): ProjectIndex {
  const { root, files, maxBytes = defaultMaxBytes } = options;
  const limit = files.blocking ? atOnce : createLimiter(mostReads);
  // Where reading blocks, nobody waits who could have a turn.
  const slices = files.blocking ? { run: atOnce } : createTimeSlices(sliceMilliseconds);
  const nested = (options.otherRoots ?? []).flatMap((other) => {
    const relative = relativePath(root, other);
    return relative ? [`${relative}/`] : [];
  });

  const entries = new Map<string, Entry>();
  const overlays = new Map<string, string>();
  let configuration: ConfigurationInForce = { value: options.configuration ?? defaultConfiguration };
  let configuredBy: AnyDocument | undefined;
  let ignores = createPathFilter(configuration.value.ignore);
  // The project as it was asked for last, and what was found to be different since.
  let last: Project | undefined;
  const touched = new Set<string>();
  // Every look at a path has a number; once a newer look has its answer, that of an older one is dropped.
  let looks = 0;
  const answered = new Map<string, number>();
  let loads = 0;
  let unlisted: ReadonlyMap<string, UnlistedFolder<DocumentKind>> = new Map();

  const isIgnored = (file: string): boolean =>
    file !== configurationPath && (ignores(file) || nested.some((folder) => file.startsWith(folder)));

  const kindOf = (file: string): AnyDocument['kind'] | undefined =>
    isIgnored(file) ? undefined : (documentKindOf(file, configuration.value.paths) ?? unlisted.get(file)?.kind);

  const read = async (file: string, within: string): Promise<Content> => {
    const overlay = overlays.get(file);
    if (overlay !== undefined)
      return overlay.length > maxBytes ? tooLong(file, overlay.length, maxBytes) : { kind: 'text', text: overlay };
    const folder = unlisted.get(file);
    if (folder) return noText(`The folder cannot be read (${folder.problem}): ${wayOut(file, 'make it readable')}`);
    return toContent(
      file,
      await limit(() => files.read(path.join(root, ...file.split('/')), { within, maxBytes })),
      maxBytes,
    );
  };

  /** All documents in path order; where none came or went, those before with the new ones in their places. */
  const inOrder = (): readonly AnyDocument[] => {
    const before = last?.documents;
    if (before?.length === entries.size) {
      const documents = [...before];
      const isReplaced = (file: string): boolean => {
        const at = placeOf(before, file);
        const document = entries.get(file)?.document;
        if (at >= 0 && document) documents[at] = document;
        return at >= 0 && document !== undefined;
      };
      if ([...touched].every(isReplaced)) return documents;
    }
    return Array.from(entries.values(), ({ document }) => document).sort((a, b) => (a.path < b.path ? -1 : 1));
  };

  const remove = (file: string): Outcome => {
    if (!entries.delete(file)) return { path: file, what: 'same' };
    touched.add(file);
    return { path: file, what: 'removed' };
  };

  /** @param wanted asked again after every wait: false drops what was found. */
  const look = async (file: string, within: string, wanted: () => boolean = () => true): Promise<Outcome> => {
    const number = ++looks;
    const answer = (what: Outcome['what'], entry?: Entry): Outcome => {
      answered.set(file, number);
      if (what !== 'same') touched.add(file);
      if (entry) entries.set(file, entry);
      return { path: file, what };
    };
    const kind = kindOf(file);
    const configuredThen = configuration;
    const dropped = (): boolean =>
      (answered.get(file) ?? 0) > number || (configuration !== configuredThen && kindOf(file) !== kind) || !wanted();
    if (kind === undefined) return remove(file);
    const content = await read(file, within);
    if (dropped()) return { path: file, what: 'same' };
    if (content.kind === 'missing') return answer(entries.delete(file) ? 'removed' : 'same');
    const before = entries.get(file);
    if (before?.document.kind === kind && isSame(before.content, content)) return answer('same');
    const document = await slices.run(() => (dropped() ? undefined : parse(kind, file, content, before?.document)));
    if (!document || dropped()) return { path: file, what: 'same' };
    return answer('changed', { document, content });
  };

  const realRoot = async (): Promise<string> => (await files.realPath(root)) ?? root;

  /** Puts the configuration file's word into force, where it has one. @returns what became different. */
  const configure = (): 'same' | 'settings' | 'places' => {
    const document = entries.get(configurationPath)?.document;
    if (options.configuration || document === configuredBy) return 'same';
    configuredBy = document;
    const before = configuration.value;
    configuration = document?.kind === 'config' ? inForce(document, before) : { value: defaultConfiguration };
    if (configuration.value === before) return 'same';
    ignores = createPathFilter(configuration.value.ignore);
    return placesOf(configuration.value) === placesOf(before) ? 'settings' : 'places';
  };

  const loadDocuments = async (signal: AbortSignal | undefined): Promise<Outcome[]> => {
    const load = ++loads;
    const since = looks;
    const wanted = (): boolean => load === loads && signal?.aborted !== true;
    const within = await realRoot();
    const listed = await listDocuments(files, root, configuration.value.paths, registeredKinds);
    if (wanted()) ({ unlisted } = listed);
    const present = new Map<string, DocumentKind>();
    for (const file of [...listed.paths, ...listed.unlisted.keys(), ...overlays.keys()]) {
      const kind = kindOf(file);
      if (kind !== undefined) present.set(file, kind);
    }
    present.delete(configurationPath);
    const kinds = options.kindsToRead?.(present);
    if (kinds) for (const [file, kind] of present) if (!kinds.has(kind)) present.delete(file);
    const outcomes = files.blocking
      ? []
      : await Promise.all([...present.keys()].map((file) => look(file, within, wanted)));
    // One after the other a text is parsed right after it was read, and there are no promises to wait in line.
    if (files.blocking) for (const file of present.keys()) outcomes.push(await look(file, within, wanted));
    signal?.throwIfAborted();
    if (!wanted()) return outcomes;
    for (const file of [...entries.keys()]) {
      // What was looked at meanwhile is newer than the listing.
      if (file === configurationPath || present.has(file) || (answered.get(file) ?? 0) > since) continue;
      outcomes.push(remove(file));
    }
    return outcomes;
  };

  /** Looks at one file; the configuration file brings along whatever follows from it. */
  const lookAndFollow = async (file: string, signal?: AbortSignal): Promise<IndexChange> => {
    const outcome = await look(file, await realRoot());
    if (file !== configurationPath) return toChange([outcome], false);
    const difference = configure();
    const others = difference === 'places' ? await loadDocuments(signal) : [];
    return toChange([outcome, ...others], difference !== 'same');
  };

  const load = async (signal?: AbortSignal): Promise<IndexChange> => {
    signal?.throwIfAborted();
    const outcome = await look(configurationPath, await realRoot());
    const difference = configure();
    return toChange([outcome, ...(await loadDocuments(signal))], difference !== 'same');
  };

  return {
    root,
    load,
    update: async (file, signal) => {
      // Whoever can tell of what is in it may be able to list it by now.
      if ([...unlisted.keys()].some((folder) => file === folder || isBelow(folder)(file))) return load(signal);
      if (kindOf(file) === undefined && !entries.has(file)) {
        // A folder that came, went or was renamed is often told by its own name only.
        const folder =
          mayHoldDocuments(file, configuration.value.paths, registeredKinds) || [...entries.keys()].some(isBelow(file));
        return folder ? load(signal) : toChange([], false);
      }
      return lookAndFollow(file, signal);
    },
    setOverlay: (file, text) => {
      overlays.set(file, text);
      return lookAndFollow(file);
    },
    clearOverlay: (file) => {
      overlays.delete(file);
      return lookAndFollow(file);
    },
    project: () => {
      if (last && touched.size === 0) return last;
      last = createProject(inOrder(), last);
      touched.clear();
      return last;
    },
    document: (file) => entries.get(file)?.document,
    configuration: () => configuration,
    isIgnored,
  };
}

const isBelow =
  (folder: string) =>
  (file: string): boolean =>
    file.startsWith(`${folder}/`);

function isSame(one: Content, other: Content): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  return (
    one.kind === other.kind && (one.kind === 'missing' || (other.kind === 'noText' && one.message === other.message))
  );
}

/** What helps with a file that can be done without. The configuration cannot leave itself out. */
function wayOut(file: string, way: string): string {
  return file === configurationPath ? `${way}, or remove it` : `${way}, or list it under \`ignore\``;
}

function toContent(file: string, result: ReadResult, maxBytes: number): Content {
  switch (result.kind) {
    case 'file':
      return decodeText(result.bytes);
    case 'missing':
      return { kind: 'missing' };
    case 'directory':
      return noText(
        `This is a folder where a file is expected: ${wayOut(file, file === configurationPath ? 'put a file in its place' : 'rename it')}`,
      );
    case 'tooLarge':
      return tooLong(file, result.size, maxBytes);
    case 'outside':
      return noText(
        `This is a link that leads out of the project, where nobody else has the file: ${wayOut(file, 'put the file itself here')}`,
      );
    case 'error':
      return noText(`The file cannot be read (${result.message}): ${wayOut(file, 'make it readable')}`);
  }
}

function tooLong(file: string, size: number, maxBytes: number): Content {
  return noText(
    `The file has ${megabytes(size)} MB and files over ${megabytes(maxBytes)} MB are not read: ${wayOut(file, 'split it')}`,
  );
}

function noText(message: string): Content {
  return { kind: 'noText', message };
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}

async function parse(
  kind: AnyDocument['kind'],
  file: string,
  content: Exclude<Content, { readonly kind: 'missing' }>,
  before: AnyDocument | undefined,
): Promise<AnyDocument> {
  if (content.kind === 'text') return parseDocument(kind, file, content.text, before);
  const empty = await parseDocument(kind, file, '');
  return { ...empty, problems: [{ kind: 'unreadable', message: content.message, span: { start: 0, end: 0 } }] };
}

function inForce(document: ParsedDocument<'config'>, lastGood: Configuration): ConfigurationInForce {
  const [problem] = document.problems;
  // A key that stands twice is a problem, too, but leaves something to read.
  if (problem && document.model.root === undefined) {
    const { kind, message, span } = problem;
    const place = kind === 'unreadable' ? {} : { line: document.lines.positionAt(span.start).line + 1 };
    return { value: lastGood, problem: { message, ...place } };
  }
  return { value: readConfiguration(document.model).configuration };
}

function placesOf({ paths, ignore }: Configuration): string {
  return JSON.stringify([paths, ignore]);
}

function toChange(outcomes: readonly Outcome[], configuration: boolean): IndexChange {
  const of = (wanted: Outcome['what']): string[] =>
    outcomes.flatMap(({ path: file, what }) => (what === wanted ? [file] : []));
  return { changed: of('changed'), removed: of('removed'), configuration };
}
