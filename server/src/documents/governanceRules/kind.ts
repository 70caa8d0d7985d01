import { scanBlocks } from '../../markdown/scanBlocks.js';
import { defineDocumentKind } from '../defineDocumentKind.js';
import { parseGovernanceRules } from './parseGovernanceRules.js';

export const governanceRules = defineDocumentKind({
  name: 'governanceRules',
  place: {
    type: 'file',
    setting: 'governanceRules',
    default: 'docs/architecture/governance/rules.md',
    about: 'The governance rules.',
  },
  parse: ({ text }) => {
    const { governanceRules: model, problems } = parseGovernanceRules(text);
    return { model, problems, blocks: scanBlocks(text) };
  },
  form: (placeOf) => ({ path: placeOf('governanceRules'), testCount: 'All {n}+ tests must pass' }),
});
