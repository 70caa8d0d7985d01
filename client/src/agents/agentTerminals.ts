import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AgentSessionView } from '../../../server/src/protocol.js';
import { agentEnvironment } from './agentEnvironment.js';

/** Terminals that run the command line itself: no shell is in between. */
export interface AgentTerminals {
  /**
   * @param name of the terminal: one line.
   * @param folder where it is started: absolute.
   * @param args of the command line, handed over as they are.
   */
  readonly open: (name: string, folder: string, args: readonly string[]) => vscode.Terminal;
  /** The terminal that a session runs, or ran, in; undefined if there is none, or it is closed. */
  readonly of: (session: Pick<AgentSessionView, 'keeperPid'>) => Promise<vscode.Terminal | undefined>;
  /** The same, where a window that was reloaded may still be opening it. */
  readonly awaited: (session: Pick<AgentSessionView, 'keeperPid'>) => Promise<vscode.Terminal | undefined>;
}

/** How often a terminal is looked for that may be about to open, and how long after each other, in milliseconds. */
const looks = 10;
const pauseMs = 500;

/** How long terminals are given to say their process, in milliseconds. */
const patienceMs = 500;

/** @param program the command line's own: absolute. */
export function createAgentTerminals(program: string): AgentTerminals {
  // Terminals outlive the window: their process is what they are known by.
  const of: AgentTerminals['of'] = async ({ keeperPid }) => {
    const looked = vscode.window.terminals.map(async (terminal) => {
      if ((await terminal.processId) !== keeperPid) throw new Error('another one');
      return terminal;
    });
    // One that is still being restored may not say for long, and must not keep the others from being found.
    return Promise.race([Promise.any(looked).catch(() => undefined), pause(patienceMs, undefined)]);
  };
  return {
    of,
    awaited: async (session) => {
      for (let look = 0; look < looks; look++) {
        const terminal = await of(session);
        if (terminal) return terminal;
        await pause(pauseMs);
      }
      return undefined;
    },
    open: (name, folder, args) => {
      const terminal = vscode.window.createTerminal({
        name,
        shellPath: process.execPath,
        shellArgs: [program, ...args],
        cwd: folder,
        env: {
          ...agentEnvironment(),
          // On the desktop the extension host runs in Electron, which needs this to act as Node.
          ELECTRON_RUN_AS_NODE: '1',
          // After a restart the editor runs again what its terminals ran. This tells such a run from one that was asked for.
          PACTWRIGHT_OPENED: `${process.pid} ${Date.now()}`,
        },
        iconPath: new vscode.ThemeIcon('robot'),
      });
      terminal.show();
      return terminal;
    },
  };
}

/** Absolute, as the file system has it. @param root URI of the project root. */
export function folderOf(root: string): string {
  return path.resolve(vscode.Uri.parse(root).fsPath);
}
