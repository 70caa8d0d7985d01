import { guideFiles } from '../guideFiles.js';
import { own, row, type Row } from './row.js';

/** More would be skimmed. */
const most = 3;

/** Whole words in titles, requirements and paths that show that work is about what a guide is for; case does not matter. */
const words: Readonly<Record<string, string>> = {
  money: 'price prices money tax discount voucher invoice payment currency refund',
  time: 'date dates deadline expire expires expired schedule timezone calendar reminder',
  concurrency: 'concurrent parallel lock race worker stock counter idempotent transaction',
  messaging: 'queue event events message messages webhook subscribe publish job jobs',
  files: 'upload uploads download directory folder zip attachment filesystem',
  resilience: 'http fetch network retry remote upstream timeout offline',
  'api-design': 'api endpoint endpoints rest graphql sdk',
  migrations: 'migration migrate backfill',
  'data-model': 'schema database sql table tables index',
  caching: 'cache cached memo memoize ttl invalidate',
  authentication: 'login logout password session token auth permission permissions account admin role roles',
  privacy: 'email emails phone personal privacy gdpr consent',
  lists: 'search pagination paging filter sort import bulk batch ranking',
  parsing: 'parse parser csv json xml yaml encoding unicode',
  frontend: 'ui button form dialog keyboard accessible accessibility tooltip page',
  performance: 'performance latency throughput slow faster optimize',
  logging: 'log logs logging metric metrics telemetry',
  dependencies: 'dependency dependencies upgrade package',
  deployment: 'deploy deployment rollout container docker',
};

/** What people easily forget in work with these words: the guides with the most of them. */
export function concernsOf(text: string): readonly Row[] {
  const given = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return Object.entries(words)
    .map(([guide, signs]) => ({ guide, hits: signs.split(' ').filter((word) => given.has(word)).length }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .slice(0, most)
    .map(({ guide }) => row`${own(guide)}: ${own(sentencesOf(guideFiles[guide] ?? ''))}`);
}

/** The entries of a guide's list, one after the other. */
function sentencesOf(guide: string): string {
  return Array.from(guide.matchAll(/^- (.*)$/gmu), ([, entry]) => entry).join(' ');
}
