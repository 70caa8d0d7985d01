import { escapeHtml } from '../base/escapeHtml.js';

/** A command that a service manager keeps running. */
export interface Service {
  /** The program and its arguments: no shell reads them. */
  readonly command: readonly string[];
  /** Where it runs: absolute. */
  readonly folder: string;
  /** What it is for, in a line. */
  readonly description: string;
}

/** A unit of systemd, for `~/.config/systemd/user/`. */
export function systemdUnit({ command, folder, description }: Service): string {
  return [
    '[Unit]',
    `Description=${description.replaceAll('%', '%%')}`,
    '',
    '[Service]',
    // systemd reads the folder to the end of the line, and takes no quotes there.
    `WorkingDirectory=${folder.replaceAll('%', '%%')}`,
    `ExecStart=${command.map(systemdWord).join(' ')}`,
    'Restart=on-failure',
    'RestartSec=10',
    // The agents end with it; `run serve` continues them after the next start.
    'KillMode=control-group',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** systemd.service(5): quotes, backslashes, and what it would replace. */
function systemdWord(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

/** A property list of launchd, for `~/Library/LaunchAgents/`. @param label its name there. */
export function launchdList(label: string, { command, folder }: Service): string {
  const text = (value: string): string => `<string>${escapeHtml(value)}</string>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key>${text(label)}`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    ${text(word)}`),
    '  </array>',
    `  <key>WorkingDirectory</key>${text(folder)}`,
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>',
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}
