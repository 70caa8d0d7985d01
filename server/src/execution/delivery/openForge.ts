import { Refused } from '../../operations/errorCodes.js';
import type { GitRepository } from '../../workspace/ports.js';
import { networkGit } from '../executor/networkGit.js';
import { type ProgramDesk, runAll } from '../programs/runQuietly.js';
import { findForge } from './findGh.js';
import { type Forge, type ForgeCall, forgeCall } from './forge.js';
import { githubForge } from './githubForge.js';
import { gitlabForge } from './gitlabForge.js';

/** The repository of a remote's address, and its host. GitLab has groups in groups. */
const addressForm =
  /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/(?:[^@/]*@)?|[\w.-]+@)([\w.-]+)(?::\d+)?[/:]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/u;

/**
 * GitLab where the host's name says so, otherwise GitHub.
 *
 * @throws UsageError without `gh` or `glab`; Refused if the remote is no repository of theirs.
 */
export async function openForge(repository: GitRepository, remote: string, desk: ProgramDesk): Promise<Forge> {
  const address = (await networkGit(['config', '--get', `remote.${remote}.url`], repository.top, desk)).trim();
  const [, host, name] = addressForm.exec(address) ?? [];
  const isGitLab = host !== undefined && /gitlab/iu.test(host);
  if (host === undefined || name === undefined || (!isGitLab && name.split('/').length > 2))
    throw new Refused(
      'not-allowed',
      `the remote ${remote} (${address}) is not a repository of GitHub or GitLab, which have pull requests and checks: set its address with \`git remote set-url ${remote} URL\``,
    );
  const program = await findForge(isGitLab ? 'gitlab' : 'github', repository, desk);
  // `gh` sends what it reads as JSON without being told.
  const usual = ['api', '--hostname', host, ...(isGitLab ? ['--header', 'Content-Type: application/json'] : [])];
  const call = forgeCall(
    (args, input) => runAll(program, [...usual, ...args], repository.top, desk, input),
    isGitLab ? 'glab' : 'gh',
  );
  const base = isGitLab ? `projects/${encodeURIComponent(name)}` : `repos/${name}`;
  const inRepository: ForgeCall = (schema, method, route, input) => call(schema, method, `${base}/${route}`, input);
  return isGitLab ? gitlabForge(inRepository, desk.machine.clock) : githubForge(inRepository, name, desk.machine.clock);
}
