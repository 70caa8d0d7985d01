import { type CodeAction, CodeActionKind } from 'vscode-languageserver';
import { fieldsOf } from '../../base/json.js';
import { memoEach } from '../../base/memo.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { type EveryFix, fixable, type FixChoice, fixEvery } from '../../languageFeatures/findingActions/fixEvery.js';
import { canBeIgnored, ignoreFinding } from '../../languageFeatures/findingActions/ignoreFinding.js';
import { ignoreInSource } from '../../languageFeatures/findingActions/ignoreInSource.js';
import { operationFor } from '../../languageFeatures/findingActions/operationFor.js';
import { turnOffRule } from '../../languageFeatures/findingActions/turnOffRule.js';
import {
  explainRuleCommand,
  ignoreFindingCommand,
  openCommitCommand,
  type PlacedEdit,
  runOperationCommand,
} from '../../protocol.js';
import type { TextFile } from '../../markdown/textFile.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { Finding, Fix } from '../../rules/finding.js';
import { ruleOf } from '../../rules/registry.js';
import type { Rule } from '../../rules/rule.js';
import { fileAt } from '../../workspace/fileAt.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { toDiagnostic } from './diagnostic.js';
import { isDocument, type SettledFile } from './settledFile.js';
import { type ChangeTarget as At, editOf, withChanges } from './withChanges.js';

/** How many commits of a finding can be opened. */
const mostCommits = 3;

/**
 * What can be done about findings: their own fixes, then those that fix all findings of a rule, then what every finding offers
 * (explain, ignore, turn off), once for each rule.
 */
export async function findingActions(at: At, findings: readonly Finding[]): Promise<readonly CodeAction[]> {
  const once = findings.filter(({ code }, index) => findings.findIndex((other) => other.code === code) === index);
  const all = once.flatMap((finding) => everyFixOf(at, finding));
  const [fixes, general] = await Promise.all([
    Promise.all(findings.map((finding) => fixesOf(at, finding))),
    Promise.all(once.map((finding) => generalActions(at, finding))),
  ]);
  return [...fixes.flat(), ...all, ...general.flat()];
}

function aboutOf({ settled }: At, finding: Finding): Pick<CodeAction, 'kind' | 'diagnostics'> {
  return { kind: CodeActionKind.QuickFix, diagnostics: [toDiagnostic(finding, settled.uriOf)] };
}

async function fixesOf(at: At, finding: Finding): Promise<readonly CodeAction[]> {
  const { fix, otherFixes = [], commits = [] } = finding;
  const about = aboutOf(at, finding);
  const fixed = ({ title, edits, others = [] }: Fix, isPreferred: boolean): Promise<readonly CodeAction[]> =>
    withChanges({ ...about, title, isPreferred }, [editOf(at.settled, edits), ...others], at);
  return [
    ...(fix ? await fixed(fix, fix.safe) : []),
    ...(await Promise.all(otherFixes.map((other) => fixed(other, false)))).flat(),
    ...operationOf(at, finding),
    ...commits.slice(0, mostCommits).map((hash): CodeAction => {
      const title = `Open commit ${hash.slice(0, 7)}`;
      return { ...about, title, command: { title, command: openCommitCommand, arguments: [at.settled.rootUri, hash] } };
    }),
  ];
}

function operationOf(at: At, finding: Finding): readonly CodeAction[] {
  const operation = operationFor(finding);
  if (!operation) return [];
  const { title, name, input } = operation;
  const command = { title, command: runOperationCommand, arguments: [at.settled.rootUri, name, input] };
  return [{ ...aboutOf(at, finding), title, command }];
}

/** What the editor returns once a fix for all findings was chosen: only then its edits are computed. */
interface EveryFixData {
  readonly uri: string;
  readonly every: EveryFix;
}

function everyFixOf(at: At, finding: Finding): readonly CodeAction[] {
  const { settled } = at;
  const { code, fix, otherFixes = [] } = finding;
  const choices: FixChoice[] = [
    ...(fix ? ['fix' as const] : []),
    ...otherFixes.flatMap(({ every }) => (every === undefined ? [] : [{ every }])),
  ];
  return choices.flatMap((choice) => {
    const what = choice === 'fix' ? 'Fix' : `${choice.every}:`;
    const all = fixable(settled, { code, choice });
    const inProject = all.length;
    const here = all.filter(({ path }) => path === settled.document.path).length;
    const action = (title: string, path?: string): CodeAction => {
      const every = { code, choice, ...(path === undefined ? {} : { path }) };
      const data: EveryFixData = { uri: settled.uriOf(settled.document.path), every };
      return { ...aboutOf(at, finding), title, data };
    };
    return [
      ...(here > 1 ? [action(`${what} all ${here} of ${code} in this document`, settled.document.path)] : []),
      ...(inProject > here && inProject > 1 ? [action(`${what} all ${inProject} of ${code} in the project`)] : []),
    ];
  });
}

/** The document that an action's data names; undefined for an action that has its edit already. */
export function uriOfAction({ data }: CodeAction): string | undefined {
  const uri = fieldsOf(data)?.['uri'];
  return typeof uri === 'string' ? uri : undefined;
}

/** The action with its edit. */
export async function resolveAction(at: At, action: CodeAction): Promise<CodeAction> {
  const { every } = action.data as EveryFixData; // as everyFixOf made it: the editor returns it unchanged
  const changes = await fixEvery(at.settled, every);
  const [resolved] = await withChanges(action, changes, at);
  return resolved ?? action;
}

// The editor asks again whenever the cursor moves, and both take reading a document.
const hasPlaceForComment = memoEach<Finding, Pick<SettledFile, 'document'>, Promise<boolean>>();
const turningOff = memoEach<Rule, { readonly text: string | undefined }, FileChange | undefined>();

async function generalActions(at: At, finding: Finding): Promise<readonly CodeAction[]> {
  const { settled } = at;
  const { code } = finding;
  const rule = ruleOf(code);
  if (!rule) return [];
  const about = aboutOf(at, finding);
  const command = (title: string, id: string, ...given: readonly unknown[]): CodeAction => ({
    ...about,
    title,
    command: { title, command: id, arguments: [...given] },
  });
  const { document } = settled;
  const canIgnore = await hasPlaceForComment(finding, { document }, async () =>
    canBeIgnored(rule) || !isDocument(document) ? (await ignoring(document, finding)) !== undefined : false,
  );
  const uri = settled.uriOf(document.path);
  const text = fileAt(settled.project, configurationPath)?.text;
  const off = turningOff(rule, { text }, () => turnOffRule(text, rule));
  return [
    command(`Explain ${code} (${rule.name})`, explainRuleCommand, code),
    ...(canIgnore ? [command(`Ignore ${code} here…`, ignoreFindingCommand, uri, finding.id)] : []),
    ...(off ? await withChanges({ ...about, title: `Turn off ${code} in ${configurationPath}` }, [off], at) : []),
  ];
}

/** The edits that ignore a finding with a reason; null if the finding is gone. */
export async function ignoreEdits(
  { document, findings }: SettledFile,
  id: string,
  reason: string,
): Promise<readonly PlacedEdit[] | null> {
  const finding = findings.find((one) => one.id === id);
  const edits = finding && (await ignoring(document, finding, reason));
  return edits?.map(({ span, newText }) => ({ range: document.lines.rangeOf(span), newText })) ?? null;
}

async function ignoring(file: TextFile, finding: Finding, reason?: string): Promise<readonly TextEdit[] | undefined> {
  return isDocument(file) ? ignoreFinding(file, finding, reason) : ignoreInSource(file, finding, reason);
}
