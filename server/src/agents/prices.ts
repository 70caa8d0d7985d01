/** US dollars for a million tokens. `cached`: of input that came from a cache. */
export interface Price {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/**
 * List prices as of 2026-05-05 by model name, for programs that count tokens but report no price. Subscriptions are billed differently.
 *
 * @see https://openai.com/api/pricing
 */
const prices: Readonly<Record<string, Price>> = {
  'gpt-5-codex': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5.1-codex': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5.1-codex-max': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5.2-codex': { input: 1.75, cached: 0.175, output: 14 },
  'gpt-5.3-codex': { input: 1.75, cached: 0.175, output: 14 },
};

/** What a program reported. `inputTokens` include `cachedTokens`, those that came from a cache. */
export interface Usage {
  readonly model?: string | undefined;
  readonly dollars?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly cachedTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** The cost in US dollars: as reported, else by list price; undefined if neither is known. */
export function dollarsOf({ model, dollars, inputTokens, cachedTokens = 0, outputTokens }: Usage): number | undefined {
  if (dollars !== undefined) return dollars;
  const price = model === undefined || !Object.hasOwn(prices, model) ? undefined : prices[model];
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, cached, output } = price;
  return ((inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output) / 1_000_000;
}
