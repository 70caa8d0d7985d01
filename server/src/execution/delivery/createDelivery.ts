import type { DeliveryDesk, PullRequestPlace, ReleasePlace } from '../../operations/deliveryDesk.js';
import { untouchedSince } from '../agents/beforeWork.js';
import { openItem } from '../../project/openItem.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { ProgramDesk } from '../programs/runQuietly.js';
import { askGate } from '../gates/askGate.js';
import { findIssueTracker, readPullRequest } from './issueTracker.js';
import { sortUncommitted } from './ownFiles.js';
import { findPullRequestPlace } from './pullRequestPlace.js';
import { findReleasePlace, requireRepository, sortByRelease } from './releasePlace.js';

interface DeliveryOptions extends ProgramDesk {
  readonly warn: (text: string) => void;
  /** Of gates; undefined: the one the configuration names. */
  readonly profile: string | undefined;
}

/** What git, GitHub's command line and the record say of a project; where it goes to is determined once. */
export function createDelivery(root: string, configuration: Configuration, desk: DeliveryOptions): DeliveryDesk {
  const { machine, warn, signal, profile } = desk;
  const releases = new Map<string, Promise<ReleasePlace>>();
  let pullRequest: Promise<PullRequestPlace> | undefined;
  const findPullRequest = async (): Promise<PullRequestPlace> => {
    const found = await machine.git.repository(root, signal);
    return findPullRequestPlace(root, found.kind === 'answer' ? found.value : undefined, configuration, desk);
  };
  const findRelease = async (version: string): Promise<ReleasePlace> =>
    findReleasePlace(await requireRepository(root, desk), version, desk);
  return {
    filesOf: async (item) => {
      const opened = await openItem(machine, root, item, warn);
      return opened.repository && sortUncommitted(opened, opened.repository, { machine, signal });
    },
    filesOfRelease: async () => sortByRelease(machine, await requireRepository(root, desk), undefined, signal),
    releasePlace: (version) => {
      const place = releases.get(version) ?? findRelease(version);
      releases.set(version, place);
      return place;
    },
    pullRequestPlace: () => (pullRequest ??= findPullRequest()),
    issueTracker: async (kind) => findIssueTracker(await requireRepository(root, desk), kind, desk),
    pullRequest: async (number, kind) => readPullRequest(await requireRepository(root, desk), number, kind, desk),
    gateReport: async (gate, item) => {
      const { report } = await askGate({
        machine,
        signal,
        warn,
        folder: root,
        gate,
        item,
        profile,
        fresh: false,
        recorded: true,
        trustCommands: false,
        untouched: (opened) => untouchedSince(machine, opened, signal),
        onEvent: () => undefined,
      });
      return report;
    },
  };
}
