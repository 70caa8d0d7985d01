import { count } from '../../base/count.js';
import { UsageError } from '../../base/usageError.js';
import { openForge } from '../delivery/openForge.js';
import { findRemote, requireRepository } from '../delivery/releasePlace.js';
import type { ProgramDesk } from '../programs/runQuietly.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** What CI says about what was last pushed of a branch. @throws UsageError; Refused */
export async function ciAnswer(
  { machine, folder, signal, progress }: QueryScene,
  { branch: wanted }: { readonly branch: string | undefined },
): Promise<QueryAnswer> {
  const desk = { machine, signal };
  const repository = await requireRepository(folder, desk);
  const refs = await machine.git.refs(repository, signal);
  if (refs.kind !== 'answer') throw new UsageError(`cannot determine the current branch: ${refs.message}`);
  const branch = wanted ?? refs.value.head.branch;
  if (branch === undefined) throw new UsageError('HEAD is detached: name a branch');
  const remote = await findRemote(repository, desk);
  if (remote === undefined)
    throw new UsageError('the repository has no remote: add one with `git remote add origin URL`');
  const commitOf = (name: string): string | undefined => refs.value.refs.find((ref) => ref.name === name)?.commit;
  const pushed = commitOf(`refs/remotes/${remote}/${branch}`);
  if (pushed === undefined)
    throw new UsageError(
      `${branch} has not been pushed to ${remote}, so CI has not seen it: push it, or run \`git fetch\` if it is there`,
    );
  const own = commitOf(`refs/heads/${branch}`) ?? pushed;
  const ahead = own === pushed ? 0 : await commitsBetween(pushed, own, repository.top, desk);
  progress('Asking for the checks');
  const checks = await (await openForge(repository, remote, desk)).checks(pushed);
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const running = checks.filter(({ state }) => state === 'running').length;
  const state = failed > 0 ? 'failed' : running > 0 ? 'running' : checks.length > 0 ? 'passed' : 'none';
  return {
    message: [
      `${branch} at ${pushed.slice(0, 8)}: ${verdict(checks.length, failed, running)}`,
      ...checks.map(({ name, state: one }) => `  ${one.padEnd(8)} ${name}`),
      ...(ahead === 0 ? [] : [`${count(ahead, 'commit')} not pushed to ${remote}`]),
    ].join('\n'),
    data: { branch, remote, commit: pushed, state, checks, notPushed: ahead },
    isBad: failed > 0,
  };
}

async function commitsBetween(
  from: string,
  to: string,
  folder: string,
  { machine, signal }: ProgramDesk,
): Promise<number> {
  const answer = await machine.runGit(folder, ['rev-list', '--count', `${from}..${to}`], signal);
  if (answer.kind !== 'answer') throw new UsageError(`cannot count what is not pushed: ${answer.message}`);
  return Number(answer.value.trim());
}

function verdict(all: number, failed: number, running: number): string {
  if (all === 0) return 'no check has been reported';
  if (failed > 0) return `${failed} of ${count(all, 'check')} failed${running > 0 ? `, ${running} running` : ''}`;
  return running > 0 ? `${running} of ${count(all, 'check')} running` : `${count(all, 'check')} passed`;
}
