import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { Payload } from '../agent.js';

/** A line that is a JSON object; undefined for every other. */
export function readObject(line: string): Payload | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The objects in a list; none where it is no list. */
export function objectsOf(value: unknown): readonly Payload[] {
  return Array.isArray(value) ? value.flatMap<Payload>((one: unknown) => fieldsOf(one) ?? []) : [];
}

/** A text with something in it. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
