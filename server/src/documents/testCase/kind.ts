import type { Block } from '../../markdown/blocks.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { hull } from '../../markdown/span.js';
import { defineDocumentKind, type ParsedModel } from '../defineDocumentKind.js';
import { isMarkdown, isMeantAsItem, itemByName } from '../itemFile.js';
import { parseTestCase } from './parseTestCase.js';
import { hasScenarioId } from './scenarioIds.js';
import type { TestCase } from './testCase.js';

export const testCase = defineDocumentKind({
  name: 'testCase',
  place: {
    type: 'folder',
    setting: 'testCases',
    default: 'docs/test_cases',
    about: 'The folder of the test cases.',
    holds: (name) => /(?:_case\.md|\.feature|\.feature\.md)$/i.test(name) || (isMarkdown(name) && isMeantAsItem(name)),
  },
  parse: ({ path, text }) => parseByFormat(formatOf(path), text),
  facts: ({ scenarios }) => ({ scenarioIds: scenarios.some(hasScenarioId) }),
  itemOf: (path) => itemByName(path, /(?:_case)?(?:\.feature\.md|\.feature|\.md)$/i),
  // By its own text where it names an item, so that a renamed file keeps its findings.
  subject: ({ model, item, path }) => `testCase:${model.title?.id?.value ?? item ?? path}`,
  outline: ({ model }) =>
    model.scenarios.map(({ id, name, span, headingSpan }) => ({
      name: id?.value ?? (name.value || 'Scenario'),
      detail: id ? name.value : '',
      kind: 'scenario',
      // Its heading may be that of its group, which is above it.
      span: hull(span, headingSpan),
      selection: headingSpan,
    })),
  parts: ({ model: { groups, scenarios } }) =>
    [...groups, ...scenarios, ...scenarios.flatMap(({ steps }) => steps)].map(({ span }) => span),
  links: ({ model: { specPath } }) => (specPath ? [specPath] : []),
  form: (placeOf) => ({
    path: `${placeOf('testCases')}/{ID}_case.md`,
    otherForms: ['{ID}.feature', '{ID}.feature.md'],
    title: '# Test Cases: {ID} — {title}',
    spec: `> Spec: ${placeOf('specs')}/{ID}.md`,
    scenario: '## TC-{n}: {name} (AC{n}, R{n})',
    steps: ['- **Given** …', '- **When** …', '- **Then** …'],
  }),
});

/** What a test case is written in, by its file name. */
function formatOf(path: string): TestCase['format'] {
  const name = path.toLowerCase();
  return name.endsWith('.feature.md') ? 'featureMarkdown' : name.endsWith('.feature') ? 'feature' : 'markdown';
}

function parseByFormat(
  format: TestCase['format'],
  text: string,
): ParsedModel<TestCase> | Promise<ParsedModel<TestCase>> {
  const blocks = format === 'feature' ? [] : scanBlocks(text);
  if (format !== 'markdown') return parseGherkin(format, text, blocks);
  const { testCase: model, problems } = parseTestCase(text, blocks);
  return { model, problems, blocks };
}

async function parseGherkin(
  format: 'feature' | 'featureMarkdown',
  text: string,
  blocks: readonly Block[],
): Promise<ParsedModel<TestCase>> {
  const { testCase: model, problems } = (await import('./feature.js')).parseFeature(text, format, blocks);
  return { model, problems, blocks };
}
