import { isRecord } from '../editor/messageParts.js';

/** What `pactwright agent list --format json` says of an agent. */
export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  readonly installPage: string;
  /** Undefined where it is not installed, and `reason` says why. */
  readonly version: string | undefined;
  readonly reason: string;
  /** Models that it always knows, beside which it takes others; undefined: it takes none. */
  readonly models: readonly string[] | undefined;
}

/** @returns undefined for what is no such list. */
export function readAgentList(text: string): readonly ListedAgent[] | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const agents = isRecord(answer) ? answer['agents'] : undefined;
  if (!Array.isArray(agents)) return undefined;
  return agents.filter(isRecord).flatMap(({ id, name, installPage, found, version, reason, models }) =>
    typeof id === 'string'
      ? [
          {
            id,
            name: textOf(name) || id,
            installPage: textOf(installPage),
            version: found === true ? textOf(version) : undefined,
            reason: textOf(reason),
            models: Array.isArray(models) ? models.filter((one) => typeof one === 'string') : undefined,
          },
        ]
      : [],
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
