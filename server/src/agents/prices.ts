/** US dollars for a million tokens. `cached`: of input that came from a cache. */
export interface Price {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/**
 * As of 2026-05-05, what models cost by the provider's list, by the name that their programs take, for programs that count tokens and tell no price.
 * Subscriptions cost otherwise.
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

/** What was counted. `inputTokens` are all, `cachedTokens` those of them that came from a cache. */
export interface Usage {
  readonly model?: string | undefined;
  readonly dollars?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly cachedTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** What it cost, in US dollars: as its program says, else by the list; undefined where neither is known. */
export function dollarsOf({ model, dollars, inputTokens, cachedTokens = 0, outputTokens }: Usage): number | undefined {
  if (dollars !== undefined) return dollars;
  const price = model === undefined || !Object.hasOwn(prices, model) ? undefined : prices[model];
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, cached, output } = price;
  return ((inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output) / 1_000_000;
}
