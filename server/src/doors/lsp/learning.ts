import { createInTurn } from '../../base/inTurn.js';
import { sameList } from '../../base/same.js';
import type { AdoptionOffer, LintSummary } from '../../protocol.js';
import type { GitRefresh } from '../../workspace/git/gitIndex.js';
import type { FollowedProjects } from './followedProjects.js';
import { createGitRefreshes, type GitRefreshes } from './gitRefreshes.js';
import { adoptionOffer } from './projectTotals.js';

const everything: GitRefresh = { refs: true, status: true, worktrees: true, ignored: true, record: true };

export interface LearningOptions {
  readonly projects: FollowedProjects;
  /** The queue of all work on the projects. */
  readonly enqueue: ReturnType<typeof createInTurn>;
  /** Called in that queue. */
  readonly judge: (signal: AbortSignal) => Promise<LintSummary>;
  /** Aborted when the folders are others. */
  readonly signal: () => AbortSignal;
  /** Waits until what was found so far has been sent: each message takes a turn of the event loop, and reading makes turns long. */
  readonly told: () => Promise<void> | undefined;
  readonly logUnlessAborted: (error: unknown) => void;
  /** Source code and git have been read. */
  readonly onLearnt: () => void;
  /** There are other folders of agents' sessions. */
  readonly onLogsChanged: () => void;
  readonly onAdoptionOffer: (offer: AdoptionOffer) => void;
}

/**
 * Reads source code and git, which takes longer than reading the documents. It runs beside all other work, or a request about a
 * document would wait for git; it begins once the work under way is done.
 */
export class Learning {
  readonly #options: LearningOptions;
  readonly #inTurn = createInTurn();
  readonly #offered = new Set<string>();
  readonly gitRefreshes: GitRefreshes;
  // The last known folders with logs of agent sessions.
  #logsTold: readonly string[] = [];

  constructor(options: LearningOptions) {
    this.#options = options;
    this.gitRefreshes = createGitRefreshes(
      () => options.projects.all,
      () => void this.#askGitAgain().catch(options.logUnlessAborted),
    );
  }

  aside<T>(task: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#options.enqueue(() => Promise.resolve());
      await this.#options.told();
      return task();
    });
  }

  learnAndJudge(signal: AbortSignal): Promise<unknown> {
    return this.aside(async () => {
      signal.throwIfAborted();
      await this.#learn(signal);
      // What was given up for other folders is still to be asked.
      this.gitRefreshes.ask();
      return this.#judgeLearnt(signal);
    }).catch(this.#options.logUnlessAborted);
  }

  /** Reads all of it again. */
  learnAgain(signal: AbortSignal): Promise<LintSummary> {
    const { projects, logUnlessAborted } = this.#options;
    return this.aside(async () => {
      await this.#learn(signal);
      for (const project of projects.all) await project.gitChanged(everything, signal).catch(logUnlessAborted);
      return this.#judgeLearnt(signal);
    });
  }

  async #learn(signal: AbortSignal): Promise<void> {
    const { projects, logUnlessAborted } = this.#options;
    for (const project of projects.all) await project.learn(signal).catch(logUnlessAborted);
  }

  #askGitAgain(): Promise<unknown> {
    return this.aside(async () => {
      const signal = this.#options.signal();
      const due = this.gitRefreshes.take();
      if (due.length === 0) return;
      for (const [project, refresh] of due)
        await project.gitChanged(refresh, signal).catch((error: unknown) => {
          if (signal.aborted) this.gitRefreshes.add(project, refresh);
          this.#options.logUnlessAborted(error);
        });
      await this.#judgeLearnt(signal);
    });
  }

  /** Publishes what differs now that more is known, and keeps for the next session what was expensive to read. */
  async #judgeLearnt(signal: AbortSignal): Promise<LintSummary> {
    const { projects, enqueue, judge, onLearnt, onLogsChanged, logUnlessAborted } = this.#options;
    const summary = await enqueue(() => judge(signal));
    this.#offerAdoption();
    onLearnt();
    // Only now it is known where a project that came to be has its sessions.
    const logs = projects.allLogs();
    if (!sameList(logs, this.#logsTold)) onLogsChanged();
    this.#logsTold = logs;
    for (const project of projects.all) await project.save().catch(logUnlessAborted);
    return summary;
  }

  /** Offers a baseline to each project once, and only now: before, the number of findings would be too low. */
  #offerAdoption(): void {
    for (const project of this.#options.projects.all) {
      const offer = adoptionOffer(project);
      if (offer === undefined || this.#offered.has(project.root)) continue;
      this.#offered.add(project.root);
      this.#options.onAdoptionOffer(offer);
    }
  }
}
