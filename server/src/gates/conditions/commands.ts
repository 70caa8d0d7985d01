import { canonicalJson } from '../../base/canonicalJson.js';
import type { EvidenceRecord, RecordedCommand } from '../evidence/evidenceLog.js';
import { ranOf } from '../evidence/notRun.js';
import { contentHash } from '../../base/contentHash.js';
import { count } from '../../base/count.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { minuteOf } from '../support/minuteOf.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { ownCommits } from '../support/ownCommits.js';

export const commands: Condition = {
  name: 'commands',
  title: 'No agent ran an unapproved destructive command',
  why: 'A command that discards work, removes commits from a branch or bypasses hooks leaves little to check. This condition reads what agent hooks have recorded (`pactwright hook`): the commands on the item’s branch, and those on a shared branch since the work started. If no hook is set up, nothing is recorded, and the condition passes and says that this proves nothing. A command that the agent’s own program refused did not run, and does not count.',
  gates: ['check', 'done'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const { broken, records } = context.log;
  if (broken !== undefined)
    return {
      state: 'unknown',
      summary: 'the record was modified, so it is unknown what agents ran',
      next: 'Follow the condition `record`',
    };
  const all = records.filter(ranOf(records)).filter(isCommand);
  const counts = commandsOf(context, work);
  const { open, approved } = sortByApproval(context, all.filter(counts).map(problemOf));
  return outcomeOf(
    open,
    {
      pass:
        all.length === 0
          ? 'no destructive command is recorded, which proves nothing if no agent hook is set up'
          : `no destructive command is recorded for this work${approvedWords({ approved })}`,
      fail: `${count(open.length, 'unapproved destructive command')}${approvedWords({ approved })}`,
      next: 'Restore what is missing (see `git reflog`), or have a person approve the command in the editor',
    },
    [lookedAt(context, `${count(all.length, 'destructive command')} on record`, work)],
  );
}

type CommandRecord = EvidenceRecord & { readonly entry: RecordedCommand };

function isCommand(record: EvidenceRecord): record is CommandRecord {
  return record.entry.kind === 'command';
}

/** Whether a command belongs to the item's work. One whose branch names no item counts for all that are worked on there. */
function commandsOf(context: GateContext, work: Work): (record: CommandRecord) => boolean {
  const { item, log } = context;
  const frozen = log.records.find(({ entry }) => entry.kind === 'frozen' && entry.item === item.id)?.number ?? Infinity;
  const firstCommit = Math.min(...ownCommits(context, work).map(({ authoredAt }) => authoredAt));
  const isBegun = Number.isFinite(frozen) || Number.isFinite(firstCommit);
  return ({ number, at, entry }) => {
    if (entry.item !== undefined) return entry.item === item.id;
    if (entry.branch !== undefined && entry.branch !== work.branch) return false;
    return !isBegun || number > frozen || at >= firstCommit;
  };
}

/** So much of a hash tells one command from another. */
const digits = 16;

function problemOf({ number, at, entry: { agent, parts, session, folder } }: CommandRecord): Problem {
  const said = parts.map(({ command, why }) => `"${command}", which ${why}`).join(', and ');
  const where = folder === '.' ? '' : ` in ${folder}`;
  return {
    message: `On ${minuteOf(at)} UTC ${agent} handed to its shell${where}: ${said}`,
    // This one and no other: the same command once more is approved once more.
    approvable: `commands:${number}:${contentHash(canonicalJson([number, at, agent, session ?? '', parts])).slice(0, digits)}`,
  };
}
