import type { RunLogLine } from '../execution/runLog/runReader.js';
import type { RunView } from '../runs/runView.js';

export type { PacketVersion } from '../execution/runs/packetVersions.js';
export type { RunLogLine } from '../execution/runLog/runReader.js';
export type { PacketStage, PacketView, RunView } from '../runs/runView.js';

/** The newest runs in the repositories of all projects, newest first. */
export const runsRequest = 'pactwright/runs';

/** What has happened last in a run, a line for each event. */
export const runLogRequest = 'pactwright/runLog';

/** A run as the editor shows it. */
export interface ListedRun extends RunView {
  /** The folder of the project, as a path of this machine. */
  readonly folder: string;
}

export interface RunRequests {
  readonly [runsRequest]: {
    /** What the editor has: the answer is undefined while that is still true. */
    readonly params: { readonly known: string | undefined };
    readonly answer: { readonly stamp: string; readonly runs: readonly ListedRun[] } | undefined;
  };
  readonly [runLogRequest]: {
    /** `after`: the number of the last line that the editor has; 0: it has none. */
    readonly params: { readonly run: string; readonly after: number };
    readonly answer: readonly RunLogLine[];
  };
}
