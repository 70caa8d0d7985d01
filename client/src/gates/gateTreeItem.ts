import * as vscode from 'vscode';
import { blockers, type ConditionResult, type GatePlace, type Place } from '../../../server/src/protocol.js';
import type { GateAnswer } from './gateAnswer.js';
import type { GateRow } from './gateNodes.js';
import { answerWords, conditionDetails, stateWords } from './gateWords.js';
import { openPlace } from '../editor/openPlace.js';
import { projectItem } from '../editor/projectItem.js';
import { projectFile } from '../editor/projectFiles.js';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** A row as the view shows it. Icon and words show the state, never colour alone. */
export function toGateTreeItem(row: GateRow): vscode.TreeItem {
  const item = treeItemOf(row);
  item.id = row.id;
  item.contextValue = contextOf(row);
  return item;
}

/** What the menus go by: the kind of a row, and what can be done with it. */
function contextOf(row: GateRow): string {
  switch (row.kind) {
    case 'item': {
      const { running, verdict, report } = row.answer;
      const isRunning = running !== undefined && running.how !== 'recorded';
      return [row.kind, isRunning ? 'running' : verdict ? 'asked' : 'new', report === undefined ? '' : 'reported'].join(
        ' ',
      );
    }
    case 'condition': {
      const { state, overridden, problems = [] } = row.result;
      const canBeOverridden = state !== 'pass' && !overridden;
      return [
        row.kind,
        problems.some(({ place }) => place) ? 'placed' : '',
        canBeOverridden ? 'open' : '',
        problems.some(({ command }) => command) ? 'command' : '',
      ].join(' ');
    }
    case 'problem': {
      const { approvable, command, place, refreeze } = row.problem;
      return [
        row.kind,
        place ? 'placed' : '',
        approvable === undefined ? '' : 'approvable',
        command ? 'command' : '',
        refreeze === undefined ? '' : 'refreeze',
      ].join(' ');
    }
    case 'project':
    case 'looking':
    case 'failure':
    case 'passed':
    case 'next':
      return row.kind;
  }
}

function treeItemOf(row: GateRow): vscode.TreeItem {
  switch (row.kind) {
    case 'project':
      return projectItem(row.name, row.root);
    case 'item': {
      const { subject, answer } = row;
      const { id, title } = row.item;
      const item = new vscode.TreeItem(id, Collapsed);
      const said = answerWords(subject.gate, answer);
      item.description = [said, title].filter(Boolean).join(' · ');
      item.tooltip = [title ? `${id}: ${title}` : id, said].join('\n');
      item.iconPath = answerIcon(answer);
      return item;
    }
    case 'looking': {
      const item = new vscode.TreeItem(row.text, None);
      item.tooltip = row.text;
      item.iconPath = new vscode.ThemeIcon('loading~spin');
      return item;
    }
    case 'failure': {
      const [first = ''] = row.text.split('\n');
      const item = new vscode.TreeItem(first, None);
      item.tooltip = row.text;
      item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
      item.command = { command: 'pactwright.showLog', title: vscode.l10n.t('Show Log') };
      return item;
    }
    case 'passed': {
      const item = new vscode.TreeItem(vscode.l10n.t('Passed'), Collapsed);
      item.description = String(row.results.length);
      item.iconPath = passIcon();
      return item;
    }
    case 'condition': {
      const { result } = row;
      const { problems = [], next } = result;
      const item = new vscode.TreeItem(result.name, problems.length > 0 || next !== undefined ? Collapsed : None);
      item.description = `${stateWords(result)} · ${result.summary}`;
      item.tooltip = conditionDetails(result);
      item.iconPath = conditionIcon(result);
      return item;
    }
    case 'problem': {
      const { message, place } = row.problem;
      const item = new vscode.TreeItem(message, None);
      item.tooltip = message;
      item.iconPath = new vscode.ThemeIcon('circle-small-filled');
      if (place) {
        item.description = placeWords(place);
        item.tooltip = `${message}\n${placeWords(place)}`;
        item.command = openPlace(placeIn(row.subject.root, place));
      }
      return item;
    }
    case 'next': {
      const item = new vscode.TreeItem(vscode.l10n.t('Next: {0}', row.text), None);
      item.tooltip = row.text;
      item.iconPath = new vscode.ThemeIcon('arrow-right');
      return item;
    }
  }
}

/** A place of a verdict as the editor knows places. @param root URI of the project root. */
export function placeIn(root: string, { path, range }: GatePlace): Place {
  const start = { line: 0, character: 0 };
  return { uri: projectFile(root, path).toString(), range: range ?? { start, end: start } };
}

function placeWords({ path, range }: GatePlace): string {
  return range ? `${path}:${range.start.line + 1}` : path;
}

/** How the answer of a gate is shown. */
export function answerIcon({ running, verdict, failure }: GateAnswer): vscode.ThemeIcon {
  if (running && running.how !== 'recorded') return new vscode.ThemeIcon('loading~spin');
  if (failure !== undefined) return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  switch (verdict?.answer) {
    case undefined:
      return new vscode.ThemeIcon('circle-large-outline');
    case 'allowed':
      return passIcon();
    case 'refused':
      return failIcon();
    case 'unknown':
      return unknownIcon();
  }
}

function conditionIcon(result: ConditionResult): vscode.ThemeIcon {
  if (result.overridden) return new vscode.ThemeIcon('shield');
  if (result.state === 'pass') return passIcon();
  // An optional condition does not block.
  if (blockers([result]).length === 0) return new vscode.ThemeIcon(result.state === 'fail' ? 'info' : 'question');
  return result.state === 'fail' ? failIcon() : unknownIcon();
}

function passIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
}

function failIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
}

function unknownIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('question', new vscode.ThemeColor('list.warningForeground'));
}
