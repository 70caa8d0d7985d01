import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { localizationBundle, unlocalized } from '../../../scripts/lib/localization.mjs';

const folder = path.resolve(import.meta.dirname, '../../../client');

describe('strings of the client', () => {
  it('all go through the bundle', () => {
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/u.test(name));
    const found = sources.flatMap((name) => unlocalized({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
    expect(found).toEqual([]);
  });

  it('are found where they go round it', () => {
    const text = `
      import 'Some module of that name';
      void vscode.window.showInformationMessage('Nothing was changed.');
      pick({ title: \`Move \${item} to a column\` });
      log.info('The server has started');
      throw new TypeError('The kind is not known');
      say(vscode.l10n.t('Said in any language'));`;
    expect(unlocalized({ name: 'a.ts', text })).toEqual(["a.ts:3: 'Nothing was changed.'"]);
  });

  it('are written into the bundle with what translators are told', () => {
    const text = `vscode.l10n.t('B {0}', b); vscode.l10n.t({ message: 'A', comment: ['A verb'] });`;
    expect(localizationBundle([{ name: 'a.ts', text }])).toEqual({
      'A/A verb': { message: 'A', comment: ['A verb'] },
      'B {0}': 'B {0}',
    });
  });
});
