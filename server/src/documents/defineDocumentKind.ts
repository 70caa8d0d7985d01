import type { Block } from '../markdown/blocks.js';
import type { Located, Span } from '../markdown/span.js';
import type { Cut } from './merge/cut.js';
import type { DocumentWith, Problem } from './parsed.js';

/**
 * The longest specs known have under two tenths of a megabyte. Beyond this a file is a mistake, and parsing and judging it at one go
 * would keep every request waiting.
 */
export const usualMostBytes = 1024 * 1024;

/** Boards and their archives grow with every item; one of this size is read in about four seconds. */
export const mostBytesOfBoards = 10 * 1024 * 1024;

/**
 * All there is to know of a kind of document: where its files are, how they are read, and what editor, gates and merges make of
 * them. Each kind is defined once, in `kind.ts` of its folder, and listed in `registry.ts`.
 */
export interface DocumentKindDefinition<
  Name extends string = string,
  Model = unknown,
  Setting extends string = string,
  Facts = unknown,
> {
  /** As rules and operations name it. */
  readonly name: Name;
  readonly place: Place<Setting>;
  /** What it is written in, where that is not Markdown (or Gherkin, as the ending `.feature` says). */
  readonly syntax?: 'yaml';
  /** How many bytes a file of it may have; without it, {@link usualMostBytes}. Longer ones are reported, and not read. */
  readonly mostBytes?: number;
  /** The file belongs to another program, and whether it is committed is that program's matter. */
  readonly foreign?: true;
  /** The work on every item changes it, so that a gate never takes a change of it as outside of an item's work. */
  readonly sharedByItems?: true;
  /** Never throws, whatever the text; parsers that are large are imported when they are needed. */
  readonly parse: (source: Source) => ParsedModel<Model> | Promise<ParsedModel<Model>>;
  /**
   * What other documents may ask of one of this kind: plain data that JSON can hold, small enough to keep of every document while
   * texts and models come and go.
   */
  facts?(model: Model): Facts;
  /** Its whole model is plain data that JSON can hold, and is kept with the facts. */
  readonly modelIsKept?: true;
  /** What `parse` would read, with the unchanged parts kept; undefined: parse it again. */
  reparse?(text: string, before: DocumentWith<Model>): ParsedModel<Model> | undefined;
  /** The item a file is about, by its name; undefined if that is no item id. */
  readonly itemOf?: (path: string) => string | undefined;
  /** What findings are about, for their identity; the kind's name where nothing is said. */
  subject?(document: DocumentWith<Model>): string;
  /** What has an id in it, in order, for the outline and the search for symbols. */
  outline?(document: DocumentWith<Model>): readonly OutlineEntry[];
  /** The parts that a selection grows to; where nothing is said, what is below each heading. */
  parts?(document: DocumentWith<Model>): readonly Span[];
  /** The paths of other documents that it names. */
  links?(document: DocumentWith<Model>): readonly Located[];
  /** Where it presents an item, so that the editor shows the state of the item above it. */
  items?(document: DocumentWith<Model>): readonly Located[];
  /** Sections of its template that it has not yet, each with a heading of level 2 and what is below. */
  missingSections?(document: DocumentWith<Model>): readonly SectionTemplate[];
  /** Its form as data, for tools that write it. @param placeOf the folder or file of a setting. */
  readonly form?: (placeOf: (setting: string) => string) => Readonly<Record<string, unknown>>;
  /** How three versions are merged by what is in them; without it they are merged line by line. */
  readonly merge?: MergeParts;
}

/** Where documents of a kind are. */
export type Place<Setting extends string = string> =
  | (ConfiguredPlace<Setting> & {
      readonly type: 'folder';
      /** Whether a file directly in the folder is such a document, by its name. */
      readonly holds: (name: string) => boolean;
    })
  | (ConfiguredPlace<Setting> & { readonly type: 'file' })
  | {
      readonly type: 'fixedFolder';
      /** Relative to the project root, with `/`. */
      readonly folder: string;
      readonly holds: (name: string) => boolean;
    }
  | {
      readonly type: 'nestedFolder';
      /** Relative to the project root, with `/`: it has a folder for each thing that the documents are about. */
      readonly folder: string;
      /** The folder in each of these that holds the documents. */
      readonly below: string;
      readonly holds: (name: string) => boolean;
    }
  | { readonly type: 'fixed'; readonly paths: readonly string[] };

/** The place of a folder or file that the configuration may move. */
export interface ConfiguredPlace<Setting extends string = string> {
  /** Its key below `paths` in the configuration. */
  readonly setting: Setting;
  /** Relative to the project root, with `/`. */
  readonly default: string;
  /** One sentence for people who write the configuration. */
  readonly about: string;
}

interface Source {
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A model with what its parser could not make sense of. */
export interface ParsedModel<Model> {
  readonly model: Model;
  readonly problems: readonly Problem[];
  readonly blocks: readonly Block[];
}

export type OutlineKind = 'item' | 'requirement' | 'criterion' | 'scenario' | 'entry';

export interface OutlineEntry {
  readonly name: string;
  readonly detail: string;
  readonly kind: OutlineKind;
  readonly span: Span;
  /** Inside `span`. */
  readonly selection: Span;
}

export interface SectionTemplate {
  /** The heading first. */
  readonly lines: readonly string[];
  readonly detail: string;
}

export interface MergeParts {
  /** Where the units of a text begin, in order; what is above the first is prose. */
  readonly cuts: (text: string, blocks: readonly Block[]) => readonly Cut[];
  /** When the text was generated, in milliseconds: of two snapshots the newer one stays. NaN where it does not say. */
  readonly generatedAt?: (text: string, blocks: readonly Block[]) => number;
}

/** Checks a definition, and keeps what is literal in it. */
export function defineDocumentKind<
  const Name extends string,
  Model,
  const Setting extends string = never,
  Facts = undefined,
>(
  definition: DocumentKindDefinition<Name, Model, Setting, Facts>,
): DocumentKindDefinition<Name, Model, Setting, Facts> {
  return definition;
}
