import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { URL } from 'node:url';

test('STORY-002/AC1: takes its time', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
  writeFileSync(new URL('pid.txt', import.meta.url), String(child.pid));
  await new Promise((resolve) => child.on('close', resolve));
});
