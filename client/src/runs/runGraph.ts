import * as vscode from 'vscode';
import type { ListedRun, PacketStage, PacketView } from '../../../server/src/protocol.js';
import type { RunNode, RunWords, ShownRun } from './runGraphMessages.js';
import { packetSummary, runSummary } from './runTreeItem.js';

/** A run as its page draws it: packets in their waves, and who waits for whom, and for what. */
export function shownRun(run: ListedRun): ShownRun {
  const { packets, dollars, budget } = run;
  const outcomes = new Map(packets.map(({ id, stage }) => [id, stage]));
  return {
    id: run.run,
    summary: [runSummary(run), ...(run.why === undefined ? [] : [run.why])].join(' · '),
    dollars,
    ...(budget === undefined ? {} : { budget }),
    actions: [...runActionsOf[run.state]],
    nodes: packets.map(nodeOf),
    edges: packets.flatMap(({ id, needs, waitsFor = [] }) => [
      // What one needs points at it; in the colour of what is wrong where that will not come.
      ...needs.map((need) => {
        const stage = outcomes.get(need);
        return { from: need, to: id, alarming: stage === 'failed' || stage === 'dropped' };
      }),
      ...waitsFor.flatMap(({ packet, holds }) =>
        holds === undefined ? [] : [{ from: packet, to: id, label: holds, dashed: true }],
      ),
    ]),
  };
}

function nodeOf(packet: PacketView): RunNode {
  const { id, title, wave, stage } = packet;
  return {
    id,
    label: `${signs[stage]} ${id}`,
    kind: kinds[stage],
    title: `${id}: ${title}`,
    group: vscode.l10n.t('Wave {0}', wave),
    summary: packetSummary(packet),
    actions: [
      ...(stage === 'asks' || stage === 'failed' ? (['answer'] as const) : []),
      ...(stage === 'waiting' ? [] : (['openWorktree', 'compare', 'showLog'] as const)),
    ],
  };
}

const going = ['resume', 'abort', 'watch'] as const;

const runActionsOf: Readonly<Record<ListedRun['state'], ShownRun['actions']>> = {
  running: ['pause', 'abort', 'watch'],
  interrupted: [...going],
  paused: [...going],
  halted: [...going],
  stuck: [...going],
  merged: ['watch'],
  aborted: ['watch'],
};

const kinds: Readonly<Record<PacketStage, RunNode['kind']>> = {
  waiting: 'waiting',
  build: 'working',
  review: 'working',
  merge: 'working',
  clean: 'merged',
  asks: 'needsYou',
  failed: 'needsYou',
  interrupted: 'needsYou',
  merged: 'merged',
  dropped: 'left',
};

/** So that color is never all that tells them apart. */
const signs: Readonly<Record<PacketStage, string>> = {
  waiting: '…',
  build: '▶',
  review: '◎',
  merge: '⇥',
  clean: '✓',
  asks: '?',
  failed: '✗',
  interrupted: '‖',
  merged: '✓',
  dropped: '–',
};

/** The page's own text in the language of the editor. */
export function runWords(): RunWords {
  return {
    title: vscode.l10n.t('Run'),
    run: vscode.l10n.t('Run'),
    none: vscode.l10n.t('There is no run yet.'),
    log: vscode.l10n.t('Log'),
    cost: vscode.l10n.t('Cost against the budget'),
    zoomIn: vscode.l10n.t('Zoom In'),
    zoomOut: vscode.l10n.t('Zoom Out'),
    fit: vscode.l10n.t('Show All'),
    keys: vscode.l10n.t('Graph of the run. Arrow keys select the next packet, + and - zoom, 0 shows all.'),
    legend: vscode.l10n.t(
      '… waiting · ▶ build · ◎ review · ⇥ merge · ✓ merged · ? asks · ✗ failed · ‖ interrupted · – left out · dashed: waits until files or a resource are free',
    ),
    choose: vscode.l10n.t('Select a packet to see what it is at.'),
    runActions: {
      pause: vscode.l10n.t('Pause'),
      resume: vscode.l10n.t('Resume'),
      abort: vscode.l10n.t('Abort…'),
      watch: vscode.l10n.t('Watch in Terminal'),
    },
    packetActions: {
      answer: vscode.l10n.t('Answer or Try Again…'),
      openWorktree: vscode.l10n.t('Open Worktree'),
      compare: vscode.l10n.t('Compare…'),
      showLog: vscode.l10n.t('Show Log'),
    },
  };
}
