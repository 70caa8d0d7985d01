/**
 * The plugin of OpenCode that asks `pactwright hook` before a tool call and before compaction, and does what it answers.
 *
 * @param launcher absolute, or relative to the project.
 */
export function openCodeGuardPlugin(launcher: string): string {
  return `// Managed by "pactwright init".
import { spawn } from 'node:child_process';
import path from 'node:path';

const ask = (directory, event, payload) =>
  new Promise((done) => {
    const required = event === 'tool.execute.before' ? ['--required'] : [];
    const args = [path.resolve(directory, ${JSON.stringify(launcher)}), ...required, 'hook', 'opencode', event];
    const child = spawn('node', args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const out = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (data) => (out[name] += data));
    const failed = (why) => done(required.length > 0 ? { refused: why || 'Pactwright could not check this call.' } : {});
    child.on('error', (error) => failed(error.message));
    child.on('close', (code) => {
      if (code !== 0) return failed(out.stderr.trim());
      try {
        done(out.stdout.trim() === '' ? {} : JSON.parse(out.stdout));
      } catch {
        failed('Pactwright answered something that is not JSON.');
      }
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify({ directory, ...payload }));
  });

export const Pactwright = async ({ directory }) => ({
  'tool.execute.before': async (input, output) => {
    const { refused } = await ask(directory, 'tool.execute.before', { ...input, args: output.args });
    if (refused) throw new Error(refused);
  },
  'experimental.session.compacting': async (input, output) => {
    const { context } = await ask(directory, 'experimental.session.compacting', input);
    if (context) output.context.push(context);
  },
});
`;
}
