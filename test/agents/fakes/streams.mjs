/** Streams that several programs write alike. */

/** Claude Code's, which Qwen Code and Cursor CLI took over. @param {{ write: string, shell: string, file: string }} names */
export function messageStream({ write, shell, file }) {
  let id = '';
  const assistant = (block) => [
    { type: 'assistant', message: { role: 'assistant', content: [block] }, session_id: id },
  ];
  return {
    session: (session) => {
      id = session;
      return [{ type: 'system', subtype: 'init', cwd: process.cwd(), session_id: id, tools: [] }];
    },
    say: (text) => assistant({ type: 'text', text }),
    tool: (tool, { path, content, command }) =>
      assistant({
        type: 'tool_use',
        id: 'call_1',
        ...(tool === 'write'
          ? { name: write, input: { [file]: path, content } }
          : { name: shell, input: { command, description: 'runs it' } }),
      }),
    end: () => [
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        result: 'All done.',
        session_id: id,
        usage: { input_tokens: 20, output_tokens: 10 },
      },
    ],
  };
}

/** OpenCode's, and Kilo Code's. */
export function openCodeStream() {
  let sessionID = '';
  const part = (type, fields) => [{ type, timestamp: 1, sessionID, part: { sessionID, ...fields } }];
  return {
    session: (session) => {
      sessionID = session;
      return part('step_start', { type: 'step-start' });
    },
    say: (text) => part('text', { type: 'text', text }),
    tool: (tool, { path, content, command }) =>
      part('tool_use', {
        type: 'tool',
        callID: 'call_1',
        ...(tool === 'write'
          ? { tool: 'write', state: { status: 'completed', input: { filePath: path, content } } }
          : { tool: 'bash', state: { status: 'completed', input: { command } } }),
      }),
    end: () => part('step_finish', { reason: 'stop', cost: 0.01, tokens: { input: 20, output: 10 } }),
  };
}
