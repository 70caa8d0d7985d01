import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { finite, listOf, object, read, someOf } from '../../base/schema.js';
import { UsageError } from '../../base/usageError.js';
import type { Issue, TrackerKind } from '../../operations/deliveryDesk.js';

/** How a program lists all issues, and what it prints. */
interface IssueList {
  readonly args: readonly string[];
  /** Undefined if it is no list. @throws UsageError if it may not be all of them. */
  readonly issuesIn: (output: string) => readonly Issue[] | undefined;
}

/** More than most projects have. `gh` cuts off the rest, and does not say so. */
const most = 5000;

const ofGitHub = object({ number: finite, title: v.string(), url: v.string(), state: v.string() });
const ofGitLab = object({ iid: finite, title: v.string(), web_url: v.string(), state: v.string() });

export const issueLists: Readonly<Record<TrackerKind, IssueList>> = {
  github: {
    args: ['issue', 'list', '--state', 'all', '--limit', String(most), '--json', 'number,title,url,state'],
    issuesIn: (output) => {
      const issues = read(listOf(ofGitHub), parseJson(output));
      if (issues && issues.length >= most)
        throw new UsageError(
          `the repository has ${most} issues or more, and gh lists no others, so an issue may be created twice: create the issues of items yourself, and record each below its entry on the board (\`> Issue: …\`)`,
        );
      return issues?.map(({ state, ...issue }) => ({ ...issue, isOpen: state.toUpperCase() === 'OPEN' }));
    },
  },
  gitlab: {
    args: ['api', '--paginate', 'projects/:id/issues?scope=all&per_page=100'],
    issuesIn: (output) =>
      read(someOf(ofGitLab), pagesOf(output))?.map(({ iid, web_url: url, title, state }) => ({
        number: iid,
        title,
        url,
        isOpen: state === 'opened',
      })),
  },
};

/** One array for each page, one behind the other: brackets in strings end none. Undefined if one cannot be read. */
export function pagesOf(output: string): readonly unknown[] | undefined {
  // No JSON text has a zero character in it.
  const apart = output.replace(/"(?:\\.|[^"\\])*"|\]\s*(?=\[)/gu, (part) => (part.startsWith('"') ? part : ']\0'));
  const pages = apart.split('\0').map(parseJson);
  return pages.every((page) => Array.isArray(page)) ? pages.flat() : undefined;
}
