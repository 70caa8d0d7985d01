/**
 * A tree-sitter query per language that captures what an outline is made of:
 *
 * - `@function` with `@named` and, where there are any, `@parameters`; `@class` with `@named`, and each `@base` beside a `@heir`;
 * - `@called`, with `@on` for what it is called on; `@made` for a class of which an object is made; `@passed` for a name that is
 *   handed on as a value;
 * - `@decision`: one more way through the function around it;
 * - `@exported`: what it spans can be seen from other files;
 * - `@source` with `@imported` and `@local`: a name of another file, and what it is called here; `@whole`: the file itself as a name;
 *   `@passes`: the name is exported on; `@passesAll`: all names of the source are.
 */
export type OutlineQuery = string;
