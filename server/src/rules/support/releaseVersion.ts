import { plainTwin } from './plainTwin.js';

// A version (`1.4.0`, `v2.x`, `2.0.0-rc.1`, `1.4.0+5`) or date, after a product's name and before a remark, if any.
const version = plainTwin(
  String.raw`^(?:[\p{L}@][\p{L}\p{N}._/@-]*[ \t]+){0,4}[vV]?\d+(?:[.-](?:\d+|[xX*]|Q[1-4]))*(?:[A-Za-z][A-Za-z0-9]*)?(?:[-+_.][A-Za-z0-9]+)*(?=$|[\s;/(]|,(?!\d))`,
  'u',
);

/** The version or date a Release begins with, a product's name before it included; undefined if there is none. */
export function releaseVersion(text: string): string | undefined {
  return version(text).exec(text)?.[0];
}
