/** One violation of each active lint rule, as it may stand in a file of ours. */
export const typescriptSeeds: Readonly<Record<string, string>> = {
  // Mistakes of the language.
  'import/no-mutable-exports': 'export let at = 0;\nat++;',
  'for-direction': 'for (let at = 0; at < 3; at--) void at;',
  'no-async-promise-executor':
    'export const made = new Promise<void>(async (resolve) => { await Promise.resolve(); resolve(); });',
  'no-case-declarations':
    'export function name(of: number): number { switch (of) { case 1: const two = 2; return two; default: return 0; } }',
  'no-compare-neg-zero': 'export const isZero = (of: number): boolean => of === -0;',
  'no-cond-assign':
    'export function last(of: string[]): void { let one: string | undefined; if ((void 0, one = of.pop())) void one; while (one = of.pop()) void one; }',
  'no-constant-binary-expression': 'export const both = (of: string): string => of + "" ?? "none";',
  'no-constant-condition': 'if (1) void 0;',
  'no-control-regex': 'export const control = /\\x1f/;',
  'no-debugger': 'debugger;',
  'no-dupe-else-if':
    'export function two(of: number): number { if (of === 1) return 1; else if (of === 1) return 2; return 3; }',
  'no-duplicate-case':
    'export function two(of: string): number { switch (of) { case "a": return 1; case "a": return 2; default: return 3; } }',
  'no-empty': 'export function stop(of: boolean): void { if (of) { } }',
  'no-empty-character-class': 'export const never = /a[]/;',
  'no-empty-pattern': 'export function none({}: { a?: string }): void { void 0; }',
  'no-empty-static-block': 'export class Kept { static {} readonly at = 1; }',
  'no-ex-assign': 'try { void 0; } catch (error) { error = 1; void error; }',
  'no-extra-boolean-cast': 'export function is(of: number): number { if (!!of) return 1; return 2; }',
  'no-fallthrough':
    'export function to(of: number): void { switch (of) { case 1: void 0; case 2: void 1; break; default: } }',
  'no-global-assign': 'Object = null;',
  'no-invalid-regexp': 'export const broken = new RegExp("[");',
  'no-irregular-whitespace': 'export const\u00a0wide = 1;',
  'no-loss-of-precision': 'export const long = 9007199254740993;',
  'no-misleading-character-class': 'export const thumb = /[👍🏽]/;',
  'no-prototype-builtins': 'export const has = (of: object): boolean => of.hasOwnProperty("a");',
  'no-regex-spaces': 'export const wide = /a  b/;',
  'no-self-assign': 'export function same(of: string[]): void { of = of; }',
  'no-shadow-restricted-names': 'export function shadow(undefined: string): void { void 0; }',
  'no-sparse-arrays': 'export const holes = [1, , 2];',
  'no-unassigned-vars': 'let kept: string | undefined;\nexport const read = (): string | undefined => kept;',
  'no-unsafe-finally': 'export function end(): number { try { return 1; } finally { return 2; } }',
  'no-unsafe-optional-chaining': 'export const at = (of: { a: string[] } | undefined): string[] => [...of?.a];',
  'no-unused-labels': 'here: for (const one of [1]) void one;',
  'no-unused-private-class-members': 'export class Kept { #never = 1; readonly at = 1; }',
  'no-useless-assignment': 'export function at(): number { let found = 1; found = 2; return found; }',
  'no-useless-backreference': 'export const back = /\\1(a)/;',
  'no-useless-catch': 'export function read(): void { try { void 0; } catch (error) { throw error; } }',
  'no-useless-escape': 'export const text = "\\d";',
  'preserve-caught-error':
    'export function read(): void { try { void 0; } catch (error) { throw new Error(`failed: ${String(error)}`); } }',
  'require-yield': 'export function* none(): Generator<number> { void 0; }',
  'use-isnan': 'export const is = (of: number): boolean => of === NaN;',
  'valid-typeof': 'export const is = (of: unknown): boolean => typeof of === "strnig";',
  'no-var': 'var kept = 1;\nexport { kept };',
  'prefer-const': 'let kept = 1;\nexport { kept };',
  'prefer-rest-params': 'export function all(): number { return arguments[0] as number; }',
  'prefer-spread': 'export const most = (of: number[]): number => Math.max.apply(Math, of);',
  eqeqeq: 'export const is = (of: string | number): boolean => of == 1;',
  'max-lines-per-function': `export function long(): void {${'\n'.repeat(90)}}`,
  'no-restricted-properties': 'import child_process from "node:child_process";\nchild_process.exec("true");',

  // What typescript-eslint asks of syntax alone.
  'typescript/ban-ts-comment': '// @ts-ignore\nexport const kept = 1;',
  'no-array-constructor': 'export const two: unknown[] = new Array(1, 2);',
  'typescript/no-dynamic-delete':
    'export function drop(of: Record<string, string>, at: string): void { delete of[at]; }',
  'typescript/no-empty-object-type': 'export type Any = {};',
  'typescript/no-explicit-any': 'export type Any = any;',
  'typescript/no-extra-non-null-assertion': 'export const at = (of: { a: string } | undefined): string => of!!.a;',
  'typescript/no-extraneous-class': 'export class Tools { static one(): number { return 1; } }',
  'typescript/no-invalid-void-type': 'export type Either = void | string;',
  'typescript/no-misused-new': 'export interface Made { new (): Made; }',
  'typescript/no-namespace': 'export namespace Old { export type A = string; }',
  'typescript/no-non-null-asserted-nullish-coalescing':
    'export const at = (of: { a?: string }): string => of.a! ?? "none";',
  'typescript/no-non-null-asserted-optional-chain':
    'export const at = (of: { a: string } | undefined): string => of?.a!;',
  'typescript/no-non-null-assertion': 'export const at = (of: string | undefined): string => of!;',
  'typescript/no-require-imports': 'import fs = require("node:fs");\nexport { fs };',
  'typescript/no-this-alias':
    'export class Kept { at = 1; read(): () => number { const self = this; return () => self.at; } }',
  'typescript/no-unnecessary-type-constraint': 'export type Kept<T extends unknown> = T[];',
  'typescript/no-unsafe-declaration-merging': 'export interface Kept { at: number }\nexport class Kept { here = 1; }',
  'typescript/no-unsafe-function-type': 'export type Any = Function;',
  'no-unused-expressions': 'export function read(of: { a: number }): void { of.a; }',
  'no-unused-vars': 'const never = 1;',
  'no-useless-constructor': 'export class Kept { at = 1; constructor() {} }',
  'typescript/no-wrapper-object-types': 'export type Text = String;',
  'typescript/prefer-as-const': 'export const kept = "a" as "a";',
  'typescript/prefer-literal-enum-member': 'const one = "1";\nexport enum Kept { One = `${one}2` }',
  'typescript/no-duplicate-enum-values': 'export enum Kept { One = 1, Two = 1 }',
  'typescript/prefer-namespace-keyword': 'declare module Old { export type A = string; }',
  'typescript/triple-slash-reference': '/// <reference path="./kept.ts" />\nexport const kept = 1;',
  'typescript/unified-signatures':
    'export function at(of: string): void;\nexport function at(of: number): void;\nexport function at(of: unknown): void { void of; }',
  'typescript/consistent-type-imports': 'import { Stats } from "node:fs";\nexport type Kept = Stats;',
  'typescript/explicit-module-boundary-types': 'export function at() { return 1; }',

  // What needs the types.
  'typescript/await-thenable': 'export async function at(): Promise<number> { return await 1; }',
  'typescript/no-array-delete': 'export function drop(of: string[]): void { delete of[0]; }',
  'typescript/no-base-to-string': 'export const text = (of: { a: number }): string => String(of);',
  'typescript/no-confusing-void-expression':
    'declare function done(): void;\nexport function at(): void { const found = done(); void found; }',
  'typescript/no-deprecated':
    '/** @deprecated use new */\nfunction old(): number { return 1; }\nexport const at = old();',
  'typescript/no-duplicate-type-constituents': 'export type Kept = string | number | string;',
  'typescript/no-floating-promises': 'export function at(of: Promise<void>): void { of; }',
  'typescript/no-for-in-array': 'export function at(of: string[]): void { for (const one in of) void one; }',
  'typescript/no-generated-empty-object-type': 'export type Kept = Pick<{ a: string }, never>;',
  'typescript/no-implied-eval': 'setTimeout("void 0", 1);',
  'typescript/no-meaningless-void-operator':
    'declare function done(): void;\nexport function at(): void { void done(); }',
  'typescript/no-misused-promises':
    'export function at(of: () => Promise<boolean>): number { if (of()) return 1; return 2; }',
  'typescript/no-misused-spread': 'export const letters = (of: Promise<string>): object => ({ ...of });',
  'typescript/no-mixed-enums': 'export enum Kept { One = 1, Two = "two" }',
  'typescript/no-redundant-type-constituents': 'export type Kept = unknown | string;',
  'typescript/no-unnecessary-boolean-literal-compare': 'export const is = (of: boolean): boolean => of === true;',
  'typescript/no-unnecessary-condition': 'export function at(of: { a: string }): string | undefined { return of?.a; }',
  'typescript/no-unnecessary-template-expression': 'export const text = `${"a"}b`;',
  'typescript/no-unnecessary-type-arguments':
    'function kept<T = string>(of: T): T { return of; }\nexport const at = kept<string>("a");',
  'typescript/no-unnecessary-type-assertion': 'export const at = (of: string): string => of as string;',
  'typescript/no-unnecessary-type-conversion': 'export const text = (of: string): string => String(of);',
  'typescript/no-unnecessary-type-parameters': 'export function at<T>(of: T): void { void of; }',
  'typescript/no-unsafe-argument': 'export const at = (of: string): number => Number.parseInt(JSON.parse(of));',
  'typescript/no-unsafe-assignment':
    'export const at = (of: string): void => { const found = JSON.parse(of); void found; };',
  'typescript/no-unsafe-call': 'export const at = (of: string): void => { JSON.parse(of)(); };',
  'typescript/no-unsafe-member-access': 'export const at = (of: string): void => { void JSON.parse(of).a; };',
  'typescript/no-unsafe-return': 'export function at(of: string): string { return JSON.parse(of); }',
  'typescript/no-unsafe-enum-comparison':
    'import { ErrorCode } from "./kept.js";\nexport const is = (of: ErrorCode): boolean => of === 1;',
  'typescript/no-unsafe-unary-minus': 'export const minus = (of: string): number => -of;',
  'typescript/no-useless-default-assignment': 'export const at = ({ a = "none" }: { a: string }): string => a;',
  'typescript/only-throw-error': 'export function fail(): never { throw "text"; }',
  'typescript/prefer-promise-reject-errors': 'export const fail = (): Promise<never> => Promise.reject("text");',
  'typescript/prefer-reduce-type-parameter':
    'export const all = (of: string[]): string[] => of.reduce((sum, one) => sum.concat(one), [] as string[]);',
  'typescript/prefer-return-this-type': 'export class Kept { at = 1; next(): Kept { this.at++; return this; } }',
  'typescript/related-getter-setter-pairs': 'export interface Kept { get at(): string; set at(to: number); }',
  'typescript/require-await': 'export async function at(): Promise<number> { return 1; }',
  'typescript/restrict-plus-operands': 'export const sum = (of: number, to: string): string => of + to;',
  'typescript/restrict-template-expressions': 'export const text = (of: { a: number }): string => `${of}`;',
  'typescript/return-await':
    'export async function at(of: Promise<number>): Promise<number> { try { return of; } catch { return await of; } }',
  'typescript/switch-exhaustiveness-check':
    'export function at(of: "a" | "b"): void { switch (of) { case "a": void of; } }',
  'typescript/unbound-method':
    'export class Kept { at = 1; read(): number { return this.at; } }\nexport const { read } = new Kept();',
  'typescript/use-unknown-in-catch-callback-variable':
    'export const at = (of: Promise<void>): Promise<void> => of.catch((error) => { void error; });',
};

/** The same for rules that only our scripts need: in TypeScript the compiler says it. */
export const javascriptSeeds: Readonly<Record<string, string>> = {
  'constructor-super': 'export class Kept extends Array { constructor() { void 0; } }',
  'getter-return': 'export const kept = { get at() { void 0; } };',
  'no-class-assign': 'export class Kept {}\nKept = 1;',
  'no-const-assign': 'export const kept = 1;\nkept = 2;',
  'no-dupe-class-members': 'export class Kept { at() { return 1; } at() { return 2; } }',
  'no-dupe-keys': 'export const kept = { a: 1, a: 2 };',
  'no-func-assign': 'export function kept() { return 1; }\nkept = 1;',
  'no-import-assign': 'import path from "node:path";\npath = 1;',
  'no-new-native-nonconstructor': 'export const kept = new Symbol("a");',
  'no-obj-calls': 'export const kept = Math();',
  'no-redeclare': 'var kept = 1;\nvar kept = 2;\nexport { kept };',
  'no-setter-return': 'export const kept = { set at(to) { return to; } };',
  'no-this-before-super': 'export class Kept extends Array { constructor() { this.at = 1; super(); } }',
  'no-undef': 'export const kept = nowhere;',
  'no-unreachable': 'export function at() { return 1; void 0; }',
  'no-unsafe-negation': 'export const is = (of) => !of in {};',
  'no-unused-vars': 'const never = 1;',
};

/** What is no program at all in a module: the rule cannot speak, as the parser did before. */
export const syntaxSeeds: Readonly<Record<string, string>> = {
  'no-delete-var': 'let kept = 1;\ndelete kept;\nexport {};',
  'no-nonoctal-decimal-escape': 'export const text = "\\8";',
  'no-octal': 'export const seventeen = 017;',
  'no-dupe-args': 'export function kept(a, a) { return a; }',
  'no-with': 'with (Math) { max(); }\nexport {};',
};
