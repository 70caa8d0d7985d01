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
import { walkChain, type WalkedLink } from '../support/walkedChain.js';

export const callChain: Condition = {
  name: 'call-chain',
  title: 'What the item built is called as the spec’s Target Call Chain says',
  why: 'Code that is built and tested, and that nothing calls, does nothing for anybody. The Target Call Chain of the spec (`Checkout.total → discount`) names who calls what. A function that the item added or changed and that follows another one in the chain is refused if nothing of the product calls, passes on, imports or names it. The tests that name the first step are run where such a function throws: if all pass, no test gets there, or its errors are swallowed on the way, and it is refused, too, unless tests use stand-ins; if one fails there and all pass where the function does nothing, that is listed, and refused if all calls drop the result that the item’s tests are about. Steps that the source code does not have are skipped; a way that cannot be followed, as through a method, a decorator, a registry or a framework, and a chain whose first step no test calls, are listed and block nothing.',
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

async function judge(context: GateContext, work: Work, index: CodeIndex): Promise<Outcome> {
  const chains = chainSteps(chainOf(context), index);
  const texts = new Map(work.changes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]])));
  const linked = chains.map((steps) => chainLinks(steps, index, texts).filter((link) => isOfWork(link, work)));
  const links = linked.flat();
  const evidence = [lookedAt(context, count(links.length, 'step of the call chain', 'steps of the call chain'), work)];
  const walked: WalkedLink[] = [];
  for (const [at, [entry]] of chains.entries()) {
    const used = linked[at]?.filter(({ way }) => way !== 'unused') ?? [];
    if (entry && used.length > 0) walked.push(...(await walkChain(context, work, index, { entry, links: used })));
  }
  const { open, approved } = sortByApproval(context, [
    ...links.filter(({ way }) => way === 'unused').map(problemOf),
    ...walked.filter(({ how }) => ['swallowed', 'passedBy', 'dropped'].includes(how)).map(walkProblem),
  ]);
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
      fail: `${open.length} of ${count(links.length, 'changed step')} of the call chain not called, or not noticed by the tests of its first step`,
      next: 'Call it where the spec says, or change the call chain and have the spec approved',
    },
    evidence,
  );
  return withTold(outcome, [
    ...links.filter(({ way }) => way === 'elsewhere').map(elsewhereProblem),
    ...walked.filter(({ how }) => how === 'idle').map(walkProblem),
  ]);
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

const walkWords = {
  noticed: 'fails where it throws',
  swallowed: 'gets there, and none fails where it throws: its errors are swallowed on the way',
  passedBy: 'gets there',
  dropped: 'fails where it throws, and none where it does nothing: all calls drop its result',
  idle: 'fails where it throws, and none where it does nothing',
};

function walkProblem({ link: { to }, how, entry, tests }: WalkedLink): Problem {
  const [part] = to.parts;
  const who = how === 'passedBy' ? 'none' : 'one';
  return {
    message: `The call chain says that ${entry} leads to ${to.name}. Of ${count(tests, 'test')} of ${entry}, ${who} ${walkWords[how]}`,
    ...(part ? { place: lineOf(part.path, part.definition.line, 0) } : {}),
    approvable: `call-chain:${entry}:${to.name}:${how}`,
  };
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
