import { fieldsOf } from '../../../server/src/base/json.js';
import type { Asked, Call, Protocol, Reply, Tool } from './script.js';

/** The protocols that the programs speak: https://platform.claude.com/docs/en/api/messages, OpenAI's two, and Gemini's. */
export const protocols: readonly Protocol[] = [
  {
    path: /^\/v1\/messages$/u,
    read: (body) => ({
      ...common(body),
      tools: toolsIn(body, 'input_schema'),
      stream: fieldsOf(body)?.['stream'] === true,
    }),
    write: (reply, stream) => (stream ? anthropicEvents(reply) : JSON.stringify(anthropicMessage(reply))),
    error: (status, message) => ({
      type: 'error',
      error: {
        type: status === 429 ? 'rate_limit_error' : status === 401 ? 'authentication_error' : 'api_error',
        message,
      },
    }),
    limitHeaders: () => ({
      'retry-after': String(hour),
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(Math.floor(Date.now() / 1000) + hour),
      'x-should-retry': 'false',
    }),
  },
  {
    path: /^\/v1\/responses$/u,
    read: (body) => ({
      ...common(body),
      tools: toolsIn(body, 'parameters'),
      stream: fieldsOf(body)?.['stream'] === true,
    }),
    write: (reply, stream) => (stream ? responsesEvents(reply) : JSON.stringify(responseObject(reply))),
    error: openAiError,
    limitHeaders: () => openAiLimit,
  },
  {
    path: /^\/v1\/chat\/completions$/u,
    read: (body) => ({ ...common(body), tools: chatTools(body), stream: fieldsOf(body)?.['stream'] === true }),
    write: (reply, stream) => (stream ? chatEvents(reply) : JSON.stringify(chatObject(reply))),
    error: openAiError,
    limitHeaders: () => openAiLimit,
  },
  {
    path: /^\/v1beta\/models\/[^:]+:(?:streamG|g)enerateContent$/u,
    read: (body, path) => {
      const { responseJsonSchema, responseSchema } = fieldsOf(fieldsOf(body)?.['generationConfig']) ?? {};
      const schema = responseJsonSchema ?? responseSchema;
      return { ...common(body), tools: geminiTools(body), stream: path.includes(':stream'), schema };
    },
    write: (reply, stream) => (stream ? events([geminiObject(reply)]) : JSON.stringify(geminiObject(reply))),
    error: (status, message) => ({
      error: {
        code: status,
        message,
        status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL',
        ...(status === 429 ? { details: geminiLimit } : {}),
      },
    }),
    limitHeaders: () => ({}),
  },
];

/** In seconds: when a used-up quota is renewed. */
const hour = 3600;

/** As https://platform.openai.com/docs/guides/rate-limits has them. */
const openAiLimit = {
  'x-should-retry': 'false',
  'x-ratelimit-limit-requests': '500',
  'x-ratelimit-remaining-requests': '0',
  'x-ratelimit-reset-requests': '1h0m0s',
};

/** As https://ai.google.dev/gemini-api/docs/rate-limits has them: the details of google.rpc. */
const geminiLimit = [
  {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [
      {
        quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
        quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
        quotaDimensions: { location: 'global', model: 'gemini-2.5-pro' },
        quotaValue: '50',
      },
    ],
  },
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${hour}s` },
];

function openAiError(status: number, message: string): unknown {
  return {
    error: {
      message,
      type: status === 429 ? 'insufficient_quota' : 'error',
      code: status === 429 ? 'insufficient_quota' : null,
    },
  };
}

function common(body: unknown): Pick<Asked, 'text'> {
  return { text: JSON.stringify(body) };
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list: unknown = fieldsOf(value)?.[name];
  return Array.isArray(list) ? list : [];
}

function toolOf(definition: unknown, schemaName: string): readonly Tool[] {
  const { name, [schemaName]: schema } = fieldsOf(definition) ?? {};
  if (typeof name !== 'string') return [];
  const properties = fieldsOf(fieldsOf(schema)?.['properties']);
  const fields =
    properties &&
    Object.fromEntries(
      Object.entries(properties).map(([field, value]) => [field, String(fieldsOf(value)?.['type']).toLowerCase()]),
    );
  const choices = Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([field, value]) =>
      listIn(value, 'enum')
        .slice(0, 1)
        .map((one) => [field, String(one)]),
    ),
  );
  return [{ name, fields, choices, required: listIn(schema, 'required').map(String) }];
}

function toolsIn(body: unknown, schemaName: string): readonly Tool[] {
  return listIn(body, 'tools').flatMap((one) => {
    const { type, name: group } = fieldsOf(one) ?? {};
    return type === 'namespace' && typeof group === 'string'
      ? listIn(one, 'tools').flatMap((inner) => toolOf(inner, schemaName).map((tool) => ({ ...tool, group })))
      : toolOf(one, schemaName);
  });
}

function chatTools(body: unknown): readonly Tool[] {
  return listIn(body, 'tools').flatMap((one) => {
    const { function: definition, custom } = fieldsOf(one) ?? {};
    return toolOf(definition ?? custom, 'parameters');
  });
}

function geminiTools(body: unknown): readonly Tool[] {
  const declared = listIn(body, 'tools').flatMap((one) => listIn(one, 'functionDeclarations'));
  return declared.flatMap((one) => {
    const name = fieldsOf(one)?.['parametersJsonSchema'] === undefined ? 'parameters' : 'parametersJsonSchema';
    return toolOf(one, name);
  });
}

/** @param list objects, each an event of its own. */
function events(list: readonly object[]): string {
  return list.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
}

/** The same, with each event's type in front, as two of the protocols want it. */
function typedEvents(list: readonly { readonly type: string }[]): string {
  return list.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');
}

const callId = ({ number }: Reply, index: number): string => `call_${number}_${index}`;
const argumentsOf = ({ input }: Call): string => (typeof input === 'string' ? input : JSON.stringify(input));

function anthropicUsage({ usage: { input, cached, output } }: Reply) {
  return {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: output,
  };
}

function anthropicMessage(reply: Reply) {
  const { number, text, calls } = reply;
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(({ tool, input }, index) => ({
        type: 'tool_use',
        id: `toolu_${number}_${index}`,
        name: tool,
        input,
      })),
    ],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: anthropicUsage(reply),
  };
}

function anthropicEvents(reply: Reply): string {
  const whole = anthropicMessage(reply);
  const { output_tokens: output, ...inputUsage } = whole.usage;
  const begin = {
    type: 'message_start',
    message: { ...whole, content: [], stop_reason: null, usage: { ...inputUsage, output_tokens: 1 } },
  };
  const blocks = whole.content.flatMap((block, index) => {
    const isText = 'text' in block;
    return [
      {
        type: 'content_block_start',
        index,
        content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta: isText
          ? { type: 'text_delta', text: block.text }
          : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      },
      { type: 'content_block_stop', index },
    ];
  });
  const end = [
    {
      type: 'message_delta',
      delta: { stop_reason: whole.stop_reason, stop_sequence: null },
      usage: { ...inputUsage, output_tokens: output },
    },
    { type: 'message_stop' },
  ];
  return typedEvents([begin, ...blocks, ...(reply.isCut ? [] : end)]);
}

function responseObject(reply: Reply) {
  const { number, text, calls, usage } = reply;
  const message = {
    type: 'message',
    id: `item_${number}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  return {
    id: `resp_${number}`,
    object: 'response',
    status: 'completed',
    model: 'scripted',
    output: [
      ...(text === '' ? [] : [message]),
      ...calls.map((call, index) => {
        const at = {
          id: `item_${number}_${index}`,
          call_id: callId(reply, index),
          name: call.tool,
          ...(call.group === undefined ? {} : { namespace: call.group }),
          status: 'completed',
        };
        return typeof call.input === 'string'
          ? { type: 'custom_tool_call', ...at, input: call.input }
          : { type: 'function_call', ...at, arguments: argumentsOf(call) };
      }),
    ],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

function responsesEvents(reply: Reply): string {
  const whole = responseObject(reply);
  return typedEvents([
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
    ...whole.output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    ...(reply.isCut ? [] : [{ type: 'response.completed', response: whole }]),
  ] as readonly { readonly type: string }[]);
}

function chatParts(reply: Reply) {
  const { number, text, calls, usage } = reply;
  const common = { id: `chat_${number}`, created: 1_790_000_000, model: 'scripted' };
  const tool_calls = calls.map((call, index) => ({
    index,
    id: callId(reply, index),
    type: 'function',
    function: { name: call.tool, arguments: argumentsOf(call) },
  }));
  return {
    common,
    message: { role: 'assistant', content: text, ...(tool_calls.length > 0 ? { tool_calls } : {}) },
    finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached },
    },
  };
}

function chatObject(reply: Reply) {
  const { common, message, finish_reason, usage } = chatParts(reply);
  return { ...common, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage };
}

function chatEvents(reply: Reply): string {
  const { common, message, finish_reason, usage } = chatParts(reply);
  const chunk = { ...common, object: 'chat.completion.chunk' };
  const list = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    ...(reply.isCut
      ? []
      : [
          { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
          { ...chunk, choices: [], usage },
        ]),
  ];
  return `${events(list)}${reply.isCut ? '' : 'data: [DONE]\n\n'}`;
}

function geminiObject({ text, calls, usage, isCut }: Reply) {
  const parts = [
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } })),
  ];
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(isCut ? {} : { finishReason: 'STOP' }) }],
    usageMetadata: {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cached,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: 'scripted',
  };
}
