import path from 'node:path';
import { type Baseline, countStale } from '../../rules/baseline.js';
import type { Finding } from '../../rules/finding.js';
import { createLinter } from '../../rules/lint.js';
import { allRules } from '../../rules/registry.js';
import type { Rule } from '../../rules/rule.js';
import type { ProjectIndex } from '../../workspace/index.js';
import type { FileSystem } from '../../workspace/ports.js';
import { relativePath } from '../../base/relativePath.js';
import { readBaselineFile, writeBaselineFile } from '../../project/baselineFiles.js';
import { count } from '../../base/count.js';
import { formatGithub } from '../../reports/findings/github.js';
import { formatJson } from '../../reports/findings/json.js';
import { formatJunit } from '../../reports/findings/junit.js';
import { formatSarif } from '../../reports/findings/sarif.js';
import { formatText } from '../../reports/findings/text.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { DocumentStores } from './documentStores.js';
import type { LintOptions } from './lintOptions.js';
import { type LintProjectOptions, lintProject } from '../../project/lintProject.js';
import { findTargets } from '../../project/lintTargets.js';
import { lintEnvironment } from './keptRun.js';
import { portsOf } from '../../project/openProject.js';
import { loadTargets } from '../../project/loadTargets.js';
import { placedFinding, type Placement, placementOf } from '../../reports/findings/placedFinding.js';
import { plainText } from '../../base/plainText.js';
import { countSeverities, type LintReport } from '../../reports/findings/lintReport.js';
import { readConfigurationFile, withOptions } from './settings.js';
import { twice } from './twice.js';

const codesOf = (rules: readonly Rule[]): ReadonlySet<string> => new Set(rules.map(({ code }) => code));

/** What is read of the disk only, and of documents only. */
export const isPlain = ({ needs }: Rule): boolean => needs === 'document' || needs === 'workspace';

/** What a report is limited to. */
export interface Choice {
  /** What the report says was run. */
  readonly rules: readonly Rule[];
  readonly only: (finding: Finding) => boolean;
  /** Whether it holds all that these rules find: otherwise outdated entries of a baseline are unknown. */
  readonly isWhole: boolean;
  /** Looks at what was read before anything is judged. @throws UsageError */
  readonly check: (indexes: readonly ProjectIndex[]) => void;
}

/** Whether a project says of a folder itself that it cannot be read, or leaves it out. */
function knows(index: ProjectIndex, folder: string): boolean {
  const relative = relativePath(index.root, folder);
  return relative !== undefined && (index.document(relative) !== undefined || index.isIgnored(relative));
}

/**
 * Judges the projects that a command line names, and tells what was found.
 *
 * @param forgets called once it is known that documents are read once more when they are judged, which throws where one has changed by
 *   then; undefined if none is.
 * @throws UsageError
 */
export async function judgeAndReport(
  options: LintOptions,
  rules: readonly Rule[],
  io: Io,
  files: FileSystem,
  choice?: Choice,
  stores?: DocumentStores,
  forgets?: () => void,
): Promise<ExitCode> {
  const given = options.config === undefined ? undefined : path.resolve(io.cwd, options.config);
  const configuration = given === undefined ? undefined : await readConfigurationFile(given, rules, files);
  const paths = options.paths.map((wanted) => path.resolve(io.cwd, wanted));
  const root = path.resolve(io.cwd, options.root ?? '.');
  const targets = await findTargets(root, paths, files);
  const whole = rules.some((rule) => !isPlain(rule));
  const openStore = stores && ((folder: string) => stores.open(folder));
  const kept = portsOf(io.machine, !options.noCache);
  const light = forgets ? { forgets: { begin: forgets, mostWhole: 8_000, mostHeld: 2_000_000, mostAtOnce: 500 } } : {};
  const ports = { ...kept, files, ...light, ...(openStore ? { openStore } : {}) };
  const loaded = await loadTargets(targets, paths, configuration, ports, warner(io), whole);
  choice?.check(loaded.map(({ opened }) => opened.index));
  for (const [folder, problem] of targets.unlisted)
    if (!loaded.some(({ opened }) => knows(opened.index, folder)))
      io.err(`pactwright: ${plainText(folder)} cannot be read (${problem}): projects in it, if any, are not judged\n`);

  const sharedBaseline = options.baseline === undefined ? undefined : path.resolve(io.cwd, options.baseline);
  if (sharedBaseline !== undefined && !options.writeBaseline && (await files.kindOf(sharedBaseline)) === undefined)
    throw new UsageError(`the baseline ${sharedBaseline} does not exist: write it with --write-baseline`);
  // One baseline may serve several projects.
  const baselines = new Map<string, Baseline | undefined>();
  const baselineOf = async (file: string): Promise<Baseline | undefined> => {
    if (!baselines.has(file)) baselines.set(file, await readBaselineFile(file, files));
    return baselines.get(file);
  };
  const projects: PreparedProject[] = [];
  for (const { opened, within, store } of loaded) {
    const { index, configuration: inForce } = opened;
    const linter = createLinter(rules, withOptions(inForce, options), allRules, store);
    // What rules look at and what the report shows is the linter's own trace, made once.
    if (whole) await opened.tracedBy(linter).readFacts('git');
    for (const { kind, message } of opened.project.git?.notices ?? [])
      if (kind === 'unavailable') io.err(`pactwright: rules that need git did not run: ${message}\n`);
    const ownBaseline = path.join(index.root, ...inForce.baseline.split('/'));
    const baselineFile = sharedBaseline ?? ownBaseline;
    const placement = placementOf(root, index.root);
    projects.push({
      baselineFile,
      placement,
      lint: {
        index,
        within,
        linter,
        baseline: options.writeBaseline ? undefined : await baselineOf(baselineFile),
        // The editor knows nothing of where a project lies.
        idInBaseline: baselineFile === ownBaseline ? undefined : placement.idOf,
        project: () => opened.project,
        ...(choice ? { only: choice.only } : {}),
      },
    });
  }

  if (options.writeBaseline) await acceptFindings(projects, codesOf(rules), io);
  const unwritten = options.fix ? await fixProjects(projects, io) : 0;
  const report = toReport(root, projects, choice ?? { rules, isWhole: true });
  stores?.keep(paths.length > 0);
  io.out(await format(report, options, io));
  for (const { opened } of loaded) await opened.save();
  if (unwritten > 0) return exitCodes.usage;
  return report.counts.error > 0 || report.counts.warning > (options.maxWarnings ?? Infinity)
    ? exitCodes.findings
    : exitCodes.fine;
}

/** Judges by source code and git, too; of what was said before, what still holds is not judged again. @throws UsageError */
export function judgeWithGit(options: LintOptions, rules: readonly Rule[], io: Io, choice?: Choice): Promise<ExitCode> {
  const { keeper, machine } = io;
  const judge = (stores?: DocumentStores): Promise<ExitCode> =>
    judgeAndReport(options, rules, io, machine.files, choice, stores);
  if (!keeper || options.noCache) return judge();
  return twice((isFirst) => judge(isFirst ? new DocumentStores(keeper, machine.clock(), 'git') : undefined));
}

interface PreparedProject {
  readonly baselineFile: string;
  readonly placement: Placement;
  lint: LintProjectOptions;
}

/** Accepts what there is now and lets it count from here on. */
async function acceptFindings(projects: readonly PreparedProject[], codes: ReadonlySet<string>, io: Io): Promise<void> {
  const byFile = new Map<string, PreparedProject[]>();
  for (const project of projects)
    byFile.set(project.baselineFile, [...(byFile.get(project.baselineFile) ?? []), project]);
  for (const [file, some] of byFile) {
    const findings = some.flatMap(({ lint, placement }) => {
      const own = lintProject(lint).findings;
      return lint.idInBaseline ? own.map((finding) => placedFinding(finding, placement)) : own;
    });
    const baseline = await writeBaselineFile(io.machine, file, findings, codes);
    io.err(`pactwright: wrote ${file} with ${count(baseline.size, 'finding')}\n`);
    for (const project of some) project.lint = { ...project.lint, baseline };
  }
}

/** @returns how many files could not be written. */
async function fixProjects(projects: readonly PreparedProject[], io: Io): Promise<number> {
  // It brings along git, which a run that only judges need not load.
  const { fixUnderLock } = await import('./fixUnderLock.js');
  let fixes = 0;
  let fixedFiles = 0;
  let failed = 0;
  for (const { lint } of projects) {
    const fixed = await fixUnderLock(lint, io);
    fixes += fixed.fixes;
    fixedFiles += fixed.files;
    failed += fixed.failures.length;
    for (const message of fixed.failures) io.err(`pactwright: ${plainText(message)}\n`);
  }
  io.err(`pactwright: applied ${count(fixes, 'fix', 'fixes')} in ${count(fixedFiles, 'file')}\n`);
  return failed;
}

function toReport(
  root: string,
  projects: readonly PreparedProject[],
  { rules, isWhole }: Pick<Choice, 'rules' | 'isWhole'>,
): LintReport {
  const reported: string[] = [];
  const findings: Finding[] = [];
  const baselined: Finding[] = [];
  for (const { lint, placement } of projects) {
    const linted = lintProject(lint);
    for (const file of linted.files) reported.push(placement.pathOf(file));
    for (const finding of linted.findings) findings.push(placedFinding(finding, placement));
    for (const finding of linted.baselined)
      baselined.push({ ...finding, id: lint.idInBaseline?.(finding.id) ?? finding.id });
  }
  // What was not judged cannot be known to be gone.
  const whole = isWhole ? projects.filter(({ lint }) => lint.within === undefined) : [];
  const baselines = new Set(whole.flatMap(({ lint }) => lint.baseline ?? []));
  const stale = Array.from(baselines, (baseline) => countStale(baseline, baselined, codesOf(rules))).reduce(
    (a, b) => a + b,
    0,
  );
  return {
    root,
    // Findings may be in files that are no documents, as those of tests.
    files: [...new Set([...reported, ...findings.map(({ path: file }) => file)])],
    findings,
    counts: countSeverities(findings),
    baselined: baselined.length,
    stale,
    rules,
  };
}

function format(report: LintReport, { format: wanted }: LintOptions, io: Io): string | Promise<string> {
  const env = lintEnvironment(io.machine.places.env);
  switch (wanted) {
    case 'text':
      return formatText(report, io.terminal && !env.NO_COLOR);
    case 'json':
      return formatJson(report);
    case 'sarif':
      return formatSarif(report, io.version);
    case 'junit':
      return formatJunit(report);
    case 'github':
      return formatGithub(report, env.GITHUB_WORKSPACE);
  }
}
