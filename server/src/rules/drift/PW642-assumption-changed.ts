import type { ParsedDocument } from '../../documents/document.js';
import type { Span } from '../../markdown/span.js';
import { namedFiles, pathOf } from '../../trace/namedFiles.js';
import { defineProjectRule } from '../rule.js';
import { dayOf } from './history.js';

export const assumptionChanged = defineProjectRule({
  code: 'PW642',
  name: 'assumption-changed',
  summary: 'A file that the assumptions of a spec name was changed by other work after the spec was frozen',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec'],
  why: 'The spec was agreed because of what these files were then. If other work changes one of them, what was assumed may be wrong, and nobody who works on the item sees it.',
  fix: 'Read the change, and correct the spec if it no longer holds: a person approves the new text in the editor. Reported for files in code spans below a heading Assumptions, until the item is done. Commits that name the item do not count, nor do commits that HEAD does not lead to.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ project }) {
    const history = project.git?.history;
    if (!history) return;
    for (const [id, { agreed, done }] of project.record ?? []) {
      const spec = project.spec(id);
      if (!agreed || done || !spec) continue;
      for (const { named } of assumedFiles(spec)) {
        const path = pathOf(named.value);
        const commits = history
          .changesOf(path)
          .map(({ commit }) => commit)
          .filter(
            ({ hash, items }) => hash !== agreed.base && history.leadsTo(hash, agreed.base) && !items.includes(id),
          );
        const [newest] = commits;
        if (!newest) continue;
        yield {
          file: spec,
          span: named.span,
          item: id,
          anchor: path,
          message: `${path} was changed by "${newest.subject}" after ${id} was agreed on ${dayOf(agreed.at)}, so what the spec assumes about it may be wrong. Read the change, and correct the spec if needed.`,
          commits: commits.map(({ hash }) => hash),
        };
      }
    }
  },
});

/** The files that are named below a heading Assumptions. */
function assumedFiles(spec: ParsedDocument<'spec'>): ReturnType<typeof namedFiles> {
  const { headings } = spec.model;
  const places = headings.flatMap((heading, at): readonly Span[] => {
    if (!/^(?:\d[\d.]*\s+)?assumptions?\b/iu.test(heading.text)) return [];
    const next = headings.slice(at + 1).find(({ level }) => level <= heading.level);
    return [{ start: heading.span.end, end: next?.span.start ?? spec.text.length }];
  });
  const isAssumed = ({ start }: Span): boolean => places.some((place) => place.start <= start && start < place.end);
  return namedFiles(spec).filter(({ named }) => isAssumed(named.span));
}
