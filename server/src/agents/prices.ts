/** US dollars for a million tokens. `cached`: of input that came from a cache. */
interface Price {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** When the list prices were read, as `2026-05-05`. */
const pricesOf = '2026-05-05';

/**
 * List prices by model name, for programs that count tokens but report no price. Subscriptions are billed differently.
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
export function dollarsOf(usage: Usage): number | undefined {
  return usage.dollars ?? estimateOf(usage)?.dollars;
}

/** The tokens that went in, from a cache or not, and out; undefined if neither is known. */
export function tokensOf({ inputTokens, outputTokens }: Usage): number | undefined {
  return inputTokens === undefined && outputTokens === undefined ? undefined : (inputTokens ?? 0) + (outputTokens ?? 0);
}

/** The cost by list price of a session whose program reported none; undefined if the price of its model is not known. */
export function estimateOf({
  model,
  dollars,
  inputTokens,
  cachedTokens = 0,
  outputTokens,
}: Usage): { readonly dollars: number; readonly pricesOf: string } | undefined {
  if (dollars !== undefined) return undefined;
  const price = model === undefined || !Object.hasOwn(prices, model) ? undefined : prices[model];
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, cached, output } = price;
  const millionths = (inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output;
  return { dollars: millionths / 1_000_000, pricesOf };
}
