/** How the fake agents call the hooks that they are started with, each as its own program does. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The events of Claude Code and Codex for what happens. */
function eventOf(kind, { session, tool, command, path: file }) {
  const base = { session_id: session, transcript_path: `${process.cwd()}/transcript.jsonl`, cwd: process.cwd() };
  const used =
    tool === 'write'
      ? { tool_name: 'Write', tool_input: { file_path: file } }
      : { tool_name: 'Bash', tool_input: { command } };
  const call = { ...base, ...used, tool_use_id: 'call_1' };
  switch (kind) {
    case 'session':
      return ['SessionStart', { ...base, source: 'startup' }];
    case 'prompt':
      return ['UserPromptSubmit', base];
    case 'tool':
      return ['PreToolUse', call];
    case 'ask':
      return ['PermissionRequest', call];
    case 'answered':
    case 'change':
      return ['PostToolUse', call];
    case 'end':
      return ['Stop', { ...base, stop_hook_active: false }];
    default:
      throw new Error(kind);
  }
}

/** Settings of Claude Code: a program and its arguments for each event. */
export function claudeHooks({ settings }) {
  if (settings === undefined) return undefined;
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8'));
  const call = async (event, payload) => {
    const answers = [];
    for (const { hooks: list } of hooks[event] ?? [])
      for (const { command, args } of list)
        answers.push(await run(command, args, { ...payload, hook_event_name: event }));
    return answers;
  };
  return async (kind, given) => {
    const [event, payload] = eventOf(kind, given);
    const answers = await call(event, payload);
    // A turn that is sent on ends once more, without anything new.
    if (kind === 'end' && answers.some((answer) => answer.includes('"block"')))
      await call(event, { ...payload, stop_hook_active: true });
  };
}

/** Codex has a shell run the command that its configuration holds for an event. */
export function codexHooks({ hooks }) {
  if (hooks === undefined) return undefined;
  return async (kind, given) => {
    const [event, payload] = eventOf(kind, given);
    const command = new RegExp(`${event}=\\[\\{hooks=\\[\\{type="command",command=("(?:[^"\\\\]|\\\\.)*")`, 'u').exec(
      hooks,
    )?.[1];
    if (command !== undefined)
      await run('/bin/sh', ['-c', JSON.parse(command)], { ...payload, hook_event_name: event });
  };
}

/** OpenCode loads the plugins that its configuration names, and calls them in its own process. */
export function openCodeHooks(variable) {
  return async () => {
    const { plugin = [] } = JSON.parse(process.env[variable] ?? '{}');
    const plugins = [];
    for (const file of plugin)
      for (const make of Object.values(await import(pathToFileURL(file).href)))
        plugins.push(await make({ directory: process.cwd() }));
    const bus = async (type, properties) => {
      for (const one of plugins) await one.event?.({ event: { id: 'evt_1', type, properties } });
    };
    return async (kind, { session: sessionID, tool, command, path: file }) => {
      const args = tool === 'write' ? { filePath: file, content: '' } : { command };
      const call = { tool: tool === 'write' ? 'write' : 'bash', sessionID, callID: 'call_1' };
      switch (kind) {
        case 'session':
          return bus('session.created', { sessionID, info: { id: sessionID, directory: process.cwd() } });
        case 'prompt':
          for (const one of plugins) await one['chat.message']?.({ sessionID }, {});
          return undefined;
        case 'tool':
          for (const one of plugins) await one['tool.execute.before']?.(call, { args });
          return undefined;
        case 'change':
          for (const one of plugins) await one['tool.execute.after']?.({ ...call, args }, {});
          return undefined;
        case 'ask':
          return bus('permission.asked', { id: 'per_1', sessionID, permission: 'bash', patterns: [command] });
        case 'answered':
          return bus('permission.replied', { sessionID, requestID: 'per_1', reply: 'once' });
        default:
          return bus('session.idle', { sessionID });
      }
    };
  };
}

function run(command, args, payload) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.on('error', (error) => {
      console.error(String(error));
      resolve('');
    });
    child.on('close', () => resolve(said));
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(payload));
  });
}
