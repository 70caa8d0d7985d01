import { isTestPath } from '../../code/languageOf.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { findSecrets } from '../../gates/support/findSecrets.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import { saysVersion } from '../../operations/support/projectVersion.js';
import { type CodeFolder, codeTexts } from '../../project/codeFolder.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Machine } from '../../workspace/machine.js';
import type { HarnessCheck } from './harness.js';

/** The checks of a project. */
export interface Audited {
  readonly machine: Machine;
  readonly code: CodeFolder;
  readonly configuration: Configuration;
  /** The product files that a test reaches by imports. */
  readonly tested: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

const day = 86_400_000;
const instructions =
  /^(?:AGENTS|CLAUDE|GEMINI|QWEN)\.md$|^\.claude\/CLAUDE\.md$|^\.github\/copilot-instructions\.md$|^\.cursor\/rules\//u;
const skills = /^\.(?:claude|agents|opencode|codex|github|gemini|qwen|cursor)\/(?:skills|commands|prompts)\//u;
const pipelines = /^\.github\/workflows\/|^\.gitlab-ci\.yml$|^\.circleci\/|^Jenkinsfile$|^azure-pipelines\.yml$/u;
const linters =
  /(?:^|\/)(?:\.?eslint(?:rc[\w.]*|\.config\.\w+)|\.?oxlintrc\.json|biome\.jsonc?|ruff\.toml|\.ruff\.toml|\.flake8|\.golangci\.ya?ml|checkstyle[\w.-]*\.xml|clippy\.toml|\.rubocop\.yml|\.editorconfig)$/u;
const locks =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|Cargo\.lock|Gemfile\.lock|gradle\.lockfile)$/u;
const manifests = /(?:^|\/)(?:package\.json|pyproject\.toml|go\.mod|Cargo\.toml|Gemfile)$/u;

/** Looks at all seven layers. @throws the signal's reason */
export async function harnessChecks(audited: Audited): Promise<readonly HarnessCheck[]> {
  const seen = await look(audited);
  return layerChecks.flatMap((checksOf) => checksOf(seen));
}

/** What the checks are about. */
type Seen = Awaited<ReturnType<typeof look>>;

async function look({ machine, code, configuration, tested, signal }: Audited) {
  const textOf = await codeTexts(machine, code.root);
  const git = async (...args: readonly string[]): Promise<string> => {
    const answer = code.repository ? await machine.runGit(code.root, args, signal) : undefined;
    return answer?.kind === 'answer' ? answer.value.trim() : '';
  };
  const { paths: places } = configuration;
  const guide = code.paths.find((path) => instructions.test(path));
  const product = code.paths.filter(isProductSource);
  const context = (await textOf(places.context)) ?? '';
  return {
    code,
    places,
    guide,
    product,
    tested,
    context,
    has: (pattern: RegExp): boolean => code.paths.some((path) => pattern.test(path)),
    guideText: guide === undefined ? '' : ((await textOf(guide)) ?? ''),
    commands: configuration.gates.commands.size,
    lessons: ((await textOf(places.lessons)) ?? '').match(/^\|\s*\d{4}-\d{2}-\d{2}/gmu)?.length ?? 0,
    changelog: (await textOf('CHANGELOG.md')) ?? '',
    ignored: (await textOf('.gitignore')) ?? '',
    settings: (await textOf('.claude/settings.json')) ?? '',
    pyproject: (await textOf('pyproject.toml')) ?? '',
    newest: Number(await git('log', '-1', '--format=%ct')) * 1000,
    tags: (await git('tag', '--list')).split('\n').filter((tag) => /\d/u.test(tag)),
    written: Date.parse(/Last updated:\D*(\d{4}-\d{2}-\d{2})/iu.exec(context)?.[1] ?? ''),
    now: machine.clock(),
    hasSecret: await holdsSecret(product, textOf, signal),
    isPublished: await publishes(
      code.paths.filter((path) => pipelines.test(path)),
      textOf,
    ),
  };
}

const layerChecks: readonly ((seen: Seen) => readonly HarnessCheck[])[] = [
  ({ code, guide, has, guideText }) => [
    config('H1', 'agents have instructions', guide !== undefined, 'Write AGENTS.md, or run `pactwright init`'),
    config('H1', 'agents have skills or commands', has(skills), 'Run `pactwright init --agents …`'),
    ofCode(
      'H1',
      'what the instructions name exists',
      guide !== undefined && gonePaths(guideText, code.paths).length === 0,
      guide === undefined ? 'Write the instructions first' : 'Correct the paths in the instructions',
    ),
  ],
  ({ code, places, context, has }) => [
    config('H2', 'there is a session context', context !== '', 'Run `pactwright context`'),
    config('H2', 'there are governance rules', code.paths.includes(places.governanceRules), 'Run `pactwright init`'),
    ofCode(
      'H2',
      'the architecture is drawn or described',
      has(/(?:^|\/)architecture(?:\.md$|\/.*\.(?:mmd|md)$)/iu),
      'Run `pactwright draw-graphs`',
    ),
  ],
  ({ code, places, product, tested, has }) => [
    config('H3', 'there is a board', code.paths.includes(places.board), 'Run `pactwright new-board`'),
    config(
      'H3',
      'there are specs',
      code.paths.some((path) => path.startsWith(`${places.specs}/`)),
      'Run `pactwright new-item`',
    ),
    config('H3', 'continuous integration runs', has(pipelines), 'Set `ci.providers`, and run `pactwright init`'),
    ofCode('H3', 'there are tests', code.paths.some(isTestPath), 'Write tests'),
    ofCode(
      'H3',
      'tests reach half of the source files',
      product.length > 0 && tested.size * 2 >= product.length,
      '`pactwright test-map` shows which files no test reaches',
    ),
  ],
  ({ product, has, commands, pyproject }) => [
    config(
      'H4',
      'agents have tools of the project',
      has(/(?:^|\/)(?:\.mcp|mcp)\.json$|^opencode\.json$|^\.codex\/config\.toml$/u),
      'Run `pactwright init`: it declares the MCP server',
    ),
    config('H4', 'gates know how to test', commands > 0, 'Set `gates.commands` in .pactwright/config.yaml'),
    ofCode(
      'H4',
      'a linter is configured',
      has(linters) || /^\[tool\.ruff\b|^\[tool\.pylint\b/mu.test(pyproject),
      'Configure a linter',
    ),
    ofCode(
      'H4',
      'dependencies are locked',
      !has(manifests) ||
        has(locks) ||
        (product.some((path) => path.endsWith('.py')) && has(/(?:^|\/)requirements[\w-]*\.txt$/u)),
      'Commit the lock file',
    ),
  ],
  ({ has, ignored, settings, hasSecret }) => [
    config(
      'H5',
      'hooks check commits or tools',
      has(/^\.husky\/|^\.githooks\/|^\.pre-commit-config\.yaml$|^lefthook\.ya?ml$/u) || /"hooks"\s*:/u.test(settings),
      'Run `pactwright git-hooks --install`',
    ),
    config('H5', 'git ignores local secrets', /^[/*]*\.env\b/mu.test(ignored), 'Add `.env` to .gitignore'),
    ofCode('H5', 'no secret is committed', !hasSecret, 'Remove the secret, and revoke it'),
  ],
  ({ lessons, changelog, newest, written, now }) => [
    config('H6', 'lessons are kept', lessons > 0, 'Run `pactwright lesson-append`'),
    config('H6', 'there is a changelog', changelog !== '', 'Write CHANGELOG.md'),
    ofCode(
      'H6',
      'the last commit is younger than a month',
      newest > 0 && now - newest < 30 * day,
      'Commit, or archive the project',
    ),
    ofCode('H6', 'the session context is younger than a week', now - written < 7 * day, 'Run `pactwright context`'),
  ],
  ({ code, tags, isPublished }) => [
    config(
      'H7',
      'the project says its version',
      code.paths.some((path) => !path.includes('/') && saysVersion(path)) || tags.length > 0,
      'Set the version in the manifest',
    ),
    config('H7', 'a pipeline publishes', isPublished, 'Add a release job'),
    ofCode('H7', 'releases are tagged', tags.length > 0, 'Run `pactwright release`'),
    ofCode(
      'H7',
      'the configuration is versioned',
      code.paths.includes(configurationPath),
      'Commit .pactwright/config.yaml',
    ),
  ],
];

type Read = (file: string) => Promise<string | undefined>;

function config(layer: HarnessCheck['layer'], name: string, holds: boolean, next: string): HarnessCheck {
  return { layer, kind: 'config', name, holds, next };
}

function ofCode(layer: HarnessCheck['layer'], name: string, holds: boolean, next: string): HarnessCheck {
  return { layer, kind: 'code', name, holds, next };
}

/** Paths in backticks whose first folder is there, and they are not. */
function gonePaths(text: string, paths: readonly string[]): readonly string[] {
  const named = [...text.matchAll(/`((?:[\w.@-]+\/)+[\w.@-]+)`/gu)].map(([, one = '']) => one);
  return named.filter((one) => {
    const [first = ''] = one.split('/');
    return (
      paths.some((path) => path.startsWith(`${first}/`)) &&
      !paths.some((path) => path === one || path.startsWith(`${one}/`))
    );
  });
}

async function holdsSecret(files: readonly string[], textOf: Read, signal: AbortSignal): Promise<boolean> {
  for (const file of files) {
    signal.throwIfAborted();
    const text = (await textOf(file)) ?? '';
    if (
      findSecrets(
        file,
        text.split('\n').map((one, line) => ({ line, text: one })),
      ).length > 0
    )
      return true;
  }
  return false;
}

async function publishes(files: readonly string[], textOf: Read): Promise<boolean> {
  for (const file of files) if (/\b(?:publish|release|deploy)\b/iu.test((await textOf(file)) ?? '')) return true;
  return false;
}
