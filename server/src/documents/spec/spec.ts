import type { Block, Heading, Table } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import type { Step } from '../steps.js';

/** `docs/specs/{ID}.md`, as the formats reference describes it. */
export interface Spec {
  /** The first level-1 heading. */
  readonly title?: SpecTitle;
  readonly metadata?: Metadata;
  /** Every heading of the document, in order. */
  readonly headings: readonly Heading[];
  /** Every level-2 heading with what is below it, duplicates too. */
  readonly sections: readonly Section[];
  /** From every section named Requirements; in document order, duplicates too. */
  readonly requirements: readonly Requirement[];
  /** From every section named Acceptance Criteria; in document order, duplicates too. */
  readonly criteria: readonly Criterion[];
  readonly implementationSteps: readonly ImplementationStep[];
  readonly securityChecks: readonly SecurityCheck[];
  readonly dependencySurface?: DependencySurface;
}

export interface SpecTitle {
  readonly heading: Heading;
  /** The item id the title begins with. */
  readonly id?: Located;
  /** The title without id and separator. */
  readonly text: Located;
}

/** The table with the header `| Field | Value |`; never the one of the Dependency Surface. */
export interface Metadata {
  readonly table: Table;
  readonly rows: readonly FieldRow[];
}

/** One row of a Field/Value table; an empty cell has an empty value and an empty span inside the cell. */
export interface FieldRow {
  readonly span: Span;
  readonly key: Located;
  readonly value: Located;
}

/** The sections a spec is known to have, by the name documents and messages use. */
export const sectionNames = {
  background: 'Background',
  requirements: 'Requirements',
  acceptanceCriteria: 'Acceptance Criteria',
  targetCallChain: 'Target Call Chain',
  implementationSteps: 'Implementation Steps',
  securityScope: 'Security Scope',
  outOfScope: 'Out of Scope',
  technicalDesign: 'Technical Design',
  dependencySurface: 'Dependency Surface',
  journeySegment: 'Journey Segment',
} as const;

export type SectionName = keyof typeof sectionNames;

export interface Section {
  readonly heading: Heading;
  /** Known sections only; `## Non-Goals` counts as Out of Scope. Letter case is ignored, anything else must match. A setext heading counts too. */
  readonly name?: SectionName;
  /** From the heading to the next heading of level 2, trailing blank lines left out. */
  readonly span: Span;
  /** What is below the heading, deeper headings included. */
  readonly blocks: readonly Block[];
}

/** RFC 2119 words, in the form the requirement uses. */
export type RequirementLevel = 'MUST' | 'SHOULD' | 'MAY';

export interface Requirement {
  /** Normalised: `R1`. */
  readonly id: string;
  readonly idSpan: Span;
  readonly number: number;
  readonly heading: Heading;
  /** The heading's text after id and separator, without the level in parentheses. */
  readonly name: Located;
  /** `(MUST)`, `(SHOULD)`, `(MAY)` in the heading (`MUST NOT` counts as MUST, the span is that of `MUST`); else undefined. */
  readonly level?: Located<RequirementLevel>;
  /** The first RFC 2119 word of heading or body, in upper case; not in fences, code spans and comments. */
  readonly keyword?: Located;
  /** Heading and body. */
  readonly span: Span;
  readonly blocks: readonly Block[];
}

export interface Criterion {
  /** Normalised: `AC1`, or `Scenario 1`. */
  readonly id: string;
  readonly idSpan: Span;
  readonly number: number;
  readonly heading: Heading;
  readonly name: Located;
  /** The requirement ids the heading and body cite, in fences too, ranges expanded (each with the span of the range). */
  readonly cites: readonly Located[];
  readonly steps: readonly Step[];
  readonly span: Span;
  readonly blocks: readonly Block[];
}

export interface ImplementationStep {
  readonly span: Span;
  readonly step: Located;
  readonly file: Located;
  readonly action: Located;
}

export interface SecurityCheck {
  /** `SEC-1` … */
  readonly id: Located;
  readonly applicable?: Located;
  readonly reason?: Located;
  readonly span: Span;
}

export interface DependencySurface {
  readonly section: Section;
  readonly rows: readonly FieldRow[];
  /** The item ids in the `Depends on` cell. */
  readonly dependsOn: readonly Located[];
  /** The paths in the `Touches` cell, backticks removed. */
  readonly touches: readonly Located[];
}
