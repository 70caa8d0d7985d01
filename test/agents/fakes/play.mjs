/**
 * What the fake agents share. Each takes exactly the command line of the program it stands for, and refuses every other with exit code
 * 2. What it does then is told by its surroundings:
 *
 * - FAKE_AGENT_SCRIPT: `well` (unless it says otherwise), `badly`, `cheat`, `ask`, `hang`, `crash`, `rateLimit`, `auth`.
 * - FAKE_AGENT_STEPS: a JSON file with what it does, by `<item>:<phase>:<script>`, `<phase>:<script>` or `<script>`: a list of `{ "write": { path: text } }`,
 *   `{ "remove": path }`, `{ "replace": { path: [[from, to], …] } }`, `{ "pause": milliseconds }`, `{ "until": a file is there }`,
 *   `{ "run": [program, …] }`, `{ "say": text }`, in the folder it works in.
 * - FAKE_AGENT_RECORD: a file it appends a line of JSON to: how it was called, with which prompt, where, and what it read.
 * - FAKE_AGENT_STAY: in a terminal it takes more prompts, line by line, until `/exit` or the end of its input.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const { env } = process;

/**
 * @param {object} program
 * @param {string} program.name
 * @param {string} program.version what it says of itself.
 * @param {Record<'headless' | 'interactive', readonly unknown[][]>} program.lines command lines, see `match`.
 * @param {boolean} [program.stdin] whether it reads its prompt there when it has no terminal.
 * @param {Record<string, (...args: any[]) => readonly unknown[]>} program.stream the lines it writes for each thing that happens.
 * @param {(event: string, payload: object) => void} [program.hooks] made from the captures of a command line.
 */
export async function play(program) {
  const args = process.argv.slice(2);
  if (args.length === 1 && args[0] === '--version') {
    console.log(program.version);
    return;
  }
  const called = ['headless', 'interactive'].flatMap((mode) =>
    program.lines[mode].flatMap((line) => {
      const captures = match(args, line);
      return captures ? [{ mode, captures }] : [];
    }),
  )[0];
  if (!called) {
    console.error(`fake ${program.name}: no command line of this program: ${JSON.stringify(args)}`);
    process.exitCode = 2;
    return;
  }
  const { mode, captures } = called;
  const prompt = captures.prompt ?? (program.stdin && mode === 'headless' ? readFileSync(0, 'utf8') : '');
  record({ agent: program.name, mode, args, prompt, captures });
  const session = captures.session ?? env.FAKE_AGENT_SESSION ?? '5e551070-0000-4000-8000-000000000001';
  const told = mode === 'headless' ? undefined : await program.hooks?.(captures);
  const show = (kind, ...rest) => {
    if (mode === 'headless')
      for (const line of program.stream[kind]?.(...rest) ?? []) console.log(JSON.stringify(line));
    else if (kind === 'say') console.log(rest[0]);
  };
  const hook = async (kind, ...rest) => {
    await told?.(kind, { session, ...rest[0] });
  };
  show('session', session);
  await hook('session');
  const lines = mode === 'interactive' ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : undefined;
  const ended = await turn({ program, show, hook, mode, lines });
  if (ended !== undefined) {
    process.exitCode = ended;
    process.stdin.destroy();
    return;
  }
  while (mode === 'interactive' && env.FAKE_AGENT_STAY !== undefined) {
    const { value, done } = await lines.next();
    if (done || value === '/exit') break;
    record({ agent: program.name, mode, prompt: value });
    await hook('prompt');
    await turn({ program, show, hook, mode, lines });
  }
  process.stdin.destroy();
}

/** @returns the exit code where it ends here. */
async function turn({ program, show, hook, mode, lines }) {
  const script = env.FAKE_AGENT_SCRIPT ?? 'well';
  switch (script) {
    case 'hang':
      show('say', 'Thinking…');
      await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
      return 0;
    case 'crash':
      show('say', 'Thinking…');
      console.error('TypeError: something of its own went wrong');
      return 70;
    case 'rateLimit':
    case 'auth': {
      const { code, said } = program.failures[script];
      for (const line of said) (typeof line === 'string' ? console.error : console.log)(asText(line));
      return code;
    }
    case 'ask':
      await hook('ask', { tool: 'shell', command: 'git push' });
      if (mode === 'headless') {
        show('say', 'I may not run git push, so I stop here.');
        break;
      }
      console.log('May I run git push? (y/n)');
      record({ answer: (await lines.next()).value });
      await hook('answered', { tool: 'shell', command: 'git push' });
      await carryOut('well', show, hook);
      break;
    default:
      await carryOut(script, show, hook);
  }
  show('end');
  await hook('end');
  return undefined;
}

async function carryOut(script, show, hook) {
  for (const step of stepsOf(script)) {
    if (step.say !== undefined) show('say', step.say);
    for (const [file, text] of Object.entries(step.write ?? {})) {
      show('tool', 'write', { path: path.resolve(file), content: text });
      await hook('tool', { tool: 'write', path: path.resolve(file) });
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      show('change', path.resolve(file));
      await hook('change', { tool: 'write', path: path.resolve(file) });
    }
    if (step.remove !== undefined) rmSync(step.remove, { recursive: true, force: true });
    for (const [file, pairs] of Object.entries(step.replace ?? {})) {
      const text = pairs.reduce((now, [from, to]) => now.replace(from, () => to), readFileSync(file, 'utf8'));
      show('tool', 'write', { path: path.resolve(file), content: text });
      await hook('tool', { tool: 'write', path: path.resolve(file) });
      replaceFile(file, text);
      show('change', path.resolve(file));
      await hook('change', { tool: 'write', path: path.resolve(file) });
    }
    if (step.pause) await new Promise((resolve) => setTimeout(resolve, step.pause));
    while (step.until !== undefined && !existsSync(step.until)) await new Promise((resolve) => setTimeout(resolve, 50));
    if (step.run) {
      const [command, ...args] = step.run;
      show('tool', 'shell', { command: step.run.join(' ') });
      await hook('tool', { tool: 'shell', command: step.run.join(' ') });
      const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
      record({ ran: step.run, status, stdout, stderr });
    }
  }
  show('say', 'All done.');
}

/** Whole or not at all, as it may be killed: it could not make good what it has emptied. */
function replaceFile(file, text) {
  const whole = `${env.FAKE_AGENT_STEPS}.${process.pid}`;
  writeFileSync(whole, text);
  renameSync(whole, file);
}

function stepsOf(script) {
  const file = env.FAKE_AGENT_STEPS;
  const steps = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return (
    steps[`${env.PACTWRIGHT_ITEM}:${env.PACTWRIGHT_PHASE}:${script}`] ??
    steps[`${env.PACTWRIGHT_PHASE}:${script}`] ??
    steps[script] ?? [{ write: { [`${script}.txt`]: `${script}\n` } }]
  );
}

function record(entry) {
  const file = env.FAKE_AGENT_RECORD;
  if (file === undefined) return;
  const named = /\.pactwright\/local\/\S+\.md/u.exec(entry.prompt ?? '')?.[0];
  let read;
  try {
    if (named !== undefined) read = readFileSync(named, 'utf8');
  } catch {
    read = undefined;
  }
  appendFileSync(file, `${JSON.stringify({ ...entry, read, folder: process.cwd(), pid: process.pid })}\n`);
}

function asText(line) {
  return typeof line === 'string' ? line : JSON.stringify(line);
}

/**
 * Whether a command line is exactly this one. A text is an argument, `{name}` in it any text that is kept under the name; a list of
 * texts is there whole or not at all; `{ any: [list, …] }` is one of the lists.
 *
 * @param {readonly string[]} args
 * @param {readonly unknown[]} line
 * @returns {Record<string, string> | undefined} what was kept.
 */
export function match(args, line) {
  const [first, ...rest] = line;
  if (first === undefined) return args.length === 0 ? {} : undefined;
  if (Array.isArray(first)) return match(args, [...first, ...rest]) ?? match(args, rest);
  if (typeof first === 'object') return first.any.map((one) => match(args, [...one, ...rest])).find(Boolean);
  const kept = args.length === 0 ? undefined : keep(args[0], first);
  const others = kept && match(args.slice(1), rest);
  return others && { ...kept, ...others };
}

function keep(arg, pattern) {
  const [, before, name, after] = /^(.*)\{(\w+)\}(.*)$/su.exec(pattern) ?? [];
  if (name === undefined) return arg === pattern ? {} : undefined;
  const isFit = arg.startsWith(before) && arg.endsWith(after) && arg.length > before.length + after.length;
  return isFit ? { [name]: arg.slice(before.length, arg.length - after.length) } : undefined;
}
