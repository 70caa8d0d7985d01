import type { Heading } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import type { Step } from '../steps.js';

/** `docs/test_cases/{ID}_case.md`, `.feature` or `.feature.md`. */
export interface TestCase {
  readonly format: 'markdown' | 'feature' | 'featureMarkdown';
  readonly title?: TestCaseTitle;
  /** The `> Spec: docs/specs/{ID}.md` line's path. */
  readonly specPath?: Located;
  readonly headings: readonly Heading[];
  /** The level-2 headings that group scenarios: `## TC-1: …`, `## AC1: …`. Also those without any scenario. */
  readonly groups: readonly ScenarioGroup[];
  readonly scenarios: readonly Scenario[];
  /** Lines of Gherkin that a Gherkin parser skips: free text below a title line; in `.feature.md` headings, items and rows that are no Gherkin, and steps without a bullet. */
  readonly ignored?: readonly Located[];
}

export interface TestCaseTitle {
  readonly span: Span;
  readonly id?: Located;
  readonly text: Located;
}

export interface ScenarioGroup {
  readonly heading: Heading;
  /** `TC-1` or `AC1` at the start of the heading, as written. */
  readonly id?: Located;
  /** Criterion and requirement ids the heading names, ranges expanded. */
  readonly cites: readonly Located[];
  readonly span: Span;
}

export interface Scenario {
  /** `TC-1`, as written; undefined if the scenario has none. */
  readonly id?: Located;
  /** The level-2 heading the scenario is under. */
  readonly group?: ScenarioGroup;
  readonly name: Located;
  /** Where a finding about the scenario as a whole is shown: its heading or title line. */
  readonly headingSpan: Span;
  readonly span: Span;
  /** Criterion and requirement ids (`AC1`, `R2`) that heading, group or tags name, ranges expanded. */
  readonly cites: readonly Located[];
  readonly tags: readonly Located[];
  /** Steps of the Backgrounds that run before the scenario's own; only Gherkin has them. */
  readonly background?: readonly Step[];
  readonly steps: readonly Step[];
  readonly outline: boolean;
  readonly examples: readonly Examples[];
  readonly form: 'heading' | 'bold' | 'gherkin';
}

export interface Examples {
  readonly span: Span;
  /** Rows below the header row. */
  readonly rows: number;
}
