/**
 * Writes everything that is derived from the registries: `docs/rules/`, `docs/commands.md`, `docs/skills.md`, `schemas/`, `l10n/`, the examples of the command line,
 * commands, menus and language-model tools in package.json, the index of the commands.
 * `--check` writes nothing and exits with 1 where a file is not what it would write.
 */
import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import prettier from 'prettier';
import { playedAgents, renderAgents } from './lib/agentReference.mjs';
import { commandFiles, commandFolder, renderCommandIndex } from './lib/commandIndex.mjs';
import { localizationBundle } from './lib/localization.mjs';
import { renderTools, renderToolTable, withLanguageModelTools } from './lib/languageModelTools.mjs';
import { withCommands } from './lib/manifest.mjs';
import { deployedTexts, renderSkills } from './lib/skillReference.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');
const bundle = path.join(root, 'out', 'generate', 'sources.mjs');

await build({
  stdin: {
    contents: `
      export { allCommands } from './client/src/commandRegistry.js';
      export { allRules } from './server/src/rules/registry.js';
      export { isDriftCode } from './server/src/rules/driftCodes.js';
      export { renderRuleReference } from './server/src/rules/reference.js';
      export { configurationJsonSchema } from './server/src/workspace/configurationSchema.js';
      export { allConditions } from './server/src/gates/registry.js';
      export { renderGateReference } from './server/src/gates/reference.js';
      export { allOperations } from './server/src/operations/registry.js';
      export { toolsOf } from './server/src/execution/queries/toolsets.js';
      export { toolsetNames } from './server/src/execution/queries/toolsetNames.js';
      export { inputSchemaOf } from './server/src/operations/inputSchema.js';
      export { agentChecks, allAgents } from './server/src/agents/registry.js';
      export { acpPrograms } from './server/src/agents/acp/acpPrograms.js';
      export { deployment } from './server/src/agents/deployment/deployment.js';
      export { countTokens } from './server/src/agents/playbooks/playbook.js';
      export { defaultConfiguration } from './server/src/workspace/configuration.js';
      export { phases } from './server/src/agents/phases/phases.js';
      export { operationPage, renderCommands, renderOperation, renderOperationIndex } from './server/src/doors/cli/commandReference.js';
      export { renderRuleExample } from './test/support/ruleExample.js';
      export { ruleActions } from './test/support/ruleActions.js';
      export { queryCommands } from './server/src/doors/cli/queryCommand.js';
      export { placesOf } from './server/src/doors/cli/commandLine.js';
      ${commandFiles()
        .map((name) => `export { ${name} as command_${name} } from './${commandFolder}/${name}.js';`)
        .join('\n')}
    `,
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outfile: bundle,
  // Playbooks.
  loader: { '.md': 'text' },
  // Its main file loads its parts in a way that no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'error',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
const {
  allCommands,
  allRules,
  isDriftCode,
  renderRuleExample,
  renderRuleReference,
  ruleActions,
  configurationJsonSchema,
  allConditions,
  renderGateReference,
  allOperations,
  toolsOf,
  toolsetNames,
  inputSchemaOf,
  acpPrograms,
  agentChecks,
  allAgents,
  countTokens,
  defaultConfiguration,
  deployment,
  phases,
  operationPage,
  placesOf,
  queryCommands,
  renderCommands,
  renderOperation,
  renderOperationIndex,
  ...others
} = await import(pathToFileURL(bundle).href);

const commands = Object.fromEntries(commandFiles().map((name) => [name, others[`command_${name}`]]));

const lightBulb = [
  'Every finding offers _Explain_, which opens the page of its rule, _Ignore here_, which asks for a reason and writes the comment, and _Turn off_, which adds the rule to `.pactwright/config.yaml`. Findings that no comment can silence do not offer _Ignore here_.',
  'If several findings of a rule have the same fix, it is also offered for all of them, in the document and in the project. A ✓ marks fixes that `pactwright lint --fix` and saving apply as well, because only one text can be right.',
].join('\n\n');

/** Path relative to the root -> text. */
const files = new Map();

const examples = {};
for (const { code } of allRules) {
  const example = readFileSync(path.join(root, 'test/fixtures/examples', `${code}.fixture`), 'utf8');
  examples[code] = await renderRuleExample(code, example);
}
files.set('server/src/rules/examples.json', await json(examples, 'server/src/rules/examples.json'));
for (const rule of allRules) files.set(`docs/rules/${rule.code}.md`, renderRuleReference(rule, examples[rule.code]));
files.set('docs/gates.md', await formatted(renderGateReference(allConditions), 'docs/gates.md'));
for (const operation of allOperations) {
  const page = `docs/operations/${operationPage(operation.name)}`;
  files.set(page, await formatted(renderOperation(operation), page));
}
files.set(
  'docs/operations/README.md',
  await formatted(renderOperationIndex(allOperations), 'docs/operations/README.md'),
);
files.set(
  'docs/agents.md',
  await formatted(
    renderAgents(allAgents, agentChecks, Object.values(phases), playedAgents(), acpPrograms),
    'docs/agents.md',
  ),
);
const choice = { scope: 'project', agents: ['claude'], only: [], exclude: [] };
const deployedPieces = await deployment(choice, defaultConfiguration.ci, '/');
const offered = toolsOf(new Set(['core'])).map(({ name, does: { summary, details, fields } }) => ({
  name,
  description: `${summary}. ${details}`,
  inputSchema: inputSchemaOf(fields),
}));
const deployedRows = deployedTexts(deployedPieces, countTokens, JSON.stringify(offered));
files.set('docs/skills.md', await formatted(renderSkills(deployedRows), 'docs/skills.md'));
files.set(
  'docs/commands.md',
  await formatted(
    renderCommands([...Object.values(commands), ...queryCommands].sort((a, b) => (a.name < b.name ? -1 : 1))),
    'docs/commands.md',
  ),
);
const indexFile = `${commandFolder}/index.ts`;
files.set(indexFile, await formatted(renderCommandIndex(commands, queryCommands, placesOf), indexFile));
files.set(
  'docs/rules/README.md',
  `# Rules\n\n${ruleTable()}\n\n## Light bulb\n\n${lightBulb}\n\n${await actionTable()}\n`,
);
files.set('schemas/rules.json', await json(allRules.map(ruleEntry), 'schemas/rules.json'));
files.set(
  'schemas/config.schema.json',
  await json(configurationJsonSchema(allRules.map(({ code, name }) => ({ code, name }))), 'schemas/config.schema.json'),
);
const tools = toolsOf(new Set(['core']));
const manifest = withCommands(readFileSync(path.join(root, 'package.json'), 'utf8'), allCommands);
files.set('package.json', await formatted(withLanguageModelTools(manifest, tools, inputSchemaOf), 'package.json'));
const toolTableFile = 'client/src/tools/toolTable.ts';
files.set(toolTableFile, await formatted(renderToolTable(tools), toolTableFile));
files.set('l10n/bundle.l10n.json', await json(localizationBundle(clientSources()), 'l10n/bundle.l10n.json'));
const examplesPage = 'docs/guide/command-line.md';
files.set(examplesPage, between(readFileSync(path.join(root, examplesPage), 'utf8'), 'commands', commandExamples()));
const toolsPage = 'docs/guide/tools.md';
const toolsText = between(
  readFileSync(path.join(root, toolsPage), 'utf8'),
  'tools',
  renderTools(toolsetNames, toolsOf),
);
files.set(toolsPage, await formatted(toolsText, toolsPage));

let stale = 0;
for (const [name, text] of files) {
  const file = path.join(root, name);
  const current = readOrUndefined(file);
  if (current === text) continue;
  stale++;
  if (check) console.error(`${name} is not what the registries say`);
  else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${name}`);
  }
}
for (const folder of ['docs/rules', 'docs/operations'])
  for (const name of readdirSync(path.join(root, folder))) {
    if (files.has(`${folder}/${name}`)) continue;
    stale++;
    if (check) console.error(`${folder}/${name} belongs to nothing that there is`);
    else rmSync(path.join(root, folder, name));
  }
if (check && stale > 0) {
  console.error('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}

function ruleEntry(rule) {
  const { code, name, summary, severity, needs, documents, since } = rule;
  return {
    code,
    name,
    summary,
    severity,
    needs,
    documents,
    since,
    reference: renderRuleReference(rule, examples[code]),
  };
}

function ruleTable() {
  const rows = allRules.map(
    ({ code, name, severity, summary }) =>
      `| [${code}](${code}.md) | ${name} | ${severity} | ${isDriftCode(code) ? 'yes' : ''} | ${cell(summary)} |`,
  );
  return [
    'Drift: shown by `pactwright drift`, and counted on the board as out of sync.\n',
    '| Code | Name | Severity | Drift | Finds |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function clientSources() {
  return readdirSync(path.join(root, 'client/src'), { recursive: true })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => ({ name, text: readFileSync(path.join(root, 'client/src', name), 'utf8') }));
}

/** What the light bulb offers for each rule: as the fixtures show it. */
async function actionTable() {
  const rows = [];
  for (const { code, name } of allRules) {
    const fixture = readFileSync(path.join(root, 'test/fixtures/rules', `${code}.fixture`), 'utf8');
    const actions = await ruleActions(code, fixture);
    if (actions.length > 0) rows.push(`| [${code}](${code}.md) | ${name} | ${actions.map(cell).join('<br>')} |`);
  }
  return ['| Code | Name | Actions |', '| --- | --- | --- |', ...rows].join('\n');
}

/** What is called most, and what that does. */
function commandExamples() {
  const lines = Object.values(commands).flatMap(({ examples = [] }) =>
    examples.map(([line, does]) => `pactwright ${line.padEnd(41)} # ${does}`),
  );
  return ['```sh', ...lines, '```'].join('\n');
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Replaces what stands between `<!-- name:begin -->` and `<!-- name:end -->`. */
function between(text, name, replacement) {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`a page has no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${replacement}\n\n${text.slice(to)}`;
}

function json(value, filepath) {
  return formatted(JSON.stringify(value), filepath);
}

async function formatted(text, filepath) {
  const options = await prettier.resolveConfig(path.join(root, filepath));
  return prettier.format(text, { ...options, filepath });
}

function readOrUndefined(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
