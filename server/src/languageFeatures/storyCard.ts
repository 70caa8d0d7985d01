import type { Tally } from '../documents/board/entryParts.js';
import type { ItemTrace } from '../trace/graph.js';
import { type BoardFacts, boardFacts } from './boardFacts.js';
import type { FeatureContext } from './featureContext.js';
import { itemStanding } from './itemStanding.js';
import { escapeMarkdown, markdownLink } from './markdownText.js';

/** Turns a path of the project, with a fragment or without, into a URI. */
export type UriOf = (path: string) => string;

/**
 * An item on one card, as Markdown: title, section, status, priority, tasks and criteria, what blocks it, its branches, last
 * commit, open findings, and where the spec is. What comes from documents and commits is escaped.
 *
 * @param uriOf without it the card has no link.
 */
export function storyCard(context: Omit<FeatureContext, 'document'>, item: ItemTrace, uriOf?: UriOf): string {
  const { title, section, status, tasks, criteria } = itemStanding(context, item);
  const { spec, commits, entries } = item;
  const commit = commits[0];
  const { priority, blockedBy, branches, ...counts } = boardFacts(context, item);
  const findings = findingWords(counts);
  const facts = [
    section === undefined ? 'not on the board or in the archive' : escapeMarkdown(section),
    ...(status === undefined ? [] : [`Status ${escapeMarkdown(status)}`]),
    ...(priority === undefined ? [] : [`Priority ${escapeMarkdown(priority)}`]),
    ...(tasks.of > 0 ? [`${shown(tasks)} tasks${entries.length > 1 ? ` in ${entries.length} entries` : ''}`] : []),
    ...(criteria.of > 0 ? [`${shown(criteria)} AC ${criteria.by === 'test' ? 'tested' : 'with a scenario'}`] : []),
  ];
  const lines = [
    `**${escapeMarkdown(item.id)}**${title === undefined ? '' : ` ${escapeMarkdown(title)}`}`,
    facts.join(' · '),
    ...(blockedBy.length > 0 ? [`Blocked by ${blockedBy.map(escapeMarkdown).join(', ')}`] : []),
    ...(branches.length > 0
      ? [`${branches.length === 1 ? 'Branch' : 'Branches'} ${branches.map(escapeMarkdown).join(', ')}`]
      : []),
    ...(commit
      ? [
          `Last commit ${commit.hash.slice(0, 8)} of ${dayOf(commit.at)} by ${escapeMarkdown(commit.author)}: ${escapeMarkdown(commit.subject)}`,
        ]
      : []),
    ...(findings === '' ? [] : [`Findings: ${findings}`]),
    ...(spec
      ? uriOf
        ? [markdownLink(spec.path, uriOf(spec.path))]
        : []
      : [`No spec: there is no file named ${escapeMarkdown(item.id)}\\.md among the specs`]),
  ];
  return lines.join('\n\n');
}

const shown = ({ done, of }: Tally): string => `${done}/${of}`;

/** The day of a moment, in milliseconds since 1970, as ISO 8601 has it (UTC). */
function dayOf(at: number): string {
  const date = new Date(at);
  // What git holds may be no date at all.
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
}

/** `1 error, 2 warnings, 3 hints`; empty if there is nothing. */
function findingWords({ errors, warnings, infos }: Pick<BoardFacts, 'errors' | 'warnings' | 'infos'>): string {
  return [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ...(infos > 0 ? [plural(infos, 'hint')] : []),
  ].join(', ');
}

/** `1 test`, `2 tests`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
