/** What each row of a Security Scope asks a reviewer to look for, in one sentence (PactKit's SEC-1 to SEC-8, in our words). */
export const securityChecks: ReadonlyMap<string, string> = new Map([
  ['SEC-1', 'No key, password or token in code, tests, logs or messages; read them from the environment or a store.'],
  [
    'SEC-2',
    'Whatever comes from outside is checked for type, range and length before it is used, and refused with a reason.',
  ],
  ['SEC-3', 'Queries take values as parameters, never as text that is put together.'],
  ['SEC-4', 'What users wrote is escaped where it is shown; no raw HTML from data.'],
  ['SEC-5', 'Sessions and tokens expire, are compared in constant time, and are never in a URL or a log.'],
  ['SEC-6', 'Each way in asks whether this user may do this to this object, and bounds how often.'],
  ['SEC-7', 'Errors are handled where they can be, and tell a user nothing about the inside.'],
  ['SEC-8', 'New packages are pinned, kept up, needed, and without known holes.'],
]);
