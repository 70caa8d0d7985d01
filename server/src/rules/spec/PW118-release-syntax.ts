import { type Span, span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { excerpt } from '../../base/excerpt.js';
import { releaseVersion } from '../support/releaseVersion.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

const plainVersion = /^\d+(?:\.\d+){0,3}$/;
const toBeDecided = /\b(?:TBD|TBA|TBC)\b/iu;

/** The value without the backticks or emphasis around all of it; undefined if there are none. */
function unwrapped(text: string, { start, end }: Span): Span | undefined {
  const raw = text.slice(start, end);
  const marks = /^(?:`+|\*{1,2}|_{1,2})/u.exec(raw)?.[0] ?? '';
  if (marks === '' || raw.length <= 2 * marks.length || !raw.endsWith(marks)) return undefined;
  const inside = span(start + marks.length, end - marks.length);
  return /[`*_]/u.test(text.slice(inside.start, inside.end)) ? undefined : inside;
}

export const releaseSyntax = defineRule({
  code: 'PW118',
  name: 'release-syntax',
  summary: 'The Release is neither a version nor exactly `TBD`',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Release notes collect the specs of a version, and a release replaces exactly `TBD` with its version. Any other value belongs to no release and is never filled in.',
  fix: 'Write a version such as `1.4.0` or `v2.0.0-rc.1` without backticks or emphasis, or exactly `TBD` until it is decided. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit accepts anything but `TBD` as a release (E008), including `TBD (2.x)` and `TBD` in backticks, and then never fills it in.',
  suspects: ({ model, text }) => {
    const cell = metadataRow(model.metadata, 'Release')?.value.span;
    return cell !== undefined && !plainVersion.test(text.slice(cell.start, cell.end));
  },
  check: specCheck('info', function* ({ model, text }) {
    const value = metadataRow(model.metadata, 'Release')?.value;
    if (!value || value.value === '' || value.value.toUpperCase() === 'TBD') return;
    const shown = excerpt(value.value, 40);
    const report = { span: value.span, anchor: 'Release', severity: unlessDone(model, 'warning') };
    const inside = unwrapped(text, value.span);
    // What a release is called is short, and the pattern is not for long texts.
    const bare = (inside ? text.slice(inside.start, inside.end).trim() : value.value).slice(0, 100);
    const undecided = toBeDecided.test(bare);
    if (inside && (bare.toUpperCase() === 'TBD' || (!undecided && releaseVersion(bare) !== undefined))) {
      yield {
        ...report,
        message: `The Release is compared as written, so ${shown} with its formatting is not the release ${bare}. Write \`${bare}\` without formatting.`,
        fix: { title: `Write ${bare}`, safe: true, edits: [{ span: value.span, newText: bare }] },
      };
    } else if (undecided) {
      yield {
        ...report,
        message: `The Release "${shown}" is neither a version nor exactly TBD, so no release will fill it in. Write only \`TBD\` and move the remark into the text.`,
      };
    } else if (releaseVersion(bare) === undefined && /^[\p{ASCII}…–—]*$/u.test(bare)) {
      yield {
        ...report,
        message: `The Release "${shown}" is not a version, so this spec belongs to no release. Write one such as 1.4.0, or TBD until it is decided.`,
      };
    }
  }),
});
