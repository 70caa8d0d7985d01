import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newestTables } from '../../../server/src/host/pgBossQueue.js';

it('the newest form of the queue’s tables is that of the pg-boss that is installed', () => {
  const { pgboss } = JSON.parse(readFileSync('node_modules/pg-boss/package.json', 'utf8')) as {
    readonly pgboss: { readonly schema: number };
  };
  expect(newestTables).toBe(pgboss.schema);
});
