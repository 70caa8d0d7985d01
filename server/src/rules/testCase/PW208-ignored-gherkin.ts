import type { ParsedDocument } from '../../documents/document.js';
import type { Located } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';
import { none } from '../../base/same.js';
import { excerpt } from '../../base/excerpt.js';
import { gherkinFences } from './gherkinLines.js';
import { nearMissKeywords } from './nearMissKeywords.js';
import { scenarioLabel } from './scenarioLabel.js';
import { stepKeywordOf } from './unreadSteps.js';

export const ignoredGherkin = defineRule({
  code: 'PW208',
  name: 'ignored-gherkin',
  summary: 'Gherkin looks right but is ignored',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Gherkin silently treats such a line as a description, not a step, and the scenario passes without it.',
  fix: 'In fences and `.feature` files a step starts with its keyword, without a bullet or bold type, and steps come before the Examples. In `.feature.md` files a step is a bullet, a table is indented by two to five spaces, and a fence is an attachment of the step above.',
  pactkit: 'PactKit does not read Gherkin, only the words Given, When and Then in bold.',
  suspects: ({ model: { format, ignored = none, scenarios } }) =>
    ignored.length > 0 || format === 'featureMarkdown' || scenarios.some(({ examples }) => examples.length > 0),
  *check(document): Generator<Report> {
    yield* ignoredLines(document);
    if (document.model.format === 'featureMarkdown') {
      for (const { span, infoSpan, contentSpan } of gherkinFences(document)) {
        yield {
          span: { start: span.start, end: Math.max(infoSpan.end, span.start) },
          anchor: excerpt(document.text.slice(contentSpan.start, contentSpan.end)),
          message:
            'Gherkin in a fence is ignored in a `.feature.md` file, because the file itself is the feature. Write the scenario as headings and bullets, or name the file `_case.md`.',
        };
      }
    }
    for (const scenario of document.model.scenarios) {
      const [examples] = scenario.examples;
      const late = examples && scenario.steps.find(({ span }) => span.start > examples.span.start);
      if (!late || scenario.form !== 'gherkin') continue;
      yield {
        span: late.span,
        message: `${scenarioLabel(scenario)}: this step comes after the Examples, where Gherkin allows none. Move it above them.`,
        related: [{ document, span: examples.span, message: 'The Examples' }],
      };
    }
  },
});

function* ignoredLines(document: ParsedDocument<'testCase'>): Generator<Report> {
  const { lines, model } = document;
  const { ignored = [] } = model;
  if (ignored.length === 0) return;
  const misspelt = new Set(nearMissKeywords(document).map(({ line }) => line));
  const lineOf = ({ span }: Located): number => lines.positionAt(span.start).line;
  let row: number | undefined;
  for (const line of ignored) {
    const number = lineOf(line);
    const isRow = line.value.startsWith('|');
    // The delimiter row between header and rows is no Gherkin and not among the lines.
    const goesOn = isRow && row !== undefined && number - row <= 2;
    row = isRow ? number : undefined;
    if (goesOn || misspelt.has(number)) continue;
    if (isRow) {
      yield {
        span: line.span,
        message: 'This table is ignored: in a `.feature.md` file each row needs two to five leading spaces. Indent it.',
      };
    } else if (stepKeywordOf(line) !== undefined) {
      yield {
        span: line.span,
        message: `"${excerpt(line.value, 40)}" is read as a description, not a step. ${model.format === 'featureMarkdown' ? 'Write it as a bullet, `* Given …`, below a Scenario heading.' : 'Start the line with the keyword, without bullet or bold type, below a `Scenario:` line.'}`,
      };
    }
  }
}
