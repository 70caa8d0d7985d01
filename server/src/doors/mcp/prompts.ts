import type { Prompt } from '@modelcontextprotocol/server';
import { phases } from '../../agents/phases/phases.js';

/** The phases that an agent works in: a sprint is several of them. */
export const offered = Object.values(phases).filter(({ name }) => name !== 'sprint');

/** A prompt for each phase. */
export const prompts: readonly Prompt[] = offered.map(({ name, summary, item }) => ({
  name,
  title: `Phase ${name}`,
  description: summary,
  arguments: [
    ...(item === 'none'
      ? []
      : [{ name: 'item', description: 'the item, e.g. STORY-042', required: item === 'needed' }]),
    ...(item === 'needed' ? [] : [{ name: 'about', description: 'what you want, in a sentence', required: false }]),
    ...(name === 'release' ? [{ name: 'version', description: 'the version to release', required: true }] : []),
  ],
}));
