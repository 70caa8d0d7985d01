import { scanBlocks } from '../../markdown/scanBlocks.js';

/**
 * What a changelog says of a version: the text below the heading that names it (`## [1.4.0] - 2026-03-01`, `## v1.4.0`), up to the
 * next heading that is no deeper.
 *
 * @param version with or without `v` in front.
 * @returns trimmed; undefined if there is no such heading, or nothing below it.
 */
export function changelogSection(changelog: string, version: string): string | undefined {
  const wanted = bare(version);
  const headings = scanBlocks(changelog).filter((block) => block.kind === 'heading');
  const at = headings.findIndex(({ text }) => versionIn(text) === wanted);
  const heading = headings[at];
  if (!heading) return undefined;
  const next = headings.slice(at + 1).find(({ level }) => level <= heading.level);
  return changelog.slice(heading.span.end, next?.span.start).trim() || undefined;
}

/** The version that a heading begins with, with or without brackets, a link, a `v` or the word. */
function versionIn(heading: string): string | undefined {
  const [, version] = /^(?:version\s+|release\s+)?\[?(v?\d[\w.+-]*)\]?(?=$|[\s(:,])/iu.exec(heading) ?? [];
  return version === undefined ? undefined : bare(version);
}

function bare(version: string): string {
  return version.replace(/^v/iu, '');
}
