import { defineOperation } from '../operation.js';
import { newFile } from '../support/newFile.js';
import { titleProblem } from '../support/oneLineText.js';

/** Makes a skill for agents, in the project. */
export const newSkill = defineOperation({
  name: 'new-skill',
  group: 'scaffold',
  summary: 'Creates a skill for agents from the template',
  details:
    '`.claude/skills/NAME/SKILL.md`, in the project: agents that read skills load it when a request fits its description. Text to replace is in brackets.',
  example: { skill: 'release-notes', description: 'Writes the notes of a release' },
  fields: {
    skill: {
      type: 'text',
      description: 'its name: lowercase words joined by hyphens, e.g. release-notes',
      required: true,
      positional: true,
      check: (text) =>
        /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u.test(text) ? undefined : 'is not lowercase words joined by hyphens',
    },
    description: {
      type: 'text',
      description: 'what it does and when to use it, in a sentence',
      required: true,
      positional: true,
      check: titleProblem,
    },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  begins: true,
  plan: async (workspace, { skill, description }) => {
    const path = `.claude/skills/${skill}/SKILL.md`;
    return {
      changes: [await newFile(workspace, { path, text: skillText(skill, description.trim()) })],
      answer: { message: `created ${path}`, data: { path, skill } },
    };
  },
});

function skillText(skill: string, description: string): string {
  return `---
name: ${skill}
description: ${JSON.stringify(description)}
---

# ${skill}

${description}

## Prerequisites

[What has to be installed or present]

## Command Reference

[The commands, an example each]

## Usage Scenarios

[When to use it, and when not]
`;
}
