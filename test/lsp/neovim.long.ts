import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import ensureBuilt from '../../scripts/lib/built.mjs';
import { cleanSpec } from '../support/projectTexts.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The real Neovim, which needs nothing of ours but the command. */

const isMissing = spawnSync('nvim', ['--version']).status !== 0;
beforeAll(ensureBuilt, 300_000);

/** As docs/guide/editors.md has it for a Neovim before 0.11; prints what the editor knows. */
const script = `
vim.cmd('edit docs/specs/STORY-001.md')
local client = vim.lsp.start_client({
  name = 'pactwright',
  cmd = { 'pactwright', 'lsp', '--stdio' },
  root_dir = vim.fn.getcwd(),
  init_options = { trusted = true },
})
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write((one.lnum + 1) .. ' ' .. tostring(one.code) .. '\\n')
end
local at = vim.lsp.util.make_position_params()
at.position = { line = 4, character = 10 }
for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/completion', at, 30000) or {}) do
  local items = (answer.result or {}).items or answer.result or {}
  for _, item in ipairs(items) do io.stdout:write('offers ' .. item.label .. '\\n') end
end
vim.cmd('qall!')
`;

describe(`Neovim${isMissing ? ' (skipped: the program nvim is not installed)' : ''}`, () => {
  it.skipIf(isMissing)(
    'shows findings and completes',
    () => {
      const bin = temporaryFolder({
        pactwright: `#!/bin/sh\nexec "${process.execPath}" "${path.resolve('dist/cli.js')}" "$@"\n`,
        'client.lua': script,
      });
      chmodSync(path.join(bin, 'pactwright'), 0o755);
      const spec = cleanSpec()
        .replace(/^# .*$/mu, '# STORY-002: Another')
        .replace(/^\| Status \|.*$/mu, '| Status |  |');
      const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': spec });
      const { stdout, stderr } = spawnSync('nvim', ['--headless', '--clean', '-c', `luafile ${bin}/client.lua`], {
        cwd,
        env: { ...process.env, HOME: bin, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
        encoding: 'utf8',
        timeout: 110_000,
      });
      expect(stdout, stderr).toContain('1 PW101\n');
      expect(stdout).toContain('offers ');
    },
    120_000,
  );
});
