import { describe, expect, it } from 'vitest';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';

const path = 'docs/product/sprint_board.md';
const board = [
  '# Sprint Board',
  '',
  '## 📋 Backlog',
  '',
  '## 🔄 In Progress',
  '',
  '### [STORY-001] One',
  '> Spec: docs/specs/STORY-001.md',
  '',
  '- [ ] Add tests',
  '- [x] Add tests for api  ',
  '- [ ] 1',
  '',
  '### [STORY-0011] Other',
  '',
  '- [ ] Add tests',
  '- [ ] Same',
  '- [ ] Same',
  '',
  '## ✅ Done',
  '',
].join('\r\n');

const call = (operation: string, item: string, task: string): Parameters<typeof carryOutOn>[0] => ({
  operation,
  input: { item, task },
  files: { [path]: board },
});

describe('board tick and untick', () => {
  it.each([
    [
      'board tick',
      'STORY-001',
      'Add tests',
      '- [ ] Add tests\r\n- [x] Add tests for',
      '- [x] Add tests\r\n- [x] Add tests for',
    ],
    ['board tick', 'STORY-0011', ' Add tests ', '- [ ] Add tests\r\n- [ ] Same', '- [x] Add tests\r\n- [ ] Same'],
    ['board tick', 'STORY-0011', '3', '- [ ] Same\r\n\r\n', '- [x] Same\r\n\r\n'],
    ['board tick', 'STORY-001', '1', '- [ ] 1\r\n', '- [x] 1\r\n'],
    ['board untick', 'STORY-001', '2', '- [x] Add tests for api', '- [ ] Add tests for api'],
  ])('%s %s %j changes one character', async (operation, item, task, before, after) => {
    const { plan, changed } = await carryOutOn(call(operation, item, task));
    expect(board).toContain(before);
    expect(changed).toEqual({ [path]: board.replace(before, after) });
    expect(plan.changes).toHaveLength(1);
    expect(plan.changes).toMatchObject([{ edits: [{ newText: operation === 'board tick' ? 'x' : ' ' }] }]);
  });

  it('says so where there is nothing to do', async () => {
    const { plan, changed } = await carryOutOn(call('board tick', 'STORY-001', 'Add tests for api'));
    expect(changed).toEqual({});
    expect(plan.answer.message).toMatch(/already/);
  });

  it.each([
    ['STORY-0011', 'Same', 'ambiguous', ['2: Same', '3: Same']],
    ['STORY-001', 'Add', 'not-found', ['1: Add tests', '2: Add tests for api', '3: 1']],
    ['STORY-001', '4', 'not-found', ['1: Add tests', '2: Add tests for api', '3: 1']],
    ['STORY-002', '1', 'not-found', ['STORY-001']],
    ['STORY', '1', 'invalid-input', []],
  ])('refuses %s %j: %s', async (item, task, code, candidates) => {
    const refused = await refusalOf(call('board tick', item, task));
    expect(refused).toMatchObject({ code, candidates });
  });

  it('is refused without a board', async () => {
    expect(await refusalOf({ ...call('board tick', 'STORY-001', '1'), files: {} })).toMatchObject({
      code: 'not-found',
    });
  });
});
