import { expect, it } from 'vitest';
import { readEnvelope } from '../../../client/src/editor/operationProcess.js';

it.each([
  [
    '{"ok":true,"answer":{"message":"made it","data":{"made":1}}}',
    { kind: 'done', message: 'made it', data: { made: 1 } },
  ],
  ['{"ok":true,"answer":{"message":"made it"}}', { kind: 'done', message: 'made it', data: undefined }],
  [
    '{"ok":false,"error":{"code":"gate","message":"the gate says no","candidates":["tasks: 1 open",2]}}',
    { kind: 'refused', code: 'gate', message: 'the gate says no', candidates: ['tasks: 1 open'] },
  ],
  ['{"ok":false,"error":{}}', { kind: 'refused', code: '', message: '', candidates: [] }],
  ['', undefined],
  ['[]', undefined],
  ['{"ok":', undefined],
])('the answer of an operation is read from what its process said: %s', (text, outcome) => {
  expect(readEnvelope(text)).toEqual(outcome);
});
