import {
  commitRequest,
  impactRequest,
  type ItemReference,
  itemTargetRequest,
  lineDefinitionRequest,
  lineHoverRequest,
  matrixExportRequest,
  matrixRequest,
  traceItemRequest,
  traceItemsRequest,
} from '../../protocol.js';
import type { ItemTrace } from '../../trace/graph.js';
import { impactOf } from '../../trace/impact.js';
import type { AnswerRequest } from './answerRequest.js';
import { impactMarkdown } from './impactMarkdown.js';
import { itemTarget, lineDefinition, lineHover } from './lineFeatures.js';
import { exportMatrix, toMatrixView } from './matrixView.js';
import type { Session } from './session.js';
import type { TracedProject } from './tracedProject.js';
import { toTraceItemDetail, toTraceItemView } from './traceView.js';
import type { Commit } from '../../workspace/git/gitFacts.js';

/** Answers what the client's trace view, matrix and providers for other files ask. */
export function registerTraceRequests(answer: AnswerRequest, session: Pick<Session, 'traces' | 'traceAt'>): void {
  const projectAt = async (root: string): Promise<TracedProject | undefined> =>
    (await session.traces()).find(({ rootUri }) => rootUri === root);
  const itemOf = async ({
    root,
    item,
  }: ItemReference): Promise<{ traced: TracedProject; item: ItemTrace } | undefined> => {
    const traced = await projectAt(root);
    const found = traced?.trace.item(item);
    return traced && found && { traced, item: found };
  };

  answer(traceItemsRequest, [], async () =>
    (await session.traces()).map((traced) => ({
      root: traced.rootUri,
      name: traced.name,
      items: itemsOf(traced).map((item) => toTraceItemView(traced, item)),
    })),
  );
  answer(traceItemRequest, null, async (reference) => {
    const found = await itemOf(reference);
    return found ? toTraceItemDetail(found.traced, found.item) : null;
  });
  answer(matrixRequest, [], async () => (await session.traces()).map(toMatrixView));
  answer(matrixExportRequest, null, async ({ root, format, item, gaps }) => {
    const traced = await projectAt(root);
    return traced ? exportMatrix(traced, format, { item, gaps }) : null;
  });
  answer(impactRequest, null, async ({ root, item, requirement }) => {
    const traced = await projectAt(root);
    const impact = traced && impactOf(traced.trace, item, requirement);
    return impact ? impactMarkdown(traced, impact) : null;
  });
  answer(commitRequest, null, async ({ root, hash }) => {
    const traced = await projectAt(root);
    const commit = traced?.project.git?.history?.commits.find((one) => one.hash.startsWith(hash.toLowerCase()));
    return commit ? commitText(commit) : null;
  });
  answer(lineHoverRequest, null, (position) => lineHover(session, position));
  answer(lineDefinitionRequest, null, (position) => lineDefinition(session, position));
  answer(itemTargetRequest, null, ({ uri, item }) => itemTarget(session, uri, item));
}

function itemsOf({ trace }: TracedProject): readonly ItemTrace[] {
  return trace.items.flatMap((id) => trace.item(id) ?? []);
}

/** A commit as `git show --stat` would have it, as far as it is known without asking git again. */
function commitText({ hash, author, at, subject, items, paths }: Commit): string {
  const date = new Date(at);
  return [
    `commit ${hash}`,
    `Author: ${author}`,
    `Date:   ${Number.isNaN(date.getTime()) ? '?' : date.toISOString()}`,
    '',
    `    ${subject}`,
    '',
    ...(items.length > 0 ? [`Items: ${items.join(', ')}`, ''] : []),
    ...paths.map((path) => ` ${path}`),
    '',
  ].join('\n');
}
