import { shellWord } from '../../base/shellWord.js';
import manifest from '../../../package.json' with { type: 'json' };
import type { Piece } from '../../operations/setUp/piece.js';
import type { CiCheck, CiConfiguration, CiProvider } from '../../workspace/configuration.js';

const head =
  '# Managed by "pactwright init", from `ci` in .pactwright/config.yaml; `pactwright update` writes it again.\n';
const sarif = 'pactwright.sarif';

/** For a person whose first run would fail. */
const unpublished = `# The npm registry does not have pactwright yet: name a tarball or a URL of it as \`ci.package\`, or install it in \`ci.setup\`.
`;

/** The installed one of this version, or else that of the registry. */
const callOf = ({ package: named }: CiConfiguration): string =>
  named === undefined
    ? `npx --yes pactwright@${manifest.version}`
    : `npx --yes --package ${shellWord(named)} -- pactwright`;

/** What each check runs. The gate is asked for the item that the branch names; without one there is nothing to ask. */
const commandsOf = (call: string): Readonly<Record<CiCheck, readonly string[]>> => ({
  lint: [`${call} lint --git`],
  drift: [`${call} drift`],
  gate: [
    `item=$(printf '%s' "$BRANCH" | grep -oE '(STORY|BUG|HOTFIX)-([A-Za-z0-9]+-)?[0-9]+' | head -n 1 || true)`,
    `if [ -n "$item" ]; then ${call} gate check "$item" --profile ci --trust-commands; fi`,
  ],
  sarif: [`${call} lint --git --format sarif > ${sarif} || test -s ${sarif}`],
});

const titles: Readonly<Record<CiCheck, string>> = { lint: 'Lint', drift: 'Drift', gate: 'Gate', sarif: 'SARIF' };

/** What a server for continuous integration runs. */
export function ciPieces(ci: CiConfiguration): readonly Piece[] {
  return ci.providers.map((provider) => ({
    kind: 'file',
    path: ciPaths[provider],
    text: `${head}${ci.package === undefined ? unpublished : ''}${texts[provider](ci)}`,
  }));
}

export const ciPaths: Readonly<Record<CiProvider, string>> = {
  github: '.github/workflows/pactwright.yml',
  gitlab: '.gitlab/pactwright.yml',
};

const texts: Readonly<Record<CiProvider, (ci: CiConfiguration) => string>> = { github, gitlab };

const lines = (commands: readonly string[], indent: number): string =>
  commands.map((line) => `${' '.repeat(indent)}${line}\n`).join('');

function github(ci: CiConfiguration): string {
  const { checks, runner = 'ubuntu-latest', node, setup } = ci;
  const commands = commandsOf(callOf(ci));
  const step = (name: string, run: readonly string[], more = ''): string =>
    `      - name: ${name}\n${more}        run: |\n${lines(run, 10)}`;
  // One that fails must not hide what the others say.
  const always = '        if: ${{ !cancelled() }}\n';
  const branch = '        env:\n          BRANCH: ${{ github.head_ref || github.ref_name }}\n';
  const upload = `      - name: Upload SARIF
        if: \${{ !cancelled() }}
        continue-on-error: true
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: ${sarif}
`;
  return `name: Pactwright
on:
  push:
  pull_request:
permissions:
  contents: read
${checks.includes('sarif') ? '  security-events: write\n' : ''}jobs:
  pactwright:
    runs-on: ${JSON.stringify(runner)}
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: ${JSON.stringify(node)}
${setup.length > 0 ? step('Set up', setup) : ''}${checks
    .map((check) => step(titles[check], commands[check], `${always}${check === 'gate' ? branch : ''}`))
    .join('')}${checks.includes('sarif') ? upload : ''}`;
}

function gitlab(ci: CiConfiguration): string {
  const { checks, runner, node, setup } = ci;
  const commands = commandsOf(callOf(ci));
  const items = (commands: readonly string[]): string =>
    commands.map((line) => `    - ${JSON.stringify(line)}\n`).join('');
  const job = (check: CiCheck): string => `
pactwright-${check}:
  stage: test
  image: ${JSON.stringify(`node:${node}`)}
${runner === undefined ? '' : `  tags: [${JSON.stringify(runner)}]\n`}  variables:
    GIT_DEPTH: "0"
  script:
${check === 'gate' ? items(['BRANCH="${CI_MERGE_REQUEST_SOURCE_BRANCH_NAME:-$CI_COMMIT_BRANCH}"']) : ''}${items([...setup, ...commands[check]])}${check === 'sarif' ? `  artifacts:\n    when: always\n    paths: [${sarif}]\n` : ''}`;
  return checks.map(job).join('').trimStart();
}
