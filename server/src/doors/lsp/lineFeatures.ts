import { definitionsOf } from '../../languageFeatures/definition.js';
import { describeTarget } from '../../languageFeatures/hover.js';
import type { LineDefinition, LineHover, LinePosition, Place } from '../../protocol.js';
import { type IdReference, itemMentions, partMentions } from '../../trace/idReferences.js';
import { placeIn } from './places.js';
import type { Session } from './session.js';
import type { TracedProject } from './tracedProject.js';
import { itemPlace } from './traceView.js';

type Traces = Pick<Session, 'traces' | 'traceAt'>;

/** What is known of the id at a place of a line; null if there is none, or it is unknown. */
export async function lineHover(session: Traces, { uri, text, character }: LinePosition): Promise<LineHover | null> {
  const reference = referenceAt(text, character);
  if (!reference) return null;
  const project = await projectFor(session, uri, reference.item);
  const markdown = project && describeTarget(project, reference, project.uriOf);
  return markdown === undefined ? null : { ...reference.span, markdown };
}

/** Where the id at a place of a line leads; null if there is none, or it is unknown. */
export async function lineDefinition(
  session: Traces,
  { uri, text, character }: LinePosition,
): Promise<LineDefinition | null> {
  const reference = referenceAt(text, character);
  if (!reference) return null;
  const project = await projectFor(session, uri, reference.item);
  const item = project?.trace.item(reference.item);
  if (!project || !item) return null;
  const places = definitionsOf(item, reference).map(({ file, span }) => placeIn(project.uriOf, file, span));
  return { ...reference.span, places };
}

/** Where an item id in a file leads; null for an unknown one. */
export async function itemTarget(session: Traces, uri: string, item: string): Promise<Place | null> {
  const project = await projectFor(session, uri, item);
  const found = project?.trace.item(item);
  return project && found ? itemPlace(project, found) : null;
}

function referenceAt(text: string, character: number): IdReference | undefined {
  return [...itemMentions(text), ...partMentions(text)].find(
    ({ span }) => span.start <= character && character <= span.end,
  );
}

/**
 * The project whose item an id in a file names: the one that owns the file. A file of none (a worktree's commit message, say,
 * is in another folder) mentions the only project that has such an item.
 */
async function projectFor(session: Traces, uri: string, item: string): Promise<TracedProject | undefined> {
  const own = await session.traceAt(uri);
  if (own) return own;
  const [only, ...others] = (await session.traces()).filter(({ trace }) => trace.item(item));
  return others.length === 0 ? only : undefined;
}
