import { registeredKinds } from '../../documents/registry.js';
import { configurationJsonSchema } from '../../workspace/configurationSchema.js';
import { defineOperation } from '../operation.js';

const forms = new Map(registeredKinds.all.flatMap(({ name, form }) => (form ? [[name as string, form] as const] : [])));

/** Shows the form of a document. */
export const schema = defineOperation({
  name: 'schema',
  group: 'documents',
  summary: 'Shows the schema of a document: JSON Schema for the configuration, expected structure for Markdown',
  details:
    'For `.pactwright/config.yaml`, prints a JSON Schema. For Markdown documents, prints as JSON where they are and which text must match exactly, such as headings and table headers.',
  example: { kind: 'spec' },
  fields: {
    kind: {
      type: 'text',
      description: 'the kind of document',
      required: true,
      positional: true,
      values: ['config', ...forms.keys()],
    },
  },
  reads: [],
  needs: 'documents',
  writes: false,
  plan: async ({ configuration }, { kind }) => {
    const { allRules } = await import('../../rules/registry.js');
    const places = new Map(Object.entries(configuration.paths));
    const form =
      forms.get(kind)?.((setting) => places.get(setting) ?? '') ??
      configurationJsonSchema(allRules.map(({ code, name }) => ({ code, name })));
    return { answer: { message: JSON.stringify(form, undefined, 2), data: { kind, schema: form } } };
  },
});
