// The two ends of the range of VS Code versions that the extension supports.

/** @typedef {{ name: string, vscode: string, codeServer: string, node: string, rebuild: readonly string[], ripgrep?: string }} HostVersion */

/**
 * rebuild: native modules that this version compiles rather than brings along;
 * ripgrep: it would fetch its search program from GitHub, so it gets this one from npm.
 * @type {readonly HostVersion[]}
 */
export const hostVersions = [
  { name: 'newest', vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0', rebuild: [] },
  {
    name: 'oldest',
    vscode: '1.103.2',
    codeServer: '4.103.2',
    node: '22.20.0',
    rebuild: ['node-pty', '@vscode/spdlog', 'native-watchdog'],
    ripgrep: '1.18.0',
  },
];

/**
 * @param {string} wanted `newest`, `oldest` or a VS Code version
 * @returns {HostVersion}
 */
export function hostVersion(wanted) {
  const found = hostVersions.find(({ name, vscode }) => wanted === name || wanted === vscode);
  if (found) return found;
  const known = hostVersions.map(({ name, vscode }) => `${name} (${vscode})`).join(', ');
  throw new Error(`There is no host for VS Code "${wanted}". Known: ${known}.`);
}
