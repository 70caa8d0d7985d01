import { excerpt } from '../../base/excerpt.js';
import { agentSettingsMean, hookMatchers, hooksOff, readAgentSettings } from '../../trace/agentSettings.js';
import { pathOf, plannedFiles } from '../../trace/namedFiles.js';
import { type SettingsChange, settingsChanges } from '../../trace/settingsChanges.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import { defineProjectRule } from '../rule.js';
import { atHand } from './boardState.js';
import { recentHistory, shortHash } from './history.js';
import { isDeployed } from './isDeployed.js';

export const agentSettingsChanged = defineProjectRule({
  code: 'PW645',
  name: 'agent-settings-changed',
  summary: 'A commit of an item changed what calls Pactwright in the settings, hooks or MCP servers of agents',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board', 'spec'],
  why: 'The hooks of an agent refuse changes to frozen specs, tests and the record. An agent whose commit removes or changes them works on without being checked.',
  fix: 'Restore the entries: `pactwright update`, and commit. If the item is about these settings, name the file in Touches, or have a person approve the change at the gate. Reported until the item is done, as the condition `runner-kept` reads the files. Not reported are files that are again as they were or as `pactwright init` deployed them, commits that name no item, and merges.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ project, trace }) {
    const history = recentHistory(project.git);
    if (!history) return;
    for (const { item, place } of atHand(trace)) {
      for (const change of settingsChanges(history, item)) {
        const planned = item.spec ? plannedFiles(item.spec) : [];
        const lost = planned.some(({ named }) => pathOf(named.value) === change.path)
          ? undefined
          : lostSetting(history, change, project.record?.get(item.id)?.approved);
        if (!lost) continue;
        const { commit, what } = lost;
        yield {
          ...place,
          item: item.id,
          anchor: change.path,
          message: `${shortHash(commit)} "${excerpt(commit.subject, 50)}" changed ${change.path}: ${what}, ${agentSettingsMean}. Restore it with \`pactwright update\`, or have a person approve the change.`,
          commits: [commit.hash],
        };
      }
    }
  },
});

interface LostSetting {
  readonly commit: Commit;
  readonly what: string;
}

type Settings = ReadonlyMap<string, string>;

/** The newest change of a setting that is still not as it was; undefined if there is none, or git did not say what the files hold. */
function lostSetting(
  history: GitHistory,
  change: SettingsChange,
  approved: ReadonlySet<string> = new Set(),
): LostSetting | undefined {
  const { path, changes, now } = change;
  const settingsOf = (blob: string | undefined): Settings | undefined => {
    const text = blob === undefined ? '' : history.textOf(blob);
    return text === undefined ? undefined : text === '' ? new Map() : readAgentSettings(path, text);
  };
  const current = settingsOf(now);
  if (!current) return undefined;
  for (const { commit, before, after } of changes) {
    const [were, are] = [settingsOf(before), settingsOf(after)];
    if (!were || !are || isKept(history, change, were, current)) continue;
    const isLost = (name: string): boolean =>
      were.get(name) !== are.get(name) &&
      were.get(name) !== current.get(name) &&
      (were.has(name) || name === hooksOff) &&
      !approved.has(approvableName('runner-change', path, name, current.get(name) ?? ''));
    const name = [...were.keys(), ...are.keys()].find(isLost);
    if (name !== undefined) return { commit, what: wordsFor(name, were, are) };
  }
  return undefined;
}

function wordsFor(name: string, were: Settings, are: Settings): string {
  if (!were.has(name)) return `${name} is new`;
  return `${excerpt(name, 80)} ${are.has(name) ? 'changed' : 'was removed'}`;
}

/** Whether a file is as `init` or `update` deployed it, and calls us for whatever it called us before. */
function isKept(
  { textOf }: Pick<GitHistory, 'textOf'>,
  { path, now = '', manifest = '' }: SettingsChange,
  were: Settings,
  current: Settings,
): boolean {
  if (current.has(hooksOff) || (were.has(hookMatchers) && !current.has(hookMatchers))) return false;
  return isDeployed(path, textOf(now) ?? '', textOf(manifest) ?? '');
}
