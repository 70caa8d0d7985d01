import { criterionKey } from '../../documents/spec/criterionKey.js';
import type { ParsedDocument } from '../../documents/document.js';
import { scenarioKey } from '../../documents/testCase/scenarioIds.js';
import { scenarioFor, type ScenarioSource, testCaseFor } from '../../documents/testCase/testCaseTemplate.js';
import { lineBreakOf } from '../../markdown/lines.js';
import type { CriterionTrace, ItemTrace, RequirementTrace } from '../../trace/graph.js';
import type { Fix } from '../finding.js';

/** The fix that creates a spec's test case; none if the spec has no criteria. @param folder of the test cases. */
export function newTestCase(spec: ParsedDocument<'spec'>, folder: string): { readonly fix?: Fix } {
  const made = testCaseFor(spec, folder);
  if (!made) return {};
  const title = 'Create the test case with one scenario per criterion';
  return { fix: { title, safe: false, edits: [], others: [{ kind: 'create', ...made }] } };
}

/** The fix that adds a scenario for each criterion to the item's test cases; none if they are written in Gherkin. */
export function newScenarios(item: ItemTrace, criteria: readonly CriterionTrace[]): { readonly fix?: Fix } {
  const keyOf = criterionKey(item.coverage.criteria.map(({ criterion }) => criterion));
  return addingScenarios(
    item,
    criteria.map(({ criterion }) => ({ source: criterion, key: keyOf(criterion) })),
  );
}

/** The same for a requirement: for each criterion that names it, or for itself if none does. */
export function scenariosShowing(
  item: ItemTrace,
  { requirement: { id, name }, criteria }: Pick<RequirementTrace, 'requirement' | 'criteria'>,
): { readonly fix?: Fix } {
  if (criteria.length > 0) return newScenarios(item, criteria);
  return addingScenarios(item, [{ source: { name, cites: [], steps: [] }, key: id }]);
}

interface WantedScenario {
  readonly source: ScenarioSource;
  /** Id of the criterion or requirement that the scenario is to show. */
  readonly key: string;
}

function addingScenarios(item: ItemTrace, wanted: readonly WantedScenario[]): { readonly fix?: Fix } {
  const document = item.testCases.find(({ model }) => model.format === 'markdown');
  if (!document || wanted.length === 0) return {};
  const { text, path } = document;
  const lineBreak = lineBreakOf(text);
  const first = nextNumber(document);
  const lines = wanted.flatMap(({ source, key }, index) => ['', ...scenarioFor(source, key, first + index)]);
  const end = text.trimEnd().length;
  const names = wanted.map(({ key }) => key).join(', ');
  return {
    fix: {
      title: `Add a scenario for ${names} to the test cases`,
      safe: false,
      edits: [],
      others: [
        {
          kind: 'edit',
          path,
          edits: [
            {
              span: { start: end, end: text.length },
              newText: [...(end === 0 ? lines.slice(1) : ['', ...lines]), ''].join(lineBreak),
            },
          ],
        },
      ],
    },
  };
}

function nextNumber({ model }: ParsedDocument<'testCase'>): number {
  const ids = [...model.scenarios, ...model.groups].map(({ id }) => Number((id && scenarioKey(id.value)) ?? 0));
  return ids.reduce((most, id) => Math.max(most, id), 0) + 1;
}
