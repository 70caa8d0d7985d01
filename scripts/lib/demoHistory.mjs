// What happened in the demo project, as if today were 2026-03-03.

/** @typedef {'backlog' | 'inProgress' | 'done' | 'archive'} Section */

/**
 * A commit. It holds what it names, the board, and of the items on `board` specs and test cases.
 * @typedef {object} Step
 * @property {string} at the day, as written in the demo's files
 * @property {string} by
 * @property {string} message
 * @property {string} [branch] where it is made, if not on main; begun there if it is new
 * @property {string} [merge] the branch it merges
 * @property {string} [squash] the branch it squashes
 * @property {Readonly<Record<string, readonly [Section, number]>>} [board] by item: where it comes to stand, with how many tasks ticked
 * @property {readonly string[]} [files] whole, as they are in the end; '.' for all that is left
 * @property {Readonly<Record<string, readonly (readonly [string, string])[]>>} [other] by file: what to write instead of what is there in the end
 */

/** The last day on which anything happens is the day before. */
export const today = '2026-03-03';

const ratedTwice = `
test('STORY-008/AC2: a second rating replaces the first', () => {
  rate('Persuasion', 'Ada', 2);
  rate('Persuasion', 'Ada', 4);
  assert.equal(stars('Persuasion'), 4);
});
`;

/** @type {readonly Step[]} */
export const history = [
  {
    at: '2026-01-05',
    by: 'Ada',
    message: 'docs: plan the list of new books and the cart\n\nSTORY-005, STORY-001',
    files: ['README.md', 'package.json', '.claude/pactkit.yaml'],
    board: { 'STORY-005': ['backlog', 0], 'STORY-001': ['backlog', 0] },
  },
  {
    at: '2026-01-07',
    by: 'Ben',
    branch: 'feature/STORY-005',
    message: 'feat(catalogue): list the new books\n\nImplements: STORY-005',
    files: ['shop/newBooks.js', 'test/newBooks.test.js'],
    board: { 'STORY-005': ['inProgress', 2] },
  },
  { at: '2026-01-08', by: 'Ben', merge: 'feature/STORY-005', message: "Merge branch 'feature/STORY-005'" },
  { at: '2026-01-08', by: 'Ben', message: 'docs: STORY-005 is done', board: { 'STORY-005': ['done', 2] } },
  {
    at: '2026-01-12',
    by: 'Ada',
    message: 'feat(cart): a button that adds the book (STORY-001)',
    other: { 'shop/cart.js': [['A cart has titles, and of each a number of copies.', 'The titles in the cart.']] },
    board: { 'STORY-001': ['inProgress', 1] },
  },
  {
    at: '2026-01-13',
    by: 'Ada',
    message: 'feat(cart): the number beside the cart (STORY-001)',
    files: ['test/cart.test.js'],
    board: { 'STORY-001': ['done', 2] },
  },
  {
    at: '2026-01-15',
    by: 'Ada',
    message: 'docs: plan search and vouchers\n\nSTORY-006, STORY-003, BUG-001',
    board: { 'STORY-006': ['backlog', 0], 'STORY-003': ['backlog', 0], 'BUG-001': ['backlog', 0] },
    other: { 'docs/specs/STORY-006.md': [['first fifty books', 'first ten books']] },
  },
  {
    at: '2026-01-19',
    by: 'Ben',
    branch: 'feature/STORY-006',
    message: 'wip: search',
    files: ['shop/search.js'],
  },
  {
    at: '2026-01-20',
    by: 'Ben',
    branch: 'feature/STORY-006',
    message: 'wip: tests of the search',
    files: ['test/search.test.js'],
  },
  {
    at: '2026-01-21',
    by: 'Ben',
    squash: 'feature/STORY-006',
    message: 'feat(search): search by author (STORY-006)',
    board: { 'STORY-006': ['done', 2] },
    other: { 'docs/specs/STORY-006.md': [['first fifty books', 'first ten books']] },
  },
  {
    at: '2026-01-23',
    by: 'Cleo',
    message: 'fix(price): two digits behind the point (BUG-001)',
    files: ['shop/price.js', 'test/price.test.js'],
    board: { 'BUG-001': ['done', 1] },
  },
  {
    at: '2026-01-26',
    by: 'Ada',
    message: 'feat(vouchers): a store for vouchers (STORY-003)',
    files: ['shop/vouchers.js'],
    board: { 'STORY-003': ['inProgress', 1] },
  },
  { at: '2026-01-30', by: 'Ada', message: 'docs: archive the first items', board: { 'STORY-005': ['archive', 2] } },
  {
    at: '2026-02-02',
    by: 'Ada',
    message: 'docs: plan delivery, ratings and orders\n\nSTORY-007, STORY-008, STORY-002, STORY-004',
    board: {
      'STORY-007': ['backlog', 0],
      'STORY-008': ['backlog', 0],
      'STORY-002': ['backlog', 0],
      'STORY-004': ['backlog', 0],
    },
  },
  {
    at: '2026-02-05',
    by: 'Ben',
    message: 'feat(delivery): say when a book arrives (STORY-007)',
    files: ['shop/delivery.js', 'test/delivery.test.js'],
    board: { 'STORY-007': ['done', 1] },
  },
  {
    at: '2026-02-09',
    by: 'Cleo',
    message: 'feat(ratings): the stars of a book (STORY-008)',
    files: ['shop/ratings.js', 'test/ratings.test.js'],
    board: { 'STORY-008': ['inProgress', 1] },
  },
  {
    at: '2026-02-11',
    by: 'Cleo',
    branch: 'feature/STORY-008',
    message: 'feat(ratings): one rating for each reader (STORY-008)',
    other: {
      'shop/ratings.js': [
        ['(ratings.get(book) ?? [])', '(ratings.get(book) ?? []).filter((one) => one.reader !== reader)'],
      ],
      'test/ratings.test.js': [['4.5);\n});\n', `4.5);\n});\n${ratedTwice}`]],
    },
  },
  { at: '2026-02-12', by: 'Cleo', message: 'docs: STORY-008 is done', board: { 'STORY-008': ['done', 2] } },
  { at: '2026-02-13', by: 'Ada', message: 'docs: begin STORY-002', board: { 'STORY-002': ['inProgress', 0] } },
  {
    at: '2026-02-16',
    by: 'Ada',
    message: 'docs: context and lessons',
    files: ['docs/product/context.md', 'docs/architecture/governance/lessons.md'],
  },
  { at: '2026-02-20', by: 'Ben', message: 'docs: search shows fifty books', files: ['docs/specs/STORY-006.md'] },
  {
    at: '2026-02-24',
    by: 'Ben',
    message: 'refactor(cart): say what a cart is (STORY-010)',
    files: ['shop/cart.js'],
  },
  {
    at: '2026-02-27',
    by: 'Ada',
    message: 'feat(cart): write the cart to storage (STORY-002)',
    files: ['shop/cartStore.js', 'test/cartStore.test.js'],
    board: { 'STORY-002': ['inProgress', 1] },
  },
  { at: '2026-03-02', by: 'Ada', message: 'docs: the board after the planning', files: ['.'] },
];
