import type { DocumentKind } from '../documents/document.js';
import type { CompatVersion, Configuration } from '../workspace/configuration.js';
import { compatVersions } from '../workspace/configurationSchema.js';
import type { Severity } from './finding.js';
import type { Project } from '../workspace/project.js';
import type { Report, Rule, RuleName, RuleNeeds } from './rule.js';
import { howMuchIsRead } from './ruleContext.js';
import type { NamedRules } from './suppression.js';

/** The rules that run, and with what severity each speaks. */
export interface RuleSet {
  /** The rules that concern one kind of document, by when they run. */
  readonly passesFor: (kind: DocumentKind) => Passes;
  /** Those about the project as a whole. */
  readonly ofProject: readonly Rule[];
  /** Those about the comments of source files. */
  readonly ofSources: readonly Rule[];
  readonly severityOf: (rule: Rule, report: Report) => Severity;
  /** All there are, whether they run or not. */
  readonly known: readonly RuleName[];
  /** What comments may name; what a rule would have said is not known where a project lacks what it needs, either. */
  readonly namedIn: (project: Pick<Project, 'code' | 'git'>) => NamedRules;
}

/** The rules that concern one kind of document, by when they run. */
export interface Passes {
  readonly document: readonly Rule[];
  /** About the document with its item, where it is of a kind that has one. */
  readonly item: readonly Rule[];
  readonly entry: readonly Rule[];
  /** About any other document, with whatever they ask for. */
  readonly others: readonly Rule[];
  readonly last: readonly Rule[];
}

/**
 * @param rules those that may run.
 * @param known all there are.
 */
export function createRuleSet(
  rules: readonly Rule[],
  { rules: set, compat }: Pick<Configuration, 'rules' | 'compat'>,
  known: readonly Rule[],
): RuleSet {
  const settings = new Map<Rule, Severity | undefined>();
  for (const rule of rules) {
    const setting = set.get(rule.code) ?? set.get(rule.name);
    if (setting !== 'off' && (setting !== undefined || isIn(rule, compat))) settings.set(rule, setting);
  }
  const active = [...settings.keys()];
  const passes = new Map<DocumentKind, Passes>();
  const byWord = new Map(known.flatMap((rule) => [[rule.code, rule] as const, [rule.name, rule] as const]));
  const mayRun = new Set(rules);
  return {
    passesFor: (kind) => {
      const made = passes.get(kind) ?? passesOf(kind, active);
      passes.set(kind, made);
      return made;
    },
    ofProject: active.filter(({ checkProject }) => checkProject),
    ofSources: active.filter(({ checkSource }) => checkSource),
    severityOf: (rule, report) => settings.get(rule) ?? defaultSeverity(rule, report, compat),
    known: known.map(({ code, name, lastPass }) => ({ code, name, ...(lastPass ? { lastPass } : {}) })),
    namedIn: (project) => ({
      codeOf: (codeOrName) => byWord.get(codeOrName)?.code,
      hasNotRun: (code) => {
        const rule = byWord.get(code);
        return rule !== undefined && (!mayRun.has(rule) || isShort(rule.needs, project));
      },
    }),
  };
}

function passesOf(kind: DocumentKind, active: readonly Rule[]): Passes {
  const concerned = active.filter(({ documents }) => documents.includes(kind));
  const surrounded = concerned.filter(
    (rule) => rule.needs !== 'document' && !rule.lastPass && !rule.checkEntry && !rule.checkProject,
  );
  const hasItem = kind === 'spec' || kind === 'testCase';
  return {
    document: concerned.filter((rule) => rule.needs === 'document' && !rule.lastPass),
    item: hasItem ? surrounded : [],
    entry: concerned.filter((rule) => rule.checkEntry),
    others: hasItem ? [] : surrounded,
    last: concerned.filter((rule) => rule.lastPass),
  };
}

function isShort(needs: RuleNeeds, { code, git }: Pick<Project, 'code' | 'git'>): boolean {
  return (needs === 'code' && howMuchIsRead(code) !== 'whole') || (needs === 'git' && git === undefined);
}

/** Whether the rule exists in the requested version: PactKit's own came with some version of it. */
function isIn({ peer }: Rule, compat: CompatVersion | undefined): boolean {
  return !compat || !peer || compatVersions.indexOf(peer.since) <= compatVersions.indexOf(compat);
}

/** The severity a rule's report has by default, before the configuration speaks. */
function defaultSeverity(rule: Rule, report: Report, compat: CompatVersion | undefined): Severity {
  if (compat === undefined) return report.severity ?? rule.severity;
  if (rule.peer) return rule.peer.severity;
  const severity = report.severity ?? rule.severity;
  // What PactKit passes must pass under its own verdict, so rules it does not have can warn but not fail.
  return severity === 'error' ? 'warning' : severity;
}
