import type { InputField } from '../input.js';

/** Where `init` deploys: into the project, or for all projects into the person's home folder. */
export const scopes = ['project', 'user'] as const;

export type Scope = (typeof scopes)[number];

export const scopeField = {
  type: 'text',
  values: scopes,
  description: 'project (default), or user: for all your projects, in your home folder',
} as const satisfies InputField;

/** @param input as it was sent. */
export const isForUser = (input: Readonly<Record<string, unknown>>): boolean => input['scope'] === 'user';
