import { unclearRows } from '../playbooks/unclear.js';

/** The phase that a wish begins with. */
type Route = 'design' | 'clarify' | 'hotfix' | 'plan';

export interface SuggestedRoute {
  readonly route: Route;
  /** What speaks for it, as sentences without full stop. */
  readonly reasons: readonly string[];
  /** What the wish leaves open, as questions. */
  readonly open: readonly string[];
}

const newProduct =
  /\b(?:from scratch|green-?field|new (?:product|app|application|platform|system|service|website|project)|build (?:an?|the|our) (?:\w+ ){0,2}(?:app|application|platform|product|website|shop|system)|mvp|prototype|vision|roadmap)\b/iu;
const repair =
  /\b(?:fix(?:es)?|bug|typo|crash(?:es|ed)?|broken|regression|hotfix|wrong|off[- ]by[- ]one|rename|bump|revert|does not|doesn.t|fails?)\b/iu;

/**
 * Says which phase a wish should begin with, by its words and the files that it names: no model is asked.
 *
 * @param request what a person asked for, in their words.
 * @param paths the files of the project; none: there is nothing yet.
 */
export function suggestRoute(request: string, paths: readonly string[]): SuggestedRoute {
  const open = unclearRows(request).map(({ line }) => line);
  const named = namedFiles(request, paths);
  const vision = newProduct.exec(request)?.[0];
  if (vision !== undefined && named.length === 0)
    return { route: 'design', open, reasons: [`“${vision}” is about a product, not about a change`] };
  const fixes = repair.exec(request)?.[0];
  const [only, other] = named;
  if (fixes !== undefined && only !== undefined && other === undefined)
    return { route: 'hotfix', open: [], reasons: [`“${fixes}” repairs something`, `it names one file, ${only}`] };
  if (open.length > 0)
    return { route: 'clarify', open, reasons: [`it leaves ${open.length} things open that a spec needs`] };
  if (paths.length === 0)
    return { route: 'design', open, reasons: ['there is no source code yet, so there is nothing to change'] };
  return {
    route: 'plan',
    open,
    reasons: [
      'it is clear enough for a spec',
      ...(named.length > 1 ? [`it names ${named.length} files`] : []),
      ...(fixes !== undefined && named.length === 0 ? ['it repairs something, and does not say in which file'] : []),
    ],
  };
}

/** The files that a text names, by path or by a file name that only one has. */
function namedFiles(request: string, paths: readonly string[]): readonly string[] {
  const words = new Set(request.match(/[\w@./-]+\.\w+/gu)?.map((word) => word.replace(/^\.\//u, '')));
  const found = [...words].flatMap((word) => {
    const fitting = paths.filter((path) => path === word || path.endsWith(`/${word}`));
    return fitting.length === 1 ? fitting : [];
  });
  return [...new Set(found)];
}
