// What oxlint lacks of typescript-eslint's strict rules: too slow for every change, so it runs with the long suites.
import tseslint from 'typescript-eslint';

export default [
  {
    ignores: [
      'dist/',
      'out/',
      '.vscode-host/',
      '.agent-programs/',
      '.vscode-test/',
      '.demo/',
      'test/fixtures/',
      'coverage/',
      '**/*.{mjs,cjs}',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    // The directives are oxlint's, which reports those that do nothing.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.mts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
      '@typescript-eslint/no-unsafe-enum-assignment': 'error',
      // oxlint has it for calls alone, not for `void name`.
      '@typescript-eslint/no-meaningless-void-operator': 'error',
    },
  },
];
