import again from '../../../playbooks/again.md';
import act from '../../../playbooks/act.md';
import check from '../../../playbooks/check.md';
import clarify from '../../../playbooks/clarify.md';
import common from '../../../playbooks/common.md';
import debug from '../../../playbooks/debug.md';
import design from '../../../playbooks/design.md';
import done from '../../../playbooks/done.md';
import hotfix from '../../../playbooks/hotfix.md';
import init from '../../../playbooks/init.md';
import plan from '../../../playbooks/plan.md';
import pr from '../../../playbooks/pr.md';
import release from '../../../playbooks/release.md';
import type { Phase } from '../phase.js';
import type { Team } from '../roles.js';
import type { PlaybookFacts } from './facts.js';
import { type Playbook, readPlaybook, renderPlaybook } from './playbook.js';
import { quoted } from './row.js';

/** A phase with an agent; Sprint only runs others. */
export type AgentPhase = Exclude<Phase, 'sprint'>;

const texts: Readonly<Record<AgentPhase, string>> = {
  clarify,
  plan,
  act,
  check,
  done,
  release,
  pr,
  hotfix,
  init,
  design,
  debug,
};

/** The playbook of a phase; what all have in common is in front. */
export function playbookOf(phase: AgentPhase): Playbook {
  return readPlaybook(`${common}\n${texts[phase]}`);
}

/** The prompt of a phase. */
export function phasePrompt(phase: AgentPhase, facts: PlaybookFacts, { leader, others }: Team): string {
  return renderPlaybook(playbookOf(phase), {
    ...facts,
    phase,
    role: leader.title,
    'role.instructions': leader.instructions,
    roles: others.map(({ title, instructions }) => `### As the ${title}\n\n${instructions}`).join('\n\n'),
  });
}

/** More would be skimmed. */
const mostChanged = 20;

/** What continues an interrupted conversation. @param changed files that changed in the meantime: what the agent read of them is outdated. */
export function resumePrompt(prompt: string, changed: readonly string[]): string {
  if (changed.length === 0) return prompt;
  const rest = changed.length - mostChanged;
  const rows = [
    ...changed.slice(0, mostChanged).map((file) => `- ${quoted(file)}`),
    ...(rest > 0 ? [`- and ${rest} more: \`git status\``] : []),
  ];
  return `${prompt}\nThese files changed in the meantime. Read them again before you rely on them:\n\n${rows.join('\n')}\n`;
}

/** What sends an agent back: that the gate refused, and what it asks for, nothing else. */
export const againPlaybook = (): Playbook => readPlaybook(again);

/** The prompt after a gate refused the work. */
export function againPrompt(phase: AgentPhase, facts: PlaybookFacts): string {
  return renderPlaybook(againPlaybook(), { ...facts, phase });
}
