import { archive } from './archive/kind.js';
import { board } from './board/kind.js';
import { config } from './config/kind.js';
import { context } from './context/kind.js';
import type { DocumentKindDefinition } from './defineDocumentKind.js';
import { DocumentKinds } from './documentKinds.js';
import { governanceRules } from './governanceRules/kind.js';
import { lessons } from './lessons/kind.js';
import { pactkitConfig } from './pactkitConfig/kind.js';
import { role } from './role/kind.js';
import { spec } from './spec/kind.js';
import { testCase } from './testCase/kind.js';
import { workPackage } from './workPackage/kind.js';

/** Every kind of document, in the order documentation lists them. */
const definitions = [
  spec,
  testCase,
  board,
  archive,
  context,
  lessons,
  governanceRules,
  pactkitConfig,
  config,
  role,
  workPackage,
] as const;

type Definition = (typeof definitions)[number];

export type DocumentKind = Definition['name'];

/** The model each kind of document is parsed into. */
export type Models = { readonly [D in Definition as D['name']]: ModelOf<D> };

type ModelOf<D> = D extends DocumentKindDefinition<string, infer Model> ? Model : never;

/** What other documents may ask of each kind. */
export type Facts = { readonly [D in Definition as D['name']]: FactsOf<D> };

type FactsOf<D> = D extends DocumentKindDefinition<string, unknown, string, infer Own> ? Own : never;

/** Where the documents of a project are: relative to its root, with `/`. Folders and files as their names say. */
export type DocumentPaths = { readonly [D in Definition as SettingOf<D>]: string };

type SettingOf<D> = D extends DocumentKindDefinition<string, unknown, infer Setting> ? Setting : never;

export const registeredKinds = new DocumentKinds<DocumentKind>(definitions);

export const documentKinds: readonly DocumentKind[] = definitions.map(({ name }) => name);
