import { newSpec } from '../../documents/spec/specTemplate.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

export const testCaseWithoutSpec = defineRule({
  code: 'PW625',
  name: 'test-case-without-spec',
  summary: 'A test case document has no spec',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'The scenarios have nothing to test against: the spec was renamed, removed or never written. Usually the file name is misspelled, and the intended item counts as untested.',
  fix: 'Rename the file if its id is misspelled, write the spec, or remove the file. If the item has an entry, PW611 reports the missing spec.',
  pactkit: '`pactkit garden` reports a `*_case.md` whose id has no spec.',
  suspects: (_, { item }) => item !== undefined && !item.spec && item.entries.length === 0,
  *check(document, { item, configuration }) {
    if (!item) return;
    const { id } = item;
    const made = newSpec(
      { id, title: document.model.title?.text.value || id, status: 'Draft' },
      configuration.paths.specs,
    );
    yield {
      span: titlePlace(document),
      anchor: 'spec',
      message: `${id} has no spec, so these scenarios have nothing to verify. Rename the file if the id is misspelled, or write ${made.path}.`,
      otherFixes: [
        {
          title: `Create ${made.path} from the template`,
          safe: false,
          edits: [],
          others: [{ kind: 'create', ...made }],
        },
      ],
    };
  },
});
