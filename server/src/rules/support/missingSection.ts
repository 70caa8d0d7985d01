import type { ParsedDocument } from '../../documents/document.js';
import { type SectionName, sectionNames } from '../../documents/spec/spec.js';
import type { Report, RuleContext } from '../rule.js';
import { type Easing, eased } from './circumstances.js';
import { titlePlace } from './place.js';
import { nearMissSection } from './nearMissSection.js';
import { findSection, type LevelledSection, wrongLevelHeading } from './sections.js';
import { sectionSkeleton } from './sectionSkeleton.js';

/**
 * Reports that a spec has no section of a name.
 *
 * @param reason why it matters and the way out, as whole sentences.
 */
export function* missingSection(
  document: ParsedDocument<'spec'>,
  context: RuleContext,
  name: SectionName,
  reason: string,
  easing: Easing,
): Generator<Report> {
  if (findSection(document.model, name)) return;
  const ease = eased(document, context, easing);
  if (!ease) return;
  const fix = hasHeadingOfName(document, name) ? undefined : sectionSkeleton(document, name);
  yield {
    span: titlePlace(document),
    anchor: `section ${sectionNames[name]}`,
    message: `The spec has no \`## ${sectionNames[name]}\` section. ${reason}`,
    ...ease,
    ...(fix ? { fix } : {}),
  };
}

/**
 * The same for a section that W009 looks for at other levels. A heading at the wrong level is one mistake, so W009 alone
 * mentions it, except where PactKit's two findings are asked for.
 */
export function* missingLevelledSection(
  document: ParsedDocument<'spec'>,
  context: RuleContext,
  name: LevelledSection,
  reason: string,
  easing: Easing,
): Generator<Report> {
  if (context.compat === undefined && wrongLevelHeading(document.model, name)) return;
  yield* missingSection(document, context, name, reason, easing);
}

/** A skeleton beside the section at another level, or under nearly its name (PW115), would make two of it. */
function hasHeadingOfName({ model }: ParsedDocument<'spec'>, name: SectionName): boolean {
  const wanted = sectionNames[name].toLowerCase();
  return model.headings.some(
    (heading) => heading.text.trim().toLowerCase() === wanted || nearMissSection(heading)?.name === name,
  );
}
