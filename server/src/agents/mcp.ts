import { fieldsOf, parseJsonWithComments } from '../base/json.js';

/** A file in which an agent's MCP servers are configured. It is only read. */
export interface McpFile {
  /**
   * The folder where the agent works; or one in the person's home (empty: the home itself), unless an environment variable names
   * another.
   */
  readonly in: 'folder' | { readonly home: string; readonly variable?: string };
  /** Relative to that, with `/`: TOML by its extension, else JSON with comments. */
  readonly path: string;
  /** The keys that lead to the servers by name; `{folder}` is replaced by the folder where the agent works. */
  readonly keys: readonly string[];
}

/** The names of the enabled servers in a file. Never throws. @param folder where the agent works: absolute. */
export function serversIn({ path, keys }: McpFile, text: string, folder: string): readonly string[] {
  const way = keys.map((key) => (key === '{folder}' ? folder : key));
  if (path.endsWith('.toml')) return serversInToml(way, text);
  const found = way.reduce<unknown>((value, key) => fieldsOf(value)?.[key], parseJsonWithComments(text));
  return Object.entries(fieldsOf(found) ?? {}).flatMap(([name, value]) => {
    const server = fieldsOf(value);
    return !server || server['enabled'] === false || server['disabled'] === true ? [] : [name];
  });
}

/** The tables below a key; reads only as much TOML as that takes. */
function serversInToml(way: readonly string[], text: string): readonly string[] {
  const servers = new Map<string, boolean>();
  let table: readonly string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const [, header] = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/u.exec(line) ?? [];
    const [, key = '', value = ''] = header === undefined ? (/^\s*([\w."'-]+)\s*=\s*(.*)$/u.exec(line) ?? []) : [];
    if (header !== undefined) table = keysIn(header);
    const at = header === undefined ? (key === '' ? [] : [...table, ...keysIn(key)]) : table;
    const name = at[way.length];
    if (name === undefined || way.some((one, index) => at[index] !== one)) continue;
    const isOff =
      (at.length === way.length + 2 && at.at(-1) === 'enabled' && value.startsWith('false')) ||
      (at.length === way.length + 1 && /\benabled\s*=\s*false\b/u.test(value));
    servers.set(name, isOff || servers.get(name) === true);
  }
  return [...servers].flatMap(([name, isOff]) => (isOff ? [] : [name]));
}

/** The parts of a dotted key, quoted or not. */
function keysIn(dotted: string): readonly string[] {
  return Array.from(dotted.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/gu), ([, double, single, bare]) => {
    return double ?? single ?? bare ?? '';
  });
}
