import { isTestPath, languageOf } from './languageOf.js';

/** A file that was changed, as far as security goes. */
export interface ScopedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Undefined if it is gone, or no text. */
  readonly text: string | undefined;
}

/** Why a check applies. */
export interface ScopeSign {
  readonly path: string;
  /** From 0; undefined if the path alone says so. */
  readonly line?: number;
  /** Half a sentence without full stop. */
  readonly why: string;
}

export interface ScopedCheck {
  /** `SEC-1` to `SEC-8`. */
  readonly id: string;
  readonly topic: string;
  /** None: the check does not apply. */
  readonly signs: readonly ScopeSign[];
}

interface CheckSigns {
  readonly id: string;
  readonly topic: string;
  /** Of paths, with what they say. */
  readonly paths: readonly (readonly [fits: (path: string) => boolean, why: string])[];
  /** Of lines of source code. */
  readonly lines?: RegExp;
}

/** Whether one of some words is in a path, as singular or plural: `src/userForms.ts` has `user` and `form`. */
function named(...words: readonly string[]): (path: string) => boolean {
  return (path) =>
    path
      .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .some((word) => words.includes(word.toLowerCase()) || words.includes(word.toLowerCase().replace(/s$/u, '')));
}

const markup = /\.(?:[jt]sx|vue|svelte|astro|html?|erb|ejs|hbs|jinja2?|php)$/iu;
const otherSources = /\.(?:kt|kts|swift|php|c|cc|cpp|h|hpp|m|scala|ex|exs|dart|lua|pl|sh|bash|ps1|sql|vue|svelte)$/iu;
const settings = /(?:^|\/)\.env(?:\.\w+)?$|\.(?:ya?ml|toml|ini|properties|tfvars)$/iu;
const dependencies =
  /(?:^|\/)(?:package\.json|requirements[\w-]*\.txt|(?:pyproject|Cargo)\.toml|go\.mod|Gemfile|composer\.json|Pipfile|pom\.xml|build\.gradle(?:\.kts)?|[\w.-]+\.csproj|(?:package-lock|npm-shrinkwrap)\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|(?:Cargo|poetry|uv|Gemfile|composer)\.lock)$/u;

const isSource = (path: string): boolean => languageOf(path) !== undefined || otherSources.test(path);

const checks: readonly CheckSigns[] = [
  {
    id: 'SEC-1',
    topic: 'Secrets',
    paths: [
      [isSource, 'source code may hold a key or a password'],
      [(path) => settings.test(path) && !dependencies.test(path), 'settings may hold a key or a password'],
    ],
  },
  {
    id: 'SEC-2',
    topic: 'Input validation',
    paths: [[named('input', 'handler', 'form'), 'it handles input']],
    lines:
      /\b(?:req(?:uest)?\.(?:body|query|params|form|args|files|json|get_json|values|cookies|GET|POST|data|headers|getParameter\w*)|formData|FormValue|URL\.Query|argv|os\.Args|env::args|stdin|URLSearchParams|bufio\.NewScanner|Scanner\(System\.in)\b|\binput\(/u,
  },
  {
    id: 'SEC-3',
    topic: 'Queries',
    paths: [[named('model', 'dao', 'repository', 'repositories', 'migration'), 'it reaches a database']],
    lines:
      /\b(?:SELECT\b.+\bFROM|INSERT\s+INTO|UPDATE\b.+\bSET|DELETE\s+FROM)\b|\.(?:query|raw|execute|executemany|\$queryRaw\w*|prepareStatement)\(|\.objects\.\w+\(/u,
  },
  {
    id: 'SEC-4',
    topic: 'Output and XSS',
    paths: [[(path) => markup.test(path), 'it makes markup']],
    lines:
      /\b(?:innerHTML|outerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write|v-html|html_safe|mark_safe)\b|\{@html\b/u,
  },
  {
    id: 'SEC-5',
    topic: 'Authentication and sessions',
    paths: [[named('auth', 'session', 'login', 'oauth', 'sso'), 'it is about who somebody is']],
    lines:
      /\b(?:jwt|JWT|jsonwebtoken|cookies?|Cookie|session(?:Id|_id|Token)?|(?:access|refresh|auth|bearer|csrf)[_-]?token|bcrypt|argon2|password)\b|\btokens?\b.{0,80}\b(?:verify|sign|authorization|expire\w*|secret|login|user)\b|\b(?:verify|sign|authorization|secret|login)\b.{0,80}\btokens?\b/iu,
  },
  {
    id: 'SEC-6',
    topic: 'Access control',
    paths: [[named('api', 'route', 'endpoint', 'controller'), 'it is reached from outside']],
    lines:
      /\b(?:app|router|server|fastify)\.(?:get|post|put|patch|delete|all)\(|@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b|@(?:app|router|bp|blueprint)\.(?:route|get|post|put|patch|delete)\(|\bhttp\.HandleFunc\(/u,
  },
  {
    id: 'SEC-7',
    topic: 'Errors',
    paths: [[named('api', 'route'), 'what fails there is seen outside']],
    lines: /^\s*except\b|\bcatch\s*[({]|\.catch\(|^\s*rescue\b|\brecover\(\)/u,
  },
  { id: 'SEC-8', topic: 'Dependencies', paths: [[(path) => dependencies.test(path), 'it says what is depended on']] },
];

/** What people alone read, and what only tests. */
function isLeftOut(path: string): boolean {
  return (
    /^(?:docs|tests?)\//u.test(path) ||
    /\.(?:md|rst|adoc)$/iu.test(path) ||
    /(?:^|\/)README[^/]*$/u.test(path) ||
    isTestPath(path)
  );
}

/**
 * Which security checks a change asks for: by what its files are called, and by what is written in them. A check too many costs a
 * look; one too few may cost more.
 */
export function securityScopeOf(files: readonly ScopedFile[]): readonly ScopedCheck[] {
  const looked = files.filter(({ path }) => !isLeftOut(path));
  return checks.map(({ id, topic, paths, lines }) => ({
    id,
    topic,
    signs: looked.flatMap((file) => [
      ...paths.filter(([fits]) => fits(file.path)).map(([, why]) => ({ path: file.path, why })),
      ...(lines && isSource(file.path) ? signsIn(file, lines) : []),
    ]),
  }));
}

/** The first lines of a file are enough. */
const mostLines = 3;
/** Longer lines are made by programs. */
const longestLine = 2_000;
/** What is read through a pointer begins with `*`, too. */
const comment = /^\s*(?:\/\/|\/\*|\*(?:[\s/]|$))/u;
/** Where `#` begins comments; elsewhere private fields and macros do, and attributes in PHP. */
const hashed = /\.(?:py|rb|exs?|pl|sh|bash|ps1|php)$/iu;
const hashComment = /^\s*#(?!\[)/u;

function signsIn({ path, text = '' }: ScopedFile, pattern: RegExp): readonly ScopeSign[] {
  const isHashed = hashed.test(path);
  return text
    .split('\n')
    .flatMap((content, line) => {
      if (content.length > longestLine || comment.test(content) || (isHashed && hashComment.test(content))) return [];
      const found = pattern.exec(content)?.[0].trim();
      return found === undefined ? [] : [{ path, line, why: `\`${found.slice(0, 40)}\`` }];
    })
    .slice(0, mostLines);
}
