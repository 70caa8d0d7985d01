import type { Located, Span } from '../markdown/span.js';

/** The Gherkin step keywords in the form documents are compared by. */
export type StepKeyword = 'Given' | 'When' | 'Then' | 'And' | 'But' | '*';

/** One Given/When/Then line of a criterion or scenario, whatever its form. */
export interface Step {
  readonly keyword: StepKeyword;
  /** The keyword as written, without emphasis marks. */
  readonly keywordSpan: Span;
  /** The whole step, with bullet and emphasis, without line break. */
  readonly span: Span;
  /** Where nothing follows the keyword on its line: the first line below it that is no step, outside `span` then. */
  readonly text: Located;
  /** `bold`: `**Given** …`; `plain`: `- Given …`; `gherkin`: inside a fence or a feature file. */
  readonly form: 'bold' | 'plain' | 'gherkin';
}
