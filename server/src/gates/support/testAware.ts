import { excerpt } from '../../base/excerpt.js';
import { stubsOf } from '../../syntax/stubsOf.js';
import type { Syntax } from '../../syntax/openSyntax.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { addedLines, linesOf } from './addedLines.js';
import { changedLines } from './changedLines.js';
import { suspectsOf } from './decidedByTests.js';
import { newTests } from './newTests.js';
import { lineOf } from './places.js';
import { approvableName } from '../../workspace/approvableName.js';
import { workTests } from './workTests.js';

/** What only test runners set: https://nodejs.org/api/test.html, https://vitest.dev/guide/migration, https://jestjs.io/docs/environment-variables, https://docs.pytest.org/en/stable/example/simple.html. */
const runnersMark =
  /\b(?:NODE_TEST_CONTEXT|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|JEST_WORKER_ID|PYTEST_CURRENT_TEST|PYTEST_VERSION|__vitest_worker__)\b|["'](?:pytest|unittest)["']\s+(?:not\s+)?in\s+sys\s*\.\s*(?:modules|argv)|\bexecArgv\b[^\n]{0,40}--test|\btypeof\s+(?:globalThis\s*\.\s*)?(?:describe|jest|vi)\b|\btesting\s*\.\s*Testing\(\)|\bflag\s*\.\s*Lookup\(\s*"test\.|\bos\s*\.\s*Args\b[^\n]{0,40}"\.test"/u;
/** What tells who calls, and a text that names a test or its runner: together they tell whether a test does. */
const callStack =
  /\.stack\b|\bcaptureStackTrace\b|\binspect\s*\.\s*(?:stack|currentframe)\b|\b_getframe\b|\btraceback\s*\.\s*\w+_stack\b|\bruntime\s*\.\s*Callers?\b|\bdebug\s*\.\s*Stack\b/u;
const testName =
  /["'`/][^"'`\n]{0,40}(?<![a-z])(?:tests?|specs?|pytest|vitest|jest|mocha|unittest)(?![a-z])[^"'`\n]{0,40}["'`/]/iu;

/** New code that may do something else where a test calls it. */
export async function awareProblems(
  context: GateContext,
  work: Work,
  sources: readonly WorkChange[],
): Promise<readonly Problem[]> {
  const stacks = await Promise.all(sources.map((change) => stackProblems(context.syntax, change)));
  return [...sources.flatMap(markProblems), ...stacks.flat(), ...(await decidedProblems(context, work, sources))];
}

function markProblems(change: WorkChange): readonly Problem[] {
  return addedLines(change).flatMap(({ line, text }) => {
    const mark = runnersMark.exec(text)?.[0];
    return mark === undefined
      ? []
      : [awareProblem(change, line, `checks \`${mark}\`, which only a test runner sets`, text)];
  });
}

/** Functions, and what runs when the file is loaded, by whole parts: a stack may be kept in a variable before it is searched. */
async function stackProblems(syntax: Syntax, change: WorkChange): Promise<readonly Problem[]> {
  const { path, after = '' } = change;
  const changed = changedLines(change);
  const lines = linesOf(after);
  const parts = (await syntax.read(path, after, stubsOf)) ?? [];
  return parts.flatMap(({ first, last }) => {
    const text = lines
      .slice(first, last + 1)
      .filter((line) => !/^\s*(?:\/\/|#|\*|\/\*)/u.test(line))
      .join('\n');
    const stack = callStack.exec(text)?.[0];
    const searched = testName.exec(text)?.[0];
    if (stack === undefined || searched === undefined || !changed.some((line) => first <= line && line <= last))
      return [];
    return [awareProblem(change, first, `looks for ${excerpt(searched)} in the call stack (\`${stack}\`)`, text)];
  });
}

function awareProblem({ path }: WorkChange, line: number, what: string, text: string): Problem {
  return {
    message: `${path} ${what}, so it may behave differently outside its tests`,
    place: lineOf(path, line, 0),
    approvable: approvableName('test-aware', path, what, text.trim()),
  };
}

/** Code that decides by the environment or the clock, where its tests fail once it can't. */
async function decidedProblems(
  context: GateContext,
  work: Work,
  sources: readonly WorkChange[],
): Promise<readonly Problem[]> {
  const files = workTests(work).pairs.flatMap(({ after }) => (after ? [after.text] : []));
  const tests = files.join('\n');
  const named = `${context.item.spec?.text ?? ''}\n${tests}`;
  const suspects = (await Promise.all(sources.map((change) => suspectsOf(context.syntax, change, { named, tests }))))
    .flat()
    .filter((one) => !runnersMark.test(one.asks));
  const wanted = suspects.length === 0 ? [] : newTests(context, work);
  const problems: Problem[] = [];
  for (const { path, line, asks, texts } of suspects.slice(0, mostSuspects))
    for (const text of texts) {
      const { results } = await context.lab.runTests(
        wanted,
        { kind: 'tree', tree: work.tree, overlay: new Map([[path, text]]) },
        { isSettled: () => true },
      );
      const failed = wanted.find(({ id }) => results.get(id)?.status === 'failed');
      if (!failed || problems.some((problem) => problem.message.startsWith(`${path} asks \`${excerpt(asks)}\``)))
        continue;
      problems.push({
        message: `${path} asks \`${excerpt(asks)}\`, and ${failed.id} passes only with the answer that tests get`,
        place: lineOf(path, line, 0),
        approvable: approvableName('test-aware', path, 'asks', asks),
      });
    }
  return problems;
}

/** More are not tried. */
const mostSuspects = 5;
