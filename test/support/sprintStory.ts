import type { Move } from './phaseProject.js';
import { board, built, planned } from './phaseStory.js';

const boardText = (ids: readonly string[]): string =>
  [
    '# Sprint Board',
    '## 📋 Backlog',
    ...ids.map((id) => `### [${id}] Add up\n\n> Spec: docs/specs/${id}.md\n\n- [ ] Add up ${id}`),
    '## 🔄 In Progress',
    '## ✅ Done\n',
  ].join('\n\n');

/** A text of the story, for another item: its own files, and none of the others'. */
function ofItem(text: string, id: string): string {
  const file = id.toLowerCase();
  return text
    .replaceAll('STORY-001', id)
    .replaceAll('cart.js', `${file}.js`)
    .replaceAll('cart.test.js', `${file}.test.js`)
    .replace(/^# .*$/mu, `# ${id}: Add up`);
}

/** The files of a project whose items are planned, and nothing of them is built. @param dependsOn ids, by the item that depends on them. */
export function sprintFiles(
  ids: readonly string[],
  dependsOn: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const documents = ids.flatMap((id): [string, string][] => {
    const spec = ofItem(planned.files['docs/specs/STORY-001.md'], id);
    const needs = spec.replace('| Depends on | None |', `| Depends on | ${dependsOn[id] ?? 'None'} |`);
    const testCase = ofItem(planned.files['docs/test_cases/STORY-001_case.md'], id);
    return [
      [`docs/specs/${id}.md`, needs],
      [`docs/test_cases/${id}_case.md`, testCase.replace(/^# .*$/mu, `# Test Cases: ${id}`)],
    ];
  });
  return {
    'package.json': planned.files['package.json'],
    [board]: boardText(ids),
    ...Object.fromEntries(documents),
  };
}

/** Builds an item as its spec says. */
export function buildOf(id: string): Move {
  const file = id.toLowerCase();
  return {
    files: {
      [`src/${file}.js`]: built.files['src/cart.js'],
      [`test/${file}.test.js`]: ofItem(built.files['test/cart.test.js'], id),
    },
    replace: { [board]: [[`- [ ] Add up ${id}`, `- [x] Add up ${id}`]] },
    commit: `feat: add up (${id})`,
  };
}

export const passes: Move = { say: 'VERDICT: PASS' };
