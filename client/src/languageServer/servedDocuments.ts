/** The documents that the language server gets; ids in all other files are looked up line by line. */
export const servedDocuments = [
  { scheme: 'file', language: 'markdown' },
  { scheme: 'file', pattern: '**/*.feature' },
  { scheme: 'file', pattern: '**/pactkit.yaml' },
  { scheme: 'file', pattern: '**/.pactwright/config.yaml' },
] as const;
