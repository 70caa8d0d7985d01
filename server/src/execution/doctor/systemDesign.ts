import type { Flaw } from '../../reports/flaws.js';
import { moduleName, modulesOf } from '../../trace/codeGraph/fileViews.js';
import type { Patient } from './patient.js';

const file = 'docs/architecture/graphs/system_design.mmd';

/** A path in a label or behind `href`: words that are joined with `/`, the last one perhaps with an ending. */
const namedPath = /["'([]((?:[\w.@-]+\/)+[\w.@-]*)["')\]]/gu;

/** Whether the drawing of the system names what is there: paths that are gone, and modules that it leaves out. */
export async function systemDesign({ code, textOf }: Pick<Patient, 'code' | 'textOf'>): Promise<readonly Flaw[]> {
  const text = code.paths.includes(file) ? await textOf(file) : undefined;
  if (text === undefined) return [];
  return [...gonePaths(text, code.paths), ...(await modulesLeftOut(text, code.paths, textOf))];
}

function gonePaths(text: string, paths: readonly string[]): readonly Flaw[] {
  const found = new Map<string, number>();
  text.split('\n').forEach((line, at) => {
    // What is behind %% is a comment.
    for (const [, named = ''] of line.replace(/%%.*$/u, '').matchAll(namedPath)) {
      const plain = named.replace(/^\.\//u, '').replace(/\/$/u, '');
      const isThere = paths.some((path) => path === plain || path.startsWith(`${plain}/`));
      // `GET /orders` and `client/server` are no paths: if nothing is in a folder of that name, they are not paths.
      const isMeant = paths.some((path) => path.startsWith(`${plain.split('/', 1)[0] ?? ''}/`));
      if (!isThere && isMeant && !found.has(plain)) found.set(plain, at);
    }
  });
  return [...found].map(([named, line]) => ({
    check: 'system-design',
    severity: 'warning',
    path: file,
    line,
    message: `${named} is drawn, and no longer there`,
    cause: 'Agents that plan with the drawing look for it',
    next: 'Draw what has taken its place, or remove it',
  }));
}

/** What is no part of the system, though it is built like one. */
const aside =
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|tests?|test-[^/]+|[^/]+-tests?|e2e|fuzz(?:ing)?|bench(?:es|marks?)?|fixtures?)(?:\/|$)/iu;

async function modulesLeftOut(
  text: string,
  paths: readonly string[],
  textOf: Patient['textOf'],
): Promise<readonly Flaw[]> {
  const words = new Set(text.toLowerCase().match(/[\w-]+/gu));
  const missing = [...modulesOf(paths)].filter(
    (module) => module !== '' && !aside.test(module) && !text.includes(module) && !words.has(lastPart(module)),
  );
  const named = await Promise.all(missing.map((module) => isOfItsOwn(module, paths, textOf)));
  return missing
    .filter((_, at) => named[at])
    .map((module) => ({
      check: 'system-design',
      severity: 'info',
      path: file,
      message: `The module ${moduleName(module)} is not drawn`,
      next: 'Draw it, if it is part of the system',
    }));
}

/** A `package.json` without a name only says how the files beside it are loaded. */
async function isOfItsOwn(module: string, paths: readonly string[], textOf: Patient['textOf']): Promise<boolean> {
  const settings = `${module}/package.json`;
  return !paths.includes(settings) || /"name"\s*:/u.test((await textOf(settings)) ?? '');
}

function lastPart(module: string): string {
  return module.slice(module.lastIndexOf('/') + 1).toLowerCase();
}
