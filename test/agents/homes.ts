/** The agents that are installed for these tests. */
export const agentIds = ['claude', 'codex', 'opencode', 'copilot', 'gemini', 'qwen', 'droid'] as const;

export type AgentId = (typeof agentIds)[number];

/** What a person has set up before Pactwright is used: where the model is, who they are, and which folder they trust. Nothing else. */
export interface Home {
  readonly env: Readonly<Record<string, string>>;
  /** By path in the home folder. */
  readonly files: Readonly<Record<string, string>>;
  /** What the program fetches at its first start, by path in the home folder: a person waits for that once. */
  readonly fetched?: readonly string[];
}

const key = 'nobody';

/** @param trusted the folder around the repository. */
export const homes: Readonly<Record<AgentId, (address: string, trusted: string) => Home>> = {
  claude: (address) => ({
    env: { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: key, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    files: {},
  }),
  codex: (address) => ({
    env: { MODEL_KEY: key },
    files: {
      '.codex/config.toml': [
        'model = "gpt-5"',
        'model_provider = "scripted"',
        '[model_providers.scripted]',
        'name = "Scripted"',
        `base_url = "${address}/v1"`,
        'env_key = "MODEL_KEY"',
        'wire_api = "responses"',
        '',
      ].join('\n'),
    },
  }),
  opencode: (address) => ({
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    fetched: ['node_modules', 'package.json', 'package-lock.json'].map((name) => `.config/opencode/${name}`),
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        model: 'scripted/model',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${address}/v1`, apiKey: key },
            models: Object.fromEntries(
              ['model', 'other', 'priced'].map((name) => [
                name,
                {
                  name,
                  limit: { context: 200_000, output: 8000 },
                  // US dollars for a million tokens.
                  ...(name === 'priced' ? { cost: { input: 10, output: 10, cache_read: 1 } } : {}),
                },
              ]),
            ),
          },
        },
      }),
    },
  }),
  copilot: (address) => ({
    env: {
      COPILOT_PROVIDER_BASE_URL: `${address}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: 'gpt-5',
      COPILOT_OFFLINE: 'true',
    },
    files: {},
  }),
  gemini: (address, trusted) => ({
    env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: address },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      }),
      '.gemini/trustedFolders.json': JSON.stringify({ [trusted]: 'TRUST_FOLDER' }),
    },
  }),
  droid: (address) => ({
    // Without an account it works only in its mode for machines without access to its maker.
    env: { FACTORY_AIRGAP_ENABLED: 'true' },
    files: {
      '.factory/settings.json': JSON.stringify({
        customModels: [
          {
            model: 'scripted',
            displayName: 'Scripted',
            baseUrl: `${address}/v1`,
            apiKey: key,
            provider: 'generic-chat-completion-api',
            maxOutputTokens: 8000,
          },
        ],
      }),
    },
  }),
  qwen: (address) => ({
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${address}/v1`, OPENAI_MODEL: 'scripted' },
    files: {
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  }),
};
