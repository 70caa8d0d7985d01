import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { type CliRun, run } from '../support/runCli.js';

/** A policy as an orchestrator sends it. */
export const policy = {
  orchestrator_id: 'spec-orchestrator',
  orchestrator_version: '0.1.3',
  agent_family: 'claude',
  approval_mode: 'full_auto',
  sandbox_mode: 'workspace_write',
  network_mode: 'none',
  dangerous_flags: [],
  tool_restrictions: null,
};

export const slug = '007-colours';

interface PackageFacts {
  readonly needs?: readonly string[];
  readonly owns: string;
}

function packageText(id: string, { needs = [], owns }: PackageFacts): string {
  return `---\nwork_package_id: ${id}\ntitle: ${id}\ndependencies: [${needs.join(', ')}]\nowned_files: ["${owns}"]\ncreate_intent: ["${owns}"]\n---\n\nWrite ${owns}.\n`;
}

/** A repository with a mission: WP02 needs WP01, and WP03 changes the file of WP01. */
export function missionRepository(): GitRepository {
  const repository = gitRepository();
  repository.git('config', 'user.name', 'Ada');
  repository.git('config', 'user.email', 'ada@localhost');
  const folder = `kitty-specs/${slug}`;
  repository.commit('plan', {
    'README.md': 'Colours\n',
    '.gitignore': '.worktrees/\n',
    [`${folder}/meta.json`]: JSON.stringify({ mission_slug: slug, mission_number: 7, target_branch: 'main' }),
    [`${folder}/spec.md`]: '# Colours\n',
    [`${folder}/tasks.md`]: '## WP01\n\n- [ ] T001 Red\n\n## WP02\n\n- [ ] T002 Blue\n',
    [`${folder}/tasks/WP01-red.md`]: packageText('WP01', { owns: 'src/red.ts' }),
    [`${folder}/tasks/WP02-blue.md`]: packageText('WP02', { owns: 'src/blue.ts', needs: ['WP01'] }),
    [`${folder}/tasks/WP03-dark.md`]: packageText('WP03', { owns: 'src/red.ts' }),
  });
  return repository;
}

interface HostAnswer {
  readonly code: number;
  readonly success: boolean;
  readonly command: string;
  readonly error_code: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly keys: readonly string[];
}

type Call = (name: string, ...args: readonly string[]) => Promise<HostAnswer>;

/** The host of a mission, as an orchestrator calls it. */
export interface MissionHost {
  readonly call: Call;
  /** About the mission. */
  readonly ask: Call;
  /** Changes a work package, with actor and policy. */
  readonly change: (name: string, wp: string, ...args: readonly string[]) => Promise<HostAnswer>;
  readonly agent: (...args: readonly string[]) => Promise<CliRun>;
}

export function hostOf(folder: string, actor = 'orchestrator'): MissionHost {
  const call: Call = async (name, ...args) => {
    const { code, out } = await run({ cwd: folder }, 'orchestrator-api', name, ...args);
    const envelope = JSON.parse(out) as HostAnswer;
    return { ...envelope, code, keys: Object.keys(envelope) };
  };
  const mission = ['--mission', slug] as const;
  const change = ['--actor', actor, '--policy', JSON.stringify(policy)] as const;
  return {
    call,
    ask: (name, ...args) => call(name, ...mission, ...args),
    change: (name, wp, ...args) => call(name, ...mission, '--wp', wp, ...change, ...args),
    agent: (...args) => run({ cwd: folder }, 'agent', ...args, ...mission, '--json'),
  };
}
