import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { workerTemplate, workerTemplates } from '../../../server/src/reports/workerTemplates.js';
import { has, unless } from '../../support/hasProgram.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const worker = { version: '1.2.3', slots: 2, labels: ['linux', 'gpu'] };

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

function containerOf(kind: 'kubernetes' | 'kubernetes-job'): Container {
  const manifest = parse(workerTemplate(kind, worker)) as {
    readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [Container] } } };
  };
  return manifest.spec.template.spec.containers[0];
}

describe('the template of a worker', () => {
  it.each(workerTemplates.map(([kind]) => kind))('starts the same program, with no secret in it: %s', (kind) => {
    const text = workerTemplate(kind, worker);
    expect(text).toMatch(/--labels"?[, ]+"?linux,gpu/u);
    expect(text).not.toMatch(/postgres:\/\/\w/u);
    expect(text).not.toMatch(/--from-literal|--password/u);
  });

  it('gives Kubernetes an array of arguments, and the queue as a secret', () => {
    const { args, env } = containerOf('kubernetes');
    expect(args).toEqual(['worker', '--slots', '2', '--labels', 'linux,gpu']);
    expect(env.find(({ name }) => name === 'PACTWRIGHT_QUEUE')).toEqual({
      name: 'PACTWRIGHT_QUEUE',
      valueFrom: { secretKeyRef: { name: 'pactwright', key: 'queue' } },
    });
    expect(containerOf('kubernetes-job').args).toEqual(['worker', '--slots', '1', '--labels', 'linux,gpu', '--once']);
  });

  it.each(['actions', 'kubernetes', 'kubernetes-job'] as const)('is YAML without a problem: %s', (kind) => {
    const documents = parseAllDocuments(workerTemplate(kind, worker), { strict: true });
    expect(documents).toMatchObject([{ errors: [], warnings: [] }]);
  });

  it('is JSON for a devcontainer', () => {
    expect(JSON.parse(workerTemplate('devcontainer', worker))).toMatchObject({ name: 'Pactwright worker' });
  });

  it.each(['ssh', 'slurm'] as const)('is a script that a shell can read: %s', (kind) => {
    execFileSync('sh', ['-n'], { input: workerTemplate(kind, worker) });
  });

  it('has Slurm end the worker itself, and gives each job a folder of its own', () => {
    const text = workerTemplate('slurm', worker);
    expect(text).toContain('#SBATCH --signal=B:TERM@90\n');
    expect(text).toContain('folder="${TMPDIR:-/tmp}/pactwright-worker-$SLURM_JOB_ID"');
  });

  it.skipIf(!has('bash', '--version'))(
    `passes on what Slurm says, however often, waits for the worker, and removes its folder${unless('bash', '--version')}`,
    async () => {
      // Its last argument is the folder.
      const program = `#!/bin/bash
folder="\${@: -1}"; mkdir -p "$folder"; told=0
trap 'told=$((told + 1)); echo "$told"; [ "$told" = 1 ] || { [ ! -d "$folder" ] || touch "$TMPDIR/ended"; exit 3; }' TERM
echo begun
while :; do sleep 0.05; done
`;
      const folder = temporaryFolder({ 'bin/pactwright': program, 'job.sh': workerTemplate('slurm', worker) });
      chmodSync(path.join(folder, 'bin', 'pactwright'), 0o755);
      const env = {
        ...{ PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder },
        ...{ TMPDIR: folder, SLURM_JOB_ID: '7' },
      };
      const job = spawn('bash', [path.join(folder, 'job.sh')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const over = new Promise((resolve) => job.once('exit', resolve));
      const heard = (): Promise<unknown> => new Promise((resolve) => job.stdout.once('data', resolve));
      await heard();
      expect(existsSync(path.join(folder, 'pactwright-worker-7'))).toBe(true);
      job.kill('SIGTERM');
      await heard();
      job.kill('SIGTERM');
      expect(await over).toBe(3);
      expect(existsSync(path.join(folder, 'ended'))).toBe(true);
      expect(existsSync(path.join(folder, 'pactwright-worker-7'))).toBe(false);
    },
  );

  it('leaves a devcontainer’s worker running behind the command that starts it', () => {
    const { postStartCommand } = JSON.parse(workerTemplate('devcontainer', worker)) as { postStartCommand: string };
    expect(postStartCommand).toMatch(/^nohup sh -c 'pactwright worker .* &' > \S+ 2>&1 < \/dev\/null$/u);
  });

  it('gives the token of a job to its own host alone', () => {
    expect(workerTemplate('actions', worker)).toContain('git config --global "credential.$GITHUB_SERVER_URL.helper"');
  });

  it('lets systemd put in its own folders', () => {
    const text = workerTemplate('systemd', worker);
    expect(text).toContain('ExecStart="/usr/bin/env" "pactwright" "worker" "--slots" "2"');
    expect(text).toContain('"--queue-file" "%d/queue"');
  });

  it.skipIf(!has('systemd-analyze', '--version'))(
    `is a unit that systemd finds nothing wrong with${unless('systemd-analyze', '--version')}`,
    () => {
      const file = path.join(temporaryFolder(), 'worker.service');
      writeFileSync(file, workerTemplate('systemd', worker).replace('User=pactwright\n', ''));
      execFileSync('systemd-analyze', ['verify', '--man=no', file], { stdio: 'pipe' });
    },
  );

  it('is printed by the command line, which names all kinds', async () => {
    const cwd = temporaryFolder();
    const { code, out } = await run(
      { cwd },
      'worker',
      'template',
      'kubernetes',
      '--labels',
      'linux,gpu',
      '--slots',
      '2',
    );
    expect({ code, out }).toEqual({ code: 0, out: workerTemplate('kubernetes', worker) });
    expect((await run({ cwd }, 'worker', 'template')).err).toContain('slurm');
  });
});

describe('the address of a queue', () => {
  const address = 'postgres://pact:correct-horse@db/pactwright';

  it.each([
    [['--queue', address], {}, 'everybody on this machine can see'],
    [['--queue', 'postgres://pact:correct-horse@/x?host=/run'], {}, 'everybody on this machine can see'],
    [['--queue', 'postgres://db/x?password=correct-horse'], {}, 'everybody on this machine can see'],
    [[], { PACTWRIGHT_QUEUE: 'postgres://pact:correct-horse%@db/x' }, 'write %25'],
    [[], {}, 'there is no queue'],
    [['--queue-file', 'nowhere'], {}, 'cannot be read: nowhere'],
    [[], { PACTWRIGHT_QUEUE: 'mysql://db' }, 'is not an address'],
    [[], { PACTWRIGHT_QUEUE: 'postgres://pact:correct-horse/battery@db/x' }, 'write %2F for a /'],
    [[], { PACTWRIGHT_QUEUE: '', PACTWRIGHT_QUEUE_FILE: 'nowhere' }, 'cannot be read: nowhere'],
    [['--queue', 'postgres://db/x', '--queue-file', 'y'], {}, 'cannot be used together'],
  ])('is refused in a sentence: %j %j', async (args, env, why) => {
    const { code, out, err } = await run({ cwd: temporaryFolder(), env }, 'worker', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(why);
    expect(err).not.toContain('correct-horse');
  });

  it.each(['postgres://pact:correct-horse@/x?host=/var/run/postgresql', '/var/run/postgresql x'])(
    'may be that of a socket: %s',
    async (socket) => {
      const { err } = await run({ cwd: temporaryFolder(), env: { PACTWRIGHT_QUEUE: socket } }, 'worker');
      expect(err).toMatch(/a queue needs Node|this Pactwright has no queue/u);
    },
  );
});
