import { systemdUnit } from './serviceUnit.js';

/** What starts workers: the same program everywhere. */
export const workerTemplates = [
  ['dockerfile', 'an image with git, Pactwright and an agent', dockerfile],
  ['kubernetes', 'a Deployment: workers that stay', deployment],
  ['kubernetes-job', 'a Job: each pod does one packet', job],
  ['actions', 'a workflow of GitHub Actions: each job of its matrix does one packet', actions],
  ['devcontainer', 'a devcontainer or codespace that works', devcontainer],
  ['ssh', 'a script that starts a worker on another machine', ssh],
  ['systemd', 'a unit of systemd', systemd],
  ['slurm', 'an array of jobs of Slurm', slurm],
] as const satisfies readonly (readonly [kind: string, what: string, text: (worker: WorkerTemplate) => string])[];

export type WorkerKind = (typeof workerTemplates)[number][0];

/** What a template is made of. */
export interface WorkerTemplate {
  /** Pactwright's. */
  readonly version: string;
  readonly slots: number;
  readonly labels: readonly string[];
}

/** The template of a kind. */
export function workerTemplate(kind: WorkerKind, worker: WorkerTemplate): string {
  const text = workerTemplates.find(([name]) => name === kind)?.[2];
  return text ? text(worker) : '';
}

/** The arguments that all have; where the queue is says the environment. */
function argumentsOf({ slots, labels }: WorkerTemplate, ...more: readonly string[]): readonly string[] {
  return ['worker', '--slots', String(slots), ...(labels.length > 0 ? ['--labels', labels.join(',')] : []), ...more];
}

function commandOf(worker: WorkerTemplate, ...more: readonly string[]): string {
  return ['pactwright', ...argumentsOf(worker, ...more)].join(' ');
}

function listOf(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
}

function dockerfile(worker: WorkerTemplate): string {
  return `# The image of a worker: git, Node 22.12 or newer, Pactwright and the agents that it offers.
FROM node:22-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends git openssh-client ca-certificates && rm -rf /var/lib/apt/lists/*
# Add what the tests of your project need, and your agents in fixed versions.
RUN npm install --global pactwright@${worker.version} @anthropic-ai/claude-code
USER node
WORKDIR /home/node
ENTRYPOINT ["pactwright"]
CMD ${listOf(argumentsOf(worker))}
`;
}

/** A pod of a worker. Secrets are its own; nothing of them is in the queue. */
function pod(worker: WorkerTemplate, restart: string, ...more: readonly string[]): string {
  return `    spec:
      restartPolicy: ${restart}
      # Long enough to push what there is as lost.
      terminationGracePeriodSeconds: 90
      securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 }
      containers:
        - name: worker
          # Built with \`pactwright worker template dockerfile\`.
          image: registry.example.com/pactwright-worker:${worker.version}
          args: ${listOf(argumentsOf(worker, ...more))}
          env:
            - name: PACTWRIGHT_QUEUE
              valueFrom: { secretKeyRef: { name: pactwright, key: queue } }
            - name: ANTHROPIC_API_KEY
              valueFrom: { secretKeyRef: { name: pactwright, key: anthropic } }
            - name: GIT_SSH_COMMAND
              value: ssh -i /etc/pactwright/key -o StrictHostKeyChecking=accept-new
          resources:
            requests: { cpu: "1", memory: 2Gi, ephemeral-storage: 5Gi }
            limits: { memory: 4Gi, ephemeral-storage: 20Gi }
          volumeMounts:
            - { name: key, mountPath: /etc/pactwright, readOnly: true }
      volumes:
        - name: key
          secret: { secretName: pactwright-git, defaultMode: 0400, items: [{ key: ssh, path: key }] }
`;
}

/** By files: everybody on a machine can see the command lines of others. */
const kubernetesSecrets = `# secrets.txt has the lines queue=postgres://… and anthropic=… (the key of the agent).
# kubectl create secret generic pactwright --from-env-file=secrets.txt
# kubectl create secret generic pactwright-git --from-file=ssh=deploy_key
`;

function deployment(worker: WorkerTemplate): string {
  return `${kubernetesSecrets}apiVersion: apps/v1
kind: Deployment
metadata: { name: pactwright-worker }
spec:
  replicas: 3
  selector: { matchLabels: { app: pactwright-worker } }
  template:
    metadata: { labels: { app: pactwright-worker } }
${pod(worker, 'Always')}`;
}

function job(worker: WorkerTemplate): string {
  return `${kubernetesSecrets}# kubectl create --filename=worker.yaml, as each time makes another Job.
apiVersion: batch/v1
kind: Job
metadata: { generateName: pactwright-worker- }
spec:
  # As many pods as packets wait, and a packet that is reviewed waits twice; so many at the same time.
  completions: 20
  parallelism: 5
  backoffLimit: 20
  ttlSecondsAfterFinished: 3600
  template:
    metadata: { labels: { app: pactwright-worker } }
${pod({ ...worker, slots: 1 }, 'Never', '--once')}`;
}

function actions(worker: WorkerTemplate): string {
  return `name: Pactwright workers
on:
  workflow_dispatch:
    inputs:
      workers: { description: How many packets to do at most, default: "4" }
permissions: { contents: write }
jobs:
  plan:
    runs-on: ubuntu-latest
    outputs: { list: "\${{ steps.list.outputs.list }}" }
    steps:
      - id: list
        env: { WORKERS: "\${{ inputs.workers }}" }
        run: echo "list=$(seq -s, 1 "$WORKERS" | sed 's/.*/[&]/')" >> "$GITHUB_OUTPUT"
  work:
    needs: plan
    strategy:
      fail-fast: false
      matrix: { worker: "\${{ fromJSON(needs.plan.outputs.list) }}" }
    runs-on: ubuntu-latest
    timeout-minutes: 350
    steps:
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install --global pactwright@${worker.version} @anthropic-ai/claude-code
      # The remote of the run is an https address: git signs in with the token of this job.
      - run: git config --global "credential.$GITHUB_SERVER_URL.helper" '!f() { echo username=x-access-token; echo "password=$GITHUB_TOKEN"; }; f'
      - run: ${commandOf({ ...worker, slots: 1 }, '--once')}
        env:
          GITHUB_TOKEN: "\${{ github.token }}"
          PACTWRIGHT_QUEUE: "\${{ secrets.PACTWRIGHT_QUEUE }}"
          ANTHROPIC_API_KEY: "\${{ secrets.ANTHROPIC_API_KEY }}"
`;
}

function devcontainer(worker: WorkerTemplate): string {
  const install = `npm install --global pactwright@${worker.version} @anthropic-ai/claude-code`;
  return `${JSON.stringify(
    {
      name: 'Pactwright worker',
      image: 'mcr.microsoft.com/devcontainers/javascript-node:22',
      // Secrets of the codespace, or variables of the machine that opens it.
      remoteEnv: {
        PACTWRIGHT_QUEUE: '${localEnv:PACTWRIGHT_QUEUE}',
        ANTHROPIC_API_KEY: '${localEnv:ANTHROPIC_API_KEY}',
      },
      postCreateCommand: install,
      // What the shell of this command itself puts into the background ends with it.
      postStartCommand: `nohup sh -c '${commandOf(worker)} &' > /tmp/pactwright-worker.log 2>&1 < /dev/null`,
    },
    undefined,
    2,
  )}\n`;
}

function ssh(worker: WorkerTemplate): string {
  return `#!/bin/sh
# Starts a worker on another machine: sh worker.sh USER@HOST FILE
# FILE is here and holds the queue's address; it goes over standard input, so that no process list shows it.
# The machine needs git, Node 22.12 or newer, the agents, and keys of its own for the git remote and the agents.
set -eu
host=$1
file=$2
ssh "$host" 'umask 077; mkdir -p ~/.config/pactwright; cat > ~/.config/pactwright/queue' < "$file"
ssh "$host" 'nohup npx --yes pactwright@${worker.version} ${argumentsOf(worker).join(' ')} --queue-file ~/.config/pactwright/queue > ~/pactwright-worker.log 2>&1 < /dev/null & echo "worker $!"'
`;
}

function systemd(worker: WorkerTemplate): string {
  const unit = systemdUnit({
    command: ['/usr/bin/env', ...['pactwright', ...argumentsOf(worker, '--queue-file', '%d/queue')]],
    folder: '%S/pactwright',
    description: 'Worker of Pactwright',
  });
  // What the unit itself replaces is not to be quoted: the folder of credentials, and that of states.
  return unit
    .replaceAll('%%', '%')
    .replace(
      '[Service]\n',
      '[Service]\nUser=pactwright\nStateDirectory=pactwright\n# Root alone reads it; the worker gets a copy that only it can read.\nLoadCredential=queue:/etc/pactwright/queue\n# Keys of agents, a NAME=VALUE for each line.\nEnvironmentFile=-/etc/pactwright/environment\nTimeoutStopSec=90\n',
    )
    .replace('Restart=on-failure', 'Restart=always')
    .replace('default.target', 'multi-user.target');
}

function slurm(worker: WorkerTemplate): string {
  return `#!/bin/bash
#SBATCH --job-name=pactwright
#SBATCH --array=1-20%5
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=06:00:00
# A job that is killed is queued again; what it had in hand, another worker does after its lease.
#SBATCH --requeue
# To this script, which passes it on; the worker pushes what there is as lost.
#SBATCH --signal=B:TERM@90
folder="\${TMPDIR:-/tmp}/pactwright-worker-$SLURM_JOB_ID"
worker=
trap '[ -z "$worker" ] || kill -TERM "$worker"' TERM
# The file holds the queue's address: chmod 600.
${commandOf({ ...worker, slots: 1 }, '--once', '--queue-file')} "$HOME/.config/pactwright/queue" --folder "$folder" &
worker=$!
# Each signal ends a wait, not the worker.
while kill -0 "$worker" 2>/dev/null; do wait "$worker"; done
wait "$worker"
code=$?
rm -rf "$folder"
exit "$code"
`;
}
