import type { InputField, InputFields } from './input.js';

/** What is used of JSON Schema (draft 2020-12) to describe an object of inputs; mutable, as others' types want it. */
export type InputSchema = {
  type: 'object';
  properties: Record<string, ValueSchema>;
  required?: string[];
  additionalProperties: false;
};

type ValueSchema = { description: string } & (
  | { type: 'string'; enum?: string[] }
  | { type: 'array'; items: { type: 'string' } }
  | { type: 'integer' }
  | { type: 'boolean' }
);

/** The schema of what `readInput` accepts; a field's own `check` goes further. */
export function inputSchemaOf(fields: InputFields): InputSchema {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueSchemaOf(field)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function valueSchemaOf({ type, description, values }: InputField): ValueSchema {
  switch (type) {
    case 'text':
      return { type: 'string', description, ...(values ? { enum: [...values] } : {}) };
    case 'texts':
      return { type: 'array', items: { type: 'string' }, description };
    case 'integer':
      return { type: 'integer', description };
    case 'flag':
      return { type: 'boolean', description };
  }
}
