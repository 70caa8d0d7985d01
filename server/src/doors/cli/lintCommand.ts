import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import { writeAtomically } from '../../host/atomicWrite.js';
import { blockingFileSystem as files } from '../../host/fileSystem.js';
import { git } from '../../host/git.js';
import { type Baseline, countStale, createBaseline, renderBaseline } from '../../rules/baseline.js';
import type { Finding } from '../../rules/finding.js';
import { allRules } from '../../rules/registry.js';
import type { Rule } from '../../rules/rule.js';
import { type Configuration, defaultConfiguration } from '../../workspace/configuration.js';
import { contentHash } from '../../workspace/contentHash.js';
import { createProjectIndex, type ProjectIndex } from '../../workspace/index.js';
import type { GitFacts } from '../../workspace/project.js';
import { formatGithub } from './formats/github.js';
import { formatJson } from './formats/json.js';
import { formatJunit } from './formats/junit.js';
import { formatSarif } from './formats/sarif.js';
import { formatText } from './formats/text.js';
import { lintHelp } from './help.js';
import { type ExitCode, exitCodes, type Io, UsageError } from './io.js';
import { type LintOptions, readLintOptions } from './lintOptions.js';
import { fixProject, type LintProjectOptions, lintProject } from './lintProject.js';
import { findLooseSpecs, findTargets, type Targets } from './lintTargets.js';
import { countSeverities, type LintReport } from './report.js';
import { readTextFile } from './readTextFile.js';
import { readBaselineFile, readConfigurationFile, withOptions } from './settings.js';

/** `pactwright lint`. @throws UsageError */
export async function runLint(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readLintOptions(args, allRules);
  if (options.help) {
    io.out(lintHelp);
    return exitCodes.fine;
  }
  const rules = options.git ? allRules : allRules.filter(({ needs }) => needs !== 'git');
  const given = options.config === undefined ? undefined : path.resolve(io.cwd, options.config);
  const configuration = given === undefined ? undefined : await readConfigurationFile(given, rules, files);
  const paths = options.paths.map((wanted) => path.resolve(io.cwd, wanted));
  const targets = await findTargets(path.resolve(io.cwd, options.root ?? '.'), paths, files);
  const loaded = await loadTargets(targets, paths, configuration, io);

  const sharedBaseline = options.baseline === undefined ? undefined : path.resolve(io.cwd, options.baseline);
  const projects: PreparedProject[] = [];
  for (const { index, within } of loaded) {
    const inForce = index.configuration();
    if (inForce.problem !== undefined)
      throw new UsageError(`the configuration of ${index.root} does not parse: ${inForce.problem}`);
    const baselineFile = sharedBaseline ?? path.join(index.root, ...inForce.value.baseline.split('/'));
    projects.push({
      baselineFile,
      lint: {
        index,
        within,
        rules,
        configuration: withOptions(inForce.value, options),
        baseline: await findBaseline(baselineFile, options),
        git: options.git ? await askGit(index, io) : undefined,
      },
    });
  }

  if (options.writeBaseline) await writeBaselines(projects, io);
  const unwritten = options.fix ? await fixProjects(projects, io) : 0;
  const report = toReport(targets.root, projects, rules);
  io.out(format(report, options, io));
  if (unwritten > 0) return exitCodes.usage;
  return report.counts.error > 0 || report.counts.warning > (options.maxWarnings ?? Infinity)
    ? exitCodes.findings
    : exitCodes.fine;
}

interface PreparedProject {
  readonly baselineFile: string;
  lint: LintProjectOptions;
}

interface LoadedTarget {
  readonly index: ProjectIndex;
  readonly within: readonly string[] | undefined;
}

/** Reads the projects; a path in which none of them has a document is looked at as specs without a project. */
async function loadTargets(
  { targets }: Targets,
  paths: readonly string[],
  configuration: Configuration | undefined,
  io: Io,
): Promise<LoadedTarget[]> {
  const otherRoots = targets.map(({ root }) => root);
  const loaded: LoadedTarget[] = [];
  for (const { root, within } of targets) {
    const index = createProjectIndex({ root, files, otherRoots, ...(configuration ? { configuration } : {}) });
    await index.load();
    loaded.push({ index, within });
  }
  for (const wanted of paths) {
    if (loaded.some(({ index }) => hasDocumentAt(index, wanted))) continue;
    const loose = await findLooseSpecs(wanted, files);
    if (!loose) {
      io.err(`pactwright: nothing to judge in ${wanted}: no document of a project and no spec is there\n`);
      continue;
    }
    const own: Configuration = { ...(configuration ?? defaultConfiguration), paths: loose.paths };
    const index = createProjectIndex({ root: loose.root, files, configuration: own });
    await index.load();
    loaded.push({ index, within: [wanted] });
  }
  return loaded;
}

function hasDocumentAt(index: ProjectIndex, wanted: string): boolean {
  const relative = path.relative(index.root, wanted).split(path.sep).join('/');
  if (relative === '') return true;
  if (relative.startsWith('..') || path.isAbsolute(relative)) return false;
  return (
    index.isIgnored(relative) ||
    index.project().documents.some(({ path: file }) => file === relative || file.startsWith(`${relative}/`))
  );
}

async function findBaseline(file: string, { baseline, writeBaseline }: LintOptions): Promise<Baseline | undefined> {
  if (writeBaseline) return undefined;
  const found = await readBaselineFile(file, files);
  if (found === undefined && baseline !== undefined)
    throw new UsageError(`the baseline ${file} does not exist: write it with --write-baseline`);
  return found;
}

async function askGit(index: ProjectIndex, io: Io): Promise<GitFacts | undefined> {
  const documents = index.project().documents.map((document) => document.path);
  const result = await git.ignored(index.root, documents);
  if (result.kind === 'ignored') return { ignored: result.paths };
  io.err(`pactwright: rules that need git did not run: ${result.message}\n`);
  return undefined;
}

/** Writes what there is now as baseline and lets it count from here on. */
async function writeBaselines(projects: readonly PreparedProject[], io: Io): Promise<void> {
  const byFile = new Map<string, PreparedProject[]>();
  for (const project of projects) {
    const list = byFile.get(project.baselineFile);
    if (list) list.push(project);
    else byFile.set(project.baselineFile, [project]);
  }
  for (const [file, some] of byFile) {
    const baseline = createBaseline(some.flatMap(({ lint }) => lintProject(lint).findings));
    const before = await readTextFile(file, files);
    await mkdir(path.dirname(file), { recursive: true });
    const expected = before === undefined ? undefined : contentHash(before);
    const result = await writeAtomically(file, renderBaseline(baseline), expected);
    if (result.kind !== 'written') throw new UsageError(result.message);
    io.err(`pactwright: wrote ${file} with ${baseline.size} ${baseline.size === 1 ? 'finding' : 'findings'}\n`);
    for (const project of some) project.lint = { ...project.lint, baseline };
  }
}

/** @returns how many files could not be written. */
async function fixProjects(projects: readonly PreparedProject[], io: Io): Promise<number> {
  let fixes = 0;
  let fixedFiles = 0;
  let failed = 0;
  for (const { lint } of projects) {
    const fixed = await fixProject(lint);
    fixes += fixed.fixes;
    fixedFiles += fixed.files;
    failed += fixed.failures.length;
    for (const message of fixed.failures) io.err(`pactwright: ${message}\n`);
  }
  io.err(
    `pactwright: applied ${fixes} ${fixes === 1 ? 'fix' : 'fixes'} in ${fixedFiles} ${fixedFiles === 1 ? 'file' : 'files'}\n`,
  );
  return failed;
}

function toReport(root: string, projects: readonly PreparedProject[], rules: readonly Rule[]): LintReport {
  const reported: string[] = [];
  const findings: Finding[] = [];
  const baselined: Finding[] = [];
  for (const { lint } of projects) {
    const prefix = path.relative(root, lint.index.root).split(path.sep).join('/');
    const place = (file: string): string => (prefix === '' ? file : `${prefix}/${file}`);
    const linted = lintProject(lint);
    reported.push(...linted.files.map(place));
    for (const finding of linted.findings)
      findings.push({
        ...finding,
        path: place(finding.path),
        ...(finding.related
          ? { related: finding.related.map((other) => ({ ...other, path: place(other.path) })) }
          : {}),
      });
    baselined.push(...linted.baselined);
  }
  // What was not judged cannot be known to be gone.
  const whole = projects.filter(({ lint }) => lint.within === undefined);
  const baselines = new Set(whole.flatMap(({ lint }) => lint.baseline ?? []));
  const stale = Array.from(baselines, (baseline) => countStale(baseline, baselined)).reduce((a, b) => a + b, 0);
  return {
    root,
    files: reported,
    findings,
    counts: countSeverities(findings),
    baselined: baselined.length,
    stale,
    rules,
  };
}

function format(report: LintReport, { format: wanted }: LintOptions, io: Io): string {
  switch (wanted) {
    case 'text':
      return formatText(report, io.terminal && !io.env['NO_COLOR']);
    case 'json':
      return formatJson(report);
    case 'sarif':
      return formatSarif(report, io.version);
    case 'junit':
      return formatJunit(report);
    case 'github':
      return formatGithub(report, io.env['GITHUB_WORKSPACE']);
  }
}
