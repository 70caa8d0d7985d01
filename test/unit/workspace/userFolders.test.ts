import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder, stateFolder } from '../../../server/src/base/userFolders.js';

const home = path.resolve('/home/ann');
const elsewhere = path.resolve('/elsewhere');

describe("the user's folders", () => {
  const places: [NodeJS.Platform, Record<string, string>, string, string][] = [
    ['linux', {}, '.local/state/pactwright', '.cache/pactwright'],
    ['darwin', {}, 'Library/Application Support/pactwright', 'Library/Caches/pactwright'],
    ['win32', {}, 'AppData/Local/pactwright', 'AppData/Local/pactwright/cache'],
    // As the XDG specification has it, a relative path counts as not set.
    ['linux', { XDG_STATE_HOME: 'state', XDG_CACHE_HOME: '' }, '.local/state/pactwright', '.cache/pactwright'],
  ];
  it.each(places)('are the usual ones on %s with %j', (platform, env, state, cache) => {
    expect(stateFolder({ env, platform, home })).toBe(path.join(home, state));
    expect(cacheFolder({ env, platform, home })).toBe(path.join(home, cache));
  });

  it('are where the environment says', () => {
    const xdg = { XDG_STATE_HOME: elsewhere, XDG_CACHE_HOME: elsewhere };
    expect(stateFolder({ env: xdg, platform: 'linux', home })).toBe(path.join(elsewhere, 'pactwright'));
    expect(cacheFolder({ env: xdg, platform: 'linux', home })).toBe(path.join(elsewhere, 'pactwright'));
    const local = { LOCALAPPDATA: elsewhere };
    expect(stateFolder({ env: local, platform: 'win32', home })).toBe(path.join(elsewhere, 'pactwright'));
    const own = { PACTWRIGHT_STATE: elsewhere, XDG_STATE_HOME: home };
    expect(stateFolder({ env: own, platform: 'linux', home })).toBe(elsewhere);
    expect(stateFolder({ env: { PACTWRIGHT_STATE: 'here' }, platform: 'darwin', home })).toContain(home);
  });
});
