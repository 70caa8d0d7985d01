import { metadataRow } from '../../documents/spec/specStatus.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { changesWork } from '../../trace/conventions.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import { memoFor } from '../../base/memo.js';
import { defineRule } from '../rule.js';

// Tags of the whole project only: `cart@1.4.0` is of a part of it, `v1.4.0-rc.1` no release yet.
const releaseTag = /^(?:releases?[/-])?[vV]?(\d+(?:\.\d+){1,3})$/u;

interface Release {
  readonly tag: string;
  readonly version: string;
  readonly commit: string;
  readonly at: number;
}

/** Oldest first. */
const releases = memoFor(({ tags, commits }: GitHistory): readonly Release[] => {
  const found = tags.flatMap(({ name, commit }) => {
    const version = releaseTag.exec(name)?.[1];
    return version === undefined ? [] : [{ tag: name, version, commit }];
  });
  if (found.length === 0) return [];
  const tagged = new Set(found.map(({ commit }) => commit));
  const times = new Map(commits.flatMap(({ hash, at }) => (tagged.has(hash) ? [[hash, at] as const] : [])));
  return found
    .flatMap((release): Release[] => {
      const at = times.get(release.commit);
      return at === undefined ? [] : [{ ...release, at }];
    })
    .sort((a, b) => a.at - b.at);
});

/** The newest commit that did work for the item; what was mended after it came to Done does not count. */
function lastWork({ commits, doneBy }: ItemTrace, documents: DocumentPaths): Commit | undefined {
  return commits.find(
    (commit) =>
      commit.paths.length > 0 && changesWork(commit, documents) && (doneBy === undefined || commit.at <= doneBy.at),
  );
}

export const releasedWithReleaseTbd = defineRule({
  code: 'PW637',
  name: 'released-with-release-tbd',
  summary: 'The Release of a spec is TBD, but the work is in a tagged release',
  severity: 'info',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec'],
  why: 'The spec says the Release is not decided, but the tags show that it is. Until the spec names the version, the item is missing from the release notes.',
  fix: 'Set the version of the first release that contains the work; the quick fix does this. Only items in Done or in the archive are checked, and only tags such as `v1.4.0`, `1.4.0` and `release-1.4.0`. Reported as information, because E008 or PW118 reports the same cell.',
  pactkit: 'PactKit fills in `TBD` when it makes a release, and does not look at tags.',
  *check(document, { git, item, configuration }) {
    const history = git?.history;
    if (!history || !item || (item.stage !== 'done' && item.stage !== 'archived')) return;
    const value = metadataRow(document.model.metadata, 'Release')?.value;
    if (!value || !/\bTBD\b/iu.test(value.value)) return;
    const work = lastWork(item, configuration.paths);
    if (!work) return;
    const release = releases(history).find(({ commit, at }) => at >= work.at && history.leadsTo(commit, work.hash));
    if (!release) return;
    yield {
      span: value.span,
      anchor: 'Release',
      message: `The Release is TBD, but ${release.tag} contains the work of ${item.id}, so it is missing from the release notes. Write ${release.version}.`,
      fix: {
        title: `Set the Release to ${release.version}`,
        safe: false,
        edits: [{ span: value.span, newText: release.version }],
      },
      commits: [work.hash],
    };
  },
});
