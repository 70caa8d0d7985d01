import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** The design's walls, as imports that a folder must not have. */
const nodeBuiltIns = [
  'fs',
  'node:fs',
  'fs/*',
  'node:fs/*',
  'child_process',
  'node:child_process',
  'os',
  'node:os',
  'net',
  'node:net',
  'http',
  'node:http',
  'node:process',
  'process',
  'worker_threads',
  'node:worker_threads',
];
const noVscode = { name: 'vscode', message: 'Only the client imports vscode.' };
const lspOnlyAtTheDoor = {
  group: [
    'vscode-languageserver',
    'vscode-languageserver/*',
    'vscode-languageserver-textdocument',
    'vscode-languageserver-protocol',
  ],
  message: 'Only doors/lsp* speaks LSP.',
};
const hostOnlyAtTheDoor = {
  group: nodeBuiltIns,
  message: 'Node is reached through the ports of workspace/; host/ and doors/ implement them.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'out/',
      'node_modules/',
      '.vscode-host/',
      '.vscode-test/',
      '.demo/',
      'test/fixtures/',
      'coverage/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Property tests and parsers read an index signature's `undefined` on purpose.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'child_process',
          property: 'exec',
          message: 'No shell strings: execFile or spawn with an argument array.',
        },
      ],
    },
  },
  {
    files: ['server/src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [noVscode], patterns: [hostOnlyAtTheDoor, lspOnlyAtTheDoor] }],
    },
  },
  {
    files: ['server/src/host/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [noVscode], patterns: [lspOnlyAtTheDoor] }] },
  },
  {
    files: ['server/src/doors/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [noVscode] }] },
  },
  {
    files: ['server/src/doors/cli/main.ts', 'server/src/doors/cli/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [noVscode], patterns: [lspOnlyAtTheDoor] }] },
  },
  {
    files: ['client/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/server/src/**', '!**/server/src/protocol.js', 'pactwright', 'pactwright/*'],
              message: 'The client knows the server by protocol.ts alone.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['client/webview/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'vscode', message: 'A page speaks to the extension by messages alone.' }],
          patterns: [
            {
              group: ['**/server/src/**', '!**/server/src/protocol.js'],
              message: 'The client knows the server by protocol.ts alone.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        require: 'readonly',
        Buffer: 'readonly',
        AbortController: 'readonly',
        performance: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        document: 'readonly',
        window: 'readonly',
      },
    },
  },
  prettier,
);
