import { fieldsOf, parseJsonWithComments } from '../base/json.js';

/** A file in which an agent's program is told of its MCP servers. It is only read. */
export interface McpFile {
  /**
   * Below the folder where the agent works; or below one in the person's home (empty: the home itself), in whose place a variable may
   * name another.
   */
  readonly in: 'folder' | { readonly home: string; readonly variable?: string };
  /** Relative to that, with `/`: TOML where it ends so, else JSON, in which comments may be. */
  readonly path: string;
  /** Where in it the servers are by name; `{folder}` stands for where the agent works. */
  readonly keys: readonly string[];
}

/** The names of the servers that are in a file and not switched off. Never throws. @param folder where the agent works: absolute. */
export function serversIn({ path, keys }: McpFile, text: string, folder: string): readonly string[] {
  const way = keys.map((key) => (key === '{folder}' ? folder : key));
  if (path.endsWith('.toml')) return serversInToml(way, text);
  const found = way.reduce<unknown>((value, key) => fieldsOf(value)?.[key], parseJsonWithComments(text));
  return Object.entries(fieldsOf(found) ?? {}).flatMap(([name, value]) => {
    const server = fieldsOf(value);
    return !server || server['enabled'] === false || server['disabled'] === true ? [] : [name];
  });
}

/** The tables below a key: as much of TOML as says which there are. */
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

/** The parts of a dotted key, some perhaps in quotes. */
function keysIn(dotted: string): readonly string[] {
  return Array.from(dotted.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/gu), ([, double, single, bare]) => {
    return double ?? single ?? bare ?? '';
  });
}
