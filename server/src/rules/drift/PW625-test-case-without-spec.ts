import { newSpec } from '../../documents/spec/specTemplate.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

export const testCaseWithoutSpec = defineRule({
  code: 'PW625',
  name: 'test-case-without-spec',
  summary: 'The item of a test case document has no spec',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'The scenarios test against nothing: what they are to show was renamed, removed or never written. Mostly the file name is misspelt, and the item it is meant for counts as untested.',
  ok: '`docs/test_cases/STORY-001_case.md`, with the spec `docs/specs/STORY-001.md`:\n\n# Test Cases: STORY-001 — Guest carts\n',
  notOk:
    '`docs/test_cases/STORY-001_case.md`, without a file `docs/specs/STORY-001.md`:\n\n# Test Cases: STORY-001 — Guest carts\n',
  fix: 'Rename the file where its id is misspelt, write the spec, or remove the file. Where the item has an entry, PW611 says that the spec is missing.',
  pactkit: '`pactkit garden` reports a `*_case.md` whose id has no spec.',
  *check(document, { item, configuration }) {
    if (!item || item.spec || item.entries.length > 0) return;
    const { id } = item;
    const made = newSpec(
      { id, title: document.model.title?.text.value || id, status: 'Draft' },
      configuration.paths.specs,
    );
    yield {
      span: titlePlace(document),
      anchor: 'spec',
      message: `There is no spec of ${id}, so these scenarios show nothing to be met. Rename the file if the id is misspelt, or write ${made.path}.`,
      otherFixes: [
        { title: `Create ${made.path} to fill in`, safe: false, edits: [], others: [{ kind: 'create', ...made }] },
      ],
    };
  },
});
