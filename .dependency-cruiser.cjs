/**
 * The import direction of DESIGN: each room may import the rooms before it, never one after it or beside it.
 */
const order = [
  ['base'],
  ['markdown'],
  ['documents', 'code', 'syntax'],
  ['workspace'],
  ['trace'],
  ['rules'],
  ['gates'],
  ['operations'],
  ['languageFeatures', 'agents'],
  ['runs'],
  ['sources', 'reports'],
  ['project'],
  ['execution'],
  ['doors'],
];

const server = (room) => `^server/src/${room}(/|\\.ts$)`;

const walls = order.flatMap((rooms, level) =>
  rooms.flatMap((room) => {
    const beside = rooms.filter((other) => other !== room);
    const after = order.slice(level + 1).flat();
    const forbidden = [...beside, ...after];
    return forbidden.length === 0
      ? []
      : [
          {
            name: `${room}-imports-one-way`,
            severity: 'error',
            comment: `${room} must not import ${forbidden.join(', ')}`,
            from: { path: server(room) },
            to: { path: forbidden.map(server) },
          },
        ];
  }),
);

/** The client's folders share what is in `client/src/editor`; `extension.ts` wires them, and they know nothing of each other. */
const clientWalls = [
  {
    name: 'client-folders-apart',
    severity: 'error',
    from: { path: '^client/src/([^/]+)/' },
    to: { path: '^client/src/', pathNot: ['^client/src/$1/', '^client/src/editor/'] },
  },
  {
    name: 'client-files-apart',
    severity: 'error',
    comment: 'extension.ts and commandRegistry.ts alone know folders of the client',
    from: { path: '^client/src/[^/]+\\.ts$', pathNot: '^client/src/(extension|commandRegistry)\\.ts$' },
    to: { path: '^client/src/[^/]+/', pathNot: '^client/src/editor/' },
  },
  {
    name: 'webview-folders-apart',
    severity: 'error',
    from: { path: '^client/webview/([^/]+)/' },
    to: { path: '^client/webview/[^/]+/', pathNot: ['^client/webview/$1/', '^client/webview/graph/'] },
  },
];

/** Where a door puts Node's answers behind the ports. */
const mains = '^server/src/doors/[^/]+/main\\.ts$';

/** What of Node reaches out of the process: files, programs, the network, the user's machine. Types are no reach. */
const reach =
  '^(node:)?(fs|child_process|os|net|dgram|dns|tls|http|http2|https|process|worker_threads|cluster|readline|tty)(/|$)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      comment: 'a folder may be used by its parent or use it, but two beside each other point one way',
      scope: 'folder',
      from: { path: '^(server/src|server/src/(execution|project)|client/src)/[^/]+$' },
      to: { circular: true },
    },
    ...walls,
    ...clientWalls,
    {
      name: 'doors-know-no-other-door',
      severity: 'error',
      from: { path: '^server/src/doors/([^/]+)/' },
      to: { path: '^server/src/doors/', pathNot: '^server/src/doors/$1/' },
    },
    {
      name: 'host-is-for-mains',
      severity: 'error',
      comment: 'everything below a main takes a Machine',
      from: { path: '^server/src/', pathNot: ['^server/src/host/', mains] },
      to: { path: server('host') },
    },
    {
      name: 'host-knows-ports-only',
      severity: 'error',
      from: { path: '^server/src/host/' },
      to: { path: '^server/src/', pathNot: ['^server/src/(host|workspace|markdown|base)/'] },
    },
    {
      name: 'node-is-for-host',
      severity: 'error',
      comment: 'Node is reached through the ports of workspace/; host/ and the mains implement them',
      from: { path: '^server/src/', pathNot: ['^server/src/host/', mains] },
      to: { path: reach, dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lsp-is-for-its-door',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/doors/lsp/' },
      to: { path: '(^|/)node_modules/vscode-(languageserver|jsonrpc)' },
    },
    {
      name: 'vscode-is-for-the-client',
      severity: 'error',
      comment: 'the server and a page in a web view speak by messages alone',
      from: { path: '^(server|client/webview)/' },
      to: { path: '^(vscode$|node_modules/@types/vscode/)' },
    },
    {
      name: 'client-knows-the-protocol-only',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/', pathNot: '^server/src/protocol\\.ts$' },
    },
    { name: 'server-knows-no-client', severity: 'error', from: { path: '^server/' }, to: { path: '^client/' } },
    {
      name: 'product-knows-no-test',
      severity: 'error',
      from: { path: '^(server|client)/' },
      to: { path: '^(test|scripts)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|out)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
