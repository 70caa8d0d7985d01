import { count } from '../../base/count.js';
import type { StepDraft } from '../step.js';
import { defineOperation } from '../operation.js';

/** A command line holds no more on some systems. */
const mostAtOnce = 100;

/** Removes what builds and tests left behind. */
export const clean = defineOperation({
  name: 'clean',
  group: 'delivery',
  summary: 'Lists caches and build products that git does not track, and removes them with `--remove`',
  details:
    'Python: `__pycache__`, `.pytest_cache`, `.mypy_cache`, `.ruff_cache`, `*.pyc`. Node.js: `node_modules/.cache`, `.next`, `.turbo`, `dist`, `coverage`. Go: `cover.out`, `cover.html`. Java: `target` and `build` beside their build file, `.gradle`. Rust: `target`. What git tracks stays, and so does a `dist`, `coverage`, `build` or `target` that git does not ignore, as it may be your own; so does all in a folder that git ignores, in another repository, and in a worktree. Git removes them (`git clean`), and follows no link. Only in a git repository.',
  example: { stack: 'node' },
  fields: {
    stack: {
      type: 'text',
      description: 'only what this stack leaves',
      values: ['python', 'node', 'go', 'java', 'rust'],
    },
    remove: { type: 'flag', description: 'remove them; without it they are listed' },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  anywhere: true,
  plan: async ({ ask }, { stack, remove }) => {
    const { data } = await ask('leftovers', stack === undefined ? {} : { stack });
    const paths = Array.isArray(data['paths']) ? data['paths'].filter((one) => typeof one === 'string') : [];
    const kept = Array.isArray(data['kept']) ? data['kept'] : [];
    const steps: StepDraft[] = [];
    for (let at = 0; remove && at < paths.length; at += mostAtOnce) {
      const some = paths.slice(at, at + mostAtOnce);
      const args = ['clean', '-d', '-f', '-x', '-q', '--', ...some.map((one) => `:(literal)${one}`)];
      steps.push({ kind: 'git', summary: `remove ${some.join(', ')}`, args });
    }
    const said = `${count(paths.length, 'leftover')}${remove ? ' removed' : ''}`;
    const more = paths.length > 0 && !remove ? '; `pactwright clean --remove` removes them' : '';
    return {
      steps,
      answer: { message: [...paths, `${said}${more}`].join('\n'), data: { paths, kept, removed: remove } },
    };
  },
});
