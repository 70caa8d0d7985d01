import path from 'node:path';

/** What tells where a user's files are. */
export interface UserPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absolute. */
  readonly home: string;
}

/** Where this machine's knowledge of its repositories and of trusted persons is kept; `PACTWRIGHT_STATE` says otherwise. */
export function stateFolder({ env, platform, home }: UserPlaces): string {
  const stated = absolute(env['PACTWRIGHT_STATE']);
  if (stated !== undefined) return stated;
  if (platform === 'win32')
    return path.join(absolute(env['LOCALAPPDATA']) ?? path.join(home, 'AppData', 'Local'), 'pactwright');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'pactwright');
  return path.join(absolute(env['XDG_STATE_HOME']) ?? path.join(home, '.local', 'state'), 'pactwright');
}

/** Where caches are kept. */
export function cacheFolder({ env, platform, home }: UserPlaces): string {
  if (platform === 'win32')
    return path.join(absolute(env['LOCALAPPDATA']) ?? path.join(home, 'AppData', 'Local'), 'pactwright', 'cache');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'pactwright');
  return path.join(absolute(env['XDG_CACHE_HOME']) ?? path.join(home, '.cache'), 'pactwright');
}

/** Where a person says once for all projects how things are to be. */
export function configFolder({ env, platform, home }: UserPlaces): string {
  if (platform === 'win32')
    return path.join(absolute(env['APPDATA']) ?? path.join(home, 'AppData', 'Roaming'), 'pactwright');
  return path.join(absolute(env['XDG_CONFIG_HOME']) ?? path.join(home, '.config'), 'pactwright');
}

/** As the XDG specification has it: a path that is not absolute counts as not set. */
function absolute(value: string | undefined): string | undefined {
  return value !== undefined && path.isAbsolute(value) ? value : undefined;
}
