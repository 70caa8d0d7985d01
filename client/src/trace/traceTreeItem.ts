import * as vscode from 'vscode';
import { openCommitCommand, type TraceNodeView, type TraceStage } from '../../../server/src/protocol.js';
import { openPlace } from '../editor/openPlace.js';
import { projectItem } from '../editor/projectItem.js';
import type { TraceGroup, TraceRow } from './traceNodes.js';
import { coverageWords, gapCount, gapWords, groupWords, stageWords } from './traceWords.js';

const stageIcons: Readonly<Record<TraceStage, string>> = {
  inProgress: 'sync',
  backlog: 'list-unordered',
  unplanned: 'question',
  done: 'pass',
  archived: 'archive',
};

const nodeIcons: Readonly<Record<TraceNodeView['kind'], string>> = {
  requirement: 'law',
  criterion: 'checklist',
  scenario: 'play-circle',
  test: 'beaker',
  deferral: 'watch',
  file: 'file',
  commit: 'git-commit',
  branch: 'git-branch',
  worktree: 'folder',
  dependency: 'link',
};

const groupIcons: Readonly<Record<TraceGroup, string>> = {
  looseCriteria: nodeIcons.criterion,
  looseScenarios: nodeIcons.scenario,
  looseTests: nodeIcons.test,
  dependencies: nodeIcons.dependency,
  files: 'files',
  branches: nodeIcons.branch,
  commits: nodeIcons.commit,
};

/** A row as the tree shows it. Icon and words say what is missing, never colour alone. */
export function toTraceTreeItem(row: TraceRow): vscode.TreeItem {
  const item = treeItemOf(row);
  item.id = row.id;
  item.contextValue = row.kind === 'node' ? row.node.kind : row.kind;
  return item;
}

function treeItemOf(row: TraceRow): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (row.kind) {
    case 'project':
      return projectItem(row.project.name, row.project.root);
    case 'stage': {
      const closed = row.stage === 'done' || row.stage === 'archived';
      const item = new vscode.TreeItem(stageWords[row.stage], closed ? Collapsed : Expanded);
      item.description = String(row.count);
      item.iconPath = new vscode.ThemeIcon(stageIcons[row.stage]);
      return item;
    }
    case 'item': {
      const { id, title, gaps, place } = row.item;
      const coverage = coverageWords(row.item);
      const missing = gapCount(gaps);
      const item = new vscode.TreeItem(id, Collapsed);
      // There is room for one of them behind a title; the tooltip has both.
      item.description = [title, missing || coverage].filter(Boolean).join(' · ');
      item.tooltip = [title ? `${id}: ${title}` : id, coverage, missing].filter(Boolean).join('\n');
      item.iconPath = missing ? warning() : new vscode.ThemeIcon('issues');
      item.command = openPlace(place);
      return item;
    }
    case 'group': {
      const item = new vscode.TreeItem(groupWords[row.group], Collapsed);
      item.description = String(row.nodes.length);
      item.iconPath = new vscode.ThemeIcon(groupIcons[row.group]);
      return item;
    }
    case 'node': {
      const { label, description, gaps, kind, children, place, hash } = row.node;
      const item = new vscode.TreeItem(label, children.length > 0 ? Collapsed : None);
      const missing = gaps.map((gap) => gapWords[gap]).join(', ');
      item.description = [missing, description].filter(Boolean).join(' · ');
      item.tooltip = [[label, description].filter(Boolean).join(': '), missing].filter(Boolean).join('\n');
      item.iconPath = missing ? warning() : new vscode.ThemeIcon(nodeIcons[kind]);
      if (place) item.command = openPlace(place);
      else if (hash !== undefined)
        item.command = {
          command: openCommitCommand,
          title: vscode.l10n.t('Open'),
          arguments: [row.reference.root, hash],
        };
      return item;
    }
  }
}

function warning(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}
