import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { allQueries } from '../../../server/src/execution/queries/registry.js';
import { readInput } from '../../../server/src/operations/input.js';
import { inputSchemaOf } from '../../../server/src/operations/inputSchema.js';
import { allOperations } from '../../../server/src/operations/registry.js';

const ajv = new Ajv({ strict: true });

const accepts = (ask: () => unknown): boolean => {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
};

describe('the schema of inputs', () => {
  const fields = {
    item: { type: 'text', description: 'the item', required: true },
    kind: { type: 'text', description: 'its kind', values: ['story', 'bug'] },
    tasks: { type: 'texts', description: 'its tasks' },
    at: { type: 'integer', description: 'its place' },
    force: { type: 'flag', description: 'in any case' },
  } as const;
  const validate = ajv.compile(inputSchemaOf(fields));

  it.each([
    {},
    { item: 1 },
    { item: ['STORY-001'] },
    { item: 'a', kind: 'epic' },
    { item: 'a', kind: 2 },
    { item: 'a', tasks: 'one' },
    { item: 'a', tasks: [1] },
    { item: 'a', tasks: {} },
    { item: 'a', at: '1' },
    { item: 'a', at: 1.5 },
    { item: 'a', at: true },
    { item: 'a', force: 'yes' },
    { item: 'a', force: 1 },
    { item: 'a', other: true },
    { item: 'a' },
    { item: 'a', kind: 'bug', tasks: [], at: -3, force: false },
    { item: 'a', tasks: ['x', 'y'] },
  ])('says of %j what reading it says', (given) => {
    expect(validate(given)).toBe(accepts(() => readInput(fields, given)));
  });

  it.each([...allOperations, ...allQueries].map((one) => [one.name, one.fields, one.example] as const))(
    'is a schema, describes each input, and accepts the example, for %s',
    (_, inputs, example) => {
      const schema = inputSchemaOf(inputs);
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(Object.values(schema.properties).every(({ description }) => description !== '')).toBe(true);
      expect(ajv.validate(schema, example)).toBe(true);
      expect(accepts(() => readInput(inputs, example))).toBe(true);
    },
  );
});
