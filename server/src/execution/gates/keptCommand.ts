import { gunzipSync, gzipSync } from 'node:zlib';
import { field, number, parseJson, text } from '../../base/json.js';

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

/** @returns undefined where its reports are too large to be kept. */
export function keptCommand({ code, said, reports, root }: CommandResult): unknown {
  const packed = reports.size === 0 ? '' : gzipSync(JSON.stringify([...reports])).toString('base64');
  return packed.length > mostPacked ? undefined : { code, said: said.slice(-mostSaid), reports: packed, root };
}

/** @returns undefined for what {@link keptCommand} did not write. */
export function readKeptCommand(value: unknown): CommandResult | undefined {
  const code = number(field(value, 'code'));
  const said = text(field(value, 'said'));
  const packed = text(field(value, 'reports'));
  const root = text(field(value, 'root'));
  if (code === undefined || said === undefined || packed === undefined || root === undefined) return undefined;
  const reports = packed === '' ? [] : parseJson(unpack(packed));
  if (!Array.isArray(reports)) return undefined;
  const pairs = reports.flatMap((pair: unknown): [string, string][] => {
    const [path, content] = Array.isArray(pair) ? (pair as readonly unknown[]) : []; // an array of what is not known yet
    return typeof path === 'string' && typeof content === 'string' ? [[path, content]] : [];
  });
  return { code, said, reports: new Map(pairs), root };
}

function unpack(packed: string): string {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostUnpacked }).toString();
  } catch {
    return '';
  }
}
