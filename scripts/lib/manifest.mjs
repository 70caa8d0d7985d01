/**
 * The sections of package.json that are generated from the commands the client declares.
 *
 * @typedef {import('../../client/src/editor/commandTable.js').CommandTable} CommandTable
 */

/**
 * Rewrites `contributes.commands` and `contributes.menus`; everything else stays as it is.
 *
 * @param {string} packageJson
 * @param {CommandTable} commands
 * @returns {string} JSON, not yet formatted.
 */
export function withCommands(packageJson, commands) {
  const manifest = JSON.parse(packageJson);
  const declared = Object.entries(commands).sort(byText(([id]) => id));
  manifest.contributes.commands = declared.map(([command, { title, icon, enablement }]) => ({
    command,
    title: `%${title ?? command.replace('pactwright.', 'command.')}%`,
    category: 'Pactwright',
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
    ...(enablement === undefined ? {} : { enablement }),
  }));
  manifest.contributes.menus = menusOf(declared);
  return JSON.stringify(manifest);
}

/** @param {[string, CommandTable[`pactwright.${string}`]][]} declared */
function menusOf(declared) {
  /** @type {Map<string, { command: string, when: string, group?: string }[]>} */
  const menus = new Map();
  const add = (/** @type {string} */ menu, /** @type {{ command: string, when: string, group?: string }} */ entry) => {
    menus.set(menu, [...(menus.get(menu) ?? []), entry]);
  };
  for (const [command, { palette, menus: entries = [] }] of declared) {
    // What has no entry is offered by the palette at any time.
    if (palette !== true) add('commandPalette', { command, when: palette === false ? 'false' : palette });
    for (const { menu, when, group } of [...entries].sort(byText((entry) => entry.when + entry.group)))
      add(menu, { command, when, group });
  }
  return Object.fromEntries([...menus].sort(byText(([menu]) => menu)));
}

/**
 * @template T
 * @param {(value: T) => string} textOf
 * @returns {(one: T, other: T) => number} in the order of the characters' codes, the same on every machine.
 */
function byText(textOf) {
  return (one, other) => (textOf(one) < textOf(other) ? -1 : textOf(one) > textOf(other) ? 1 : 0);
}
