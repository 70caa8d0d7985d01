import {
  all,
  commandTable,
  hasItems,
  inFolder,
  inViewTitle,
  onEntry,
  onEntryRow,
  onRow,
  trusted,
} from '../editor/commandTable.js';

/** @param word what a session must be or have, as in the context of its row; without it any session will do. */
const ofSession = (word = 'session'): { readonly enablement: string; readonly palette: string } => ({
  enablement: trusted,
  palette: all(trusted, `pactwright.agents.words =~ /\\b${word}\\b/`),
});
const phase = { enablement: trusted, palette: all(trusted, inFolder) };
const itemPhase = { enablement: trusted, palette: all(trusted, hasItems) };
/** Not in the palette: `pactwright.phase.start` offers it, and it can have a key. */
const seldomPhase = { enablement: trusted, palette: false };

export const userPathCommandTable = commandTable({
  'pactwright.path.install': { palette: true },
  'pactwright.path.uninstall': { palette: true },
});

export const agentCommandTable = commandTable({
  'pactwright.agents.reveal': {
    icon: 'terminal',
    ...ofSession('live'),
    menus: [onRow('pactwright.agents', /^session/, '1_open@1')],
  },
  'pactwright.agents.openTranscript': {
    icon: 'output',
    ...ofSession('transcript'),
    menus: [onRow('pactwright.agents', /^session .*transcript/, '1_open@2')],
  },
  'pactwright.agents.showTranscript': {
    icon: 'book',
    ...ofSession(),
    menus: [onRow('pactwright.agents', /^session/, '1_open@0')],
  },
  'pactwright.agents.review': {
    icon: 'diff-multiple',
    ...ofSession(),
    menus: [onRow('pactwright.agents', /^session/, 'inline@1'), onRow('pactwright.agents', /^session/, '1_open@3')],
  },
  'pactwright.agents.stop': {
    icon: 'debug-stop',
    ...ofSession('live'),
    menus: [
      onRow('pactwright.agents', /^session .*live/, 'inline@2'),
      onRow('pactwright.agents', /^session .*live/, '2_work@3'),
    ],
  },
  'pactwright.agents.answer': {
    icon: 'comment',
    ...ofSession('question'),
    menus: [
      onRow('pactwright.agents', /^session .*question/, 'inline@1'),
      onRow('pactwright.agents', /^session .*question/, '2_work@1'),
    ],
  },
  'pactwright.agents.resume': {
    icon: 'debug-restart',
    ...ofSession('resumable'),
    menus: [
      onRow('pactwright.agents', /^session .*resumable/, 'inline@2'),
      onRow('pactwright.agents', /^session .*resumable/, '2_work@2'),
    ],
  },
  'pactwright.agents.restore': {
    icon: 'discard',
    ...ofSession('over'),
    menus: [
      onRow('pactwright.agents', /^session .*over.*destroyed/, 'inline@3'),
      onRow('pactwright.agents', /^session .*over/, '2_work@4'),
    ],
  },
  'pactwright.agents.runGate': {
    icon: 'shield',
    ...ofSession('judged'),
    menus: [
      onRow('pactwright.agents', /^session .*judged/, 'inline@3'),
      onRow('pactwright.agents', /^session .*judged/, '2_work@5'),
    ],
  },
  'pactwright.agents.copyCommand': {
    ...ofSession(),
    menus: [onRow('pactwright.agents', /^session/, '5_cutcopypaste@1')],
  },
});

export const phaseCommandTable = commandTable({
  'pactwright.phase.start': {
    ...phase,
    icon: 'play',
    menus: [
      inViewTitle('pactwright.agents', 'navigation@1', trusted),
      onEntryRow(/^entry item /, 'inline@2', { alone: true, writes: true }),
      ...onEntry(/^entry item /, '2_work@0', { alone: true, writes: true }),
      onRow('pactwright.trace', 'item', '1_trace@3', trusted),
      onRow('pactwright.agents', /^session .*over item/, '2_work@1'),
    ],
  },
  'pactwright.phase.clarify': seldomPhase,
  // It turns any folder into a project.
  'pactwright.phase.plan': phase,
  'pactwright.phase.act': itemPhase,
  'pactwright.phase.check': itemPhase,
  'pactwright.phase.done': itemPhase,
  'pactwright.phase.release': seldomPhase,
  'pactwright.phase.pr': seldomPhase,
  'pactwright.phase.sprint': seldomPhase,
  'pactwright.phase.hotfix': seldomPhase,
  'pactwright.phase.init': seldomPhase,
  'pactwright.phase.design': seldomPhase,
  'pactwright.phase.debug': seldomPhase,
});
