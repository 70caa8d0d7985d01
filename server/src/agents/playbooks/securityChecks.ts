/** What each row of a Security Scope asks a reviewer to look for, in one sentence (PactKit's SEC-1 to SEC-8, in our words). */
export const securityChecks: ReadonlyMap<string, string> = new Map([
  ['SEC-1', 'No key, password or token in code, tests, logs or messages; read them from the environment or a store.'],
  ['SEC-2', 'Input from outside is checked for type, range and length before use, and refused with a reason.'],
  ['SEC-3', 'Queries take values as parameters, never as concatenated text.'],
  ['SEC-4', 'User input is escaped where it is shown; no raw HTML from data.'],
  ['SEC-5', 'Sessions and tokens expire, are compared in constant time, and are never in a URL or a log.'],
  ['SEC-6', 'Each entry point checks whether this user may do this to this object, and limits how often.'],
  ['SEC-7', 'Errors are handled where possible, and show users no internals.'],
  ['SEC-8', 'New packages are needed, pinned, maintained, and without known vulnerabilities.'],
]);
