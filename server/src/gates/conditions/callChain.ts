import { count } from '../../base/count.js';
import type { CodeIndex } from '../../trace/codeGraph/codeIndex.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { chainLinks, type ChainLink, chainSteps, hasSteps, isTested } from '../support/callChain.js';
import { changedLines } from '../support/changedLines.js';
import { codeUnread, judgeWork, lookedAt, outcomeOf, withTold } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';

export const callChain: Condition = {
  name: 'call-chain',
  title: 'What the item built is called as the spec’s Target Call Chain says',
  why: 'Code that is built and tested, and that nothing calls, does nothing for anybody. The Target Call Chain of the spec (`Checkout.total → discount`) names who calls what. A function that the item added or changed and that follows another one in the chain is refused if nothing of the product calls, passes on, imports or names it. Steps that the source code does not have are skipped; a way that cannot be followed, as through a method, a decorator, a registry or a framework, and a chain whose first step no test calls, are listed and block nothing.',
  gates: ['check', 'done'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { codeIndex } = context;
    if (!hasSteps(chainOf(context)))
      return {
        state: 'pass',
        summary: 'the spec has no call chain of several steps',
        evidence: [lookedAt(context, 'the spec')],
      };
    return codeIndex ? judgeWork(context, async (work) => judge(context, work, await codeIndex())) : codeUnread;
  },
};

function judge(context: GateContext, work: Work, index: CodeIndex): Outcome {
  const chains = chainSteps(chainOf(context), index);
  const texts = new Map(work.changes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]])));
  const links = chains.flatMap((steps) => chainLinks(steps, index, texts)).filter((link) => isOfWork(link, work));
  const evidence = [lookedAt(context, count(links.length, 'step of the call chain', 'steps of the call chain'), work)];
  const { open, approved } = sortByApproval(context, links.filter(({ way }) => way === 'unused').map(problemOf));
  const followed = links.filter(({ way }) => way === 'called').length;
  const untested = chains.flatMap(([entry]) => (entry && !isTested(index, entry) ? [entry.name] : []));
  const notes = [
    ...(followed < links.length - open.length ? ['the rest cannot be followed'] : []),
    ...(links.length > 0 && untested.length > 0 ? [`no test calls ${[...new Set(untested)].join(', ')}`] : []),
  ];
  const outcome = outcomeOf(
    open,
    {
      pass:
        links.length === 0
          ? 'the call chain names nothing that the item added or changed'
          : `${followed} of ${count(links.length, 'changed step')} called as the chain says${notes.map((note) => `; ${note}`).join('')}${approvedWords({ approved })}`,
      fail: `${open.length} of ${count(links.length, 'changed step')} of the call chain not called`,
      next: 'Call it where the spec says, or change the call chain and have the spec approved',
    },
    evidence,
  );
  const told = links.filter(({ way }) => way === 'elsewhere').map(elsewhereProblem);
  return withTold(outcome, told);
}

/** What the spec says below the heading. */
function chainOf({ item: { spec } }: GateContext): string {
  const section = spec?.model.sections.find(({ name }) => name === 'targetCallChain');
  const [first, last] = [section?.blocks[0], section?.blocks.at(-1)];
  return spec && first && last ? spec.text.slice(first.span.start, last.span.end) : '';
}

/** Whether the item added or changed what is to be called. */
function isOfWork({ to }: ChainLink, { changes }: Work): boolean {
  return to.parts.some(({ path, definition: { line, lastLine } }) => {
    const change = changes.find((one) => one.path === path);
    return change !== undefined && changedLines(change).some((at) => line <= at && at <= lastLine);
  });
}

function elsewhereProblem({ from, to }: ChainLink): Problem {
  const [part] = to.parts;
  return {
    message: `No way by calls from ${from.name} to ${to.name} was found, as the call chain says; other code names ${to.name}`,
    ...(part ? { place: lineOf(part.path, part.definition.line, 0) } : {}),
  };
}

function problemOf({ from, to }: ChainLink): Problem {
  const [part] = to.parts;
  return {
    message: `The call chain says that ${from.name} leads to ${to.name}, but no code of the product calls, passes on or imports ${to.name}`,
    ...(part ? { place: lineOf(part.path, part.definition.line, 0) } : {}),
    approvable: `call-chain:${from.name}:${to.name}`,
  };
}
