import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { finite, object, read, someOf } from '../../base/schema.js';

/** What a command came to, as far as it is kept. */
export interface CommandResult {
  readonly code: number | null;
  readonly said: string;
  readonly reports: ReadonlyMap<string, string>;
  readonly root: string;
}

/** So many bytes of packed reports go into a record. */
const mostPacked = 512 * 1024;
/** So many bytes are unpacked. */
const mostUnpacked = 128 * 1024 * 1024;
/** So much of what it said is kept. */
const mostSaid = 4_000;

/** @returns undefined if its reports are too large to be kept. */
export function keptCommand({ code, said, reports, root }: CommandResult): unknown {
  const packed = reports.size === 0 ? '' : gzipSync(JSON.stringify([...reports])).toString('base64');
  return packed.length > mostPacked ? undefined : { code, said: said.slice(-mostSaid), reports: packed, root };
}

const keptResult = object({ code: finite, said: v.string(), reports: v.string(), root: v.string() });

const packedReports = someOf(v.tuple([v.string(), v.string()]));

/** @returns undefined for what {@link keptCommand} did not write. */
export function readKeptCommand(value: unknown): CommandResult | undefined {
  const kept = read(keptResult, value);
  if (!kept) return undefined;
  const reports = kept.reports === '' ? [] : read(packedReports, parseJson(unpack(kept.reports)));
  return reports && { ...kept, reports: new Map(reports) };
}

function unpack(packed: string): string {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostUnpacked }).toString();
  } catch {
    return '';
  }
}
