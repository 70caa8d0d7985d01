/**
 * The import direction of DESIGN: each room may import the rooms before it, never one after it or beside it.
 * `documents` and `code` are siblings, and so are `languageFeatures` and `agents`.
 */
const order = [
  ['markdown'],
  ['documents', 'code'],
  ['workspace'],
  ['trace'],
  ['rules'],
  ['gates'],
  ['operations'],
  ['languageFeatures', 'agents'],
  ['sources'],
  ['runs'],
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
    to: { path: '^client/webview/[^/]+/', pathNot: '^client/webview/$1/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...walls,
    ...clientWalls,
    {
      name: 'host-is-for-doors',
      severity: 'error',
      comment: 'host is imported by doors alone',
      from: { path: '^server/src/', pathNot: ['^server/src/(host|doors)/'] },
      to: { path: server('host') },
    },
    {
      name: 'host-knows-ports-only',
      severity: 'error',
      from: { path: '^server/src/host/' },
      to: { path: '^server/src/', pathNot: ['^server/src/(host|workspace|markdown)/'] },
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
    exclude: { path: '(^|/)(dist|out|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
