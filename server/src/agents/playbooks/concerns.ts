import { own, row, type Row } from './row.js';

/** More would be skimmed. */
const most = 5;

interface Concern {
  /** Whole words that show that the work is about it; case does not matter. */
  readonly words: readonly string[];
  /** What people easily forget. */
  readonly says: string;
}

/** What people easily forget, by words in titles, requirements and paths. */
const concerns: readonly Concern[] = [
  {
    words: ['price', 'prices', 'money', 'tax', 'discount', 'voucher', 'invoice', 'payment', 'currency', 'refund'],
    says: 'Money: count in whole minor units or decimals, never in floats; say where and how it is rounded; test the sum of rounded parts.',
  },
  {
    words: [
      'date',
      'dates',
      'deadline',
      'expire',
      'expires',
      'expired',
      'schedule',
      'timezone',
      'calendar',
      'reminder',
    ],
    says: 'Time: keep instants in UTC and name the time zone of days; take the clock as a parameter, so that tests set it; try the end of a month, a leap day and a change of clocks.',
  },
  {
    words: [
      'concurrent',
      'parallel',
      'lock',
      'race',
      'queue',
      'worker',
      'stock',
      'counter',
      'idempotent',
      'transaction',
    ],
    says: 'Two at once: what if the same call comes twice, or two come together? Check and change in one step (transaction, condition on the old value), and test both orders.',
  },
  {
    words: ['upload', 'uploads', 'download', 'directory', 'folder', 'zip', 'attachment', 'filesystem'],
    says: 'Files: no path from outside leads out of its folder (`..`, links, absolute); write beside and rename; what if the disk is full or the file is huge?',
  },
  {
    words: ['http', 'api', 'fetch', 'webhook', 'network', 'retry', 'endpoint', 'remote', 'upstream'],
    says: 'Network: a time limit for each call; retry only what may happen twice, with growing pauses; read no more of an answer than is expected.',
  },
  {
    words: ['migration', 'migrate', 'schema', 'database', 'sql', 'backfill'],
    says: 'Stored data: old rows must still be read; make the change in steps that old and new code both survive, and say how to go back.',
  },
  {
    words: ['cache', 'cached', 'memo', 'memoize', 'ttl', 'invalidate'],
    says: 'Cache: say what makes an entry outdated and who throws it away; the key holds everything that the answer depends on; bound its size.',
  },
  {
    words: ['login', 'password', 'session', 'token', 'auth', 'permission', 'permissions', 'account', 'admin'],
    says: 'Rights: ask at every way in, on the server, whether this user may do this to this object; test a stranger and one who has logged out.',
  },
  {
    words: ['email', 'emails', 'phone', 'personal', 'privacy', 'gdpr'],
    says: 'People’s data: keep the least, log none of it, and make deletion reach copies.',
  },
  {
    words: ['search', 'pagination', 'paging', 'filter', 'sort', 'import', 'bulk', 'batch', 'ranking'],
    says: 'Many: bound what one call returns or takes; give the order a tie-breaker, so that pages neither skip nor repeat; try none, one and very many.',
  },
  {
    words: ['parse', 'parser', 'csv', 'json', 'xml', 'yaml', 'encoding', 'unicode'],
    says: 'Text from outside: empty, only spaces, other line ends, a byte order mark, characters beyond the BMP, and an error that names line and reason.',
  },
  {
    words: ['ui', 'button', 'form', 'dialog', 'keyboard', 'accessible', 'accessibility', 'tooltip'],
    says: 'Screens: by keyboard alone, with a name for each control; what is shown while it waits, when there is nothing, and when it fails.',
  },
];

/** What people easily forget in work with these words; concerns with the most matching words first. */
export function concernsOf(text: string): readonly Row[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return concerns
    .map(({ words: signs, says }) => ({ says, hits: signs.filter((word) => words.has(word)).length }))
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .slice(0, most)
    .map(({ says }) => row`${own(says)}`);
}
