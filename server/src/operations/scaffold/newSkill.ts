import { defineOperation } from '../operation.js';
import { newFile } from '../support/newFile.js';
import { titleField } from '../support/fields.js';
import { deployedIn, namesIn } from '../setUp/setUp.js';

/** Makes a skill for agents, in the project. */
export const newSkill = defineOperation({
  name: 'new-skill',
  group: 'scaffold',
  summary: 'Creates a skill for agents from the template',
  details:
    'A `NAME/SKILL.md` in the folder where each agent looks for skills, such as `.claude/skills`: agents load it when a request fits its description. Text to replace is in brackets.',
  example: { skill: 'release-notes', description: 'Writes the notes of a release' },
  fields: {
    skill: {
      ...titleField,
      description: 'its name: lowercase words joined by hyphens, e.g. release-notes',
      check: (text) =>
        /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u.test(text) ? undefined : 'is not lowercase words joined by hyphens',
    },
    description: { ...titleField, description: 'what it does and when to use it, in a sentence' },
    agents: {
      type: 'text',
      description: 'the agents it is for, with commas (default: those that the project is set up for, else claude)',
    },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  begins: true,
  plan: async (workspace, { skill, description, agents }) => {
    const desk = await workspace.setUp();
    const named = namesIn(agents, desk.agents, 'agent');
    const used = named.length > 0 ? named : ((await deployedIn(workspace, 'project'))?.agents ?? []);
    const folders = desk.skillFolders(used.length > 0 ? used : ['claude']);
    const paths = folders.map((folder) => `${folder}/${skill}/SKILL.md`);
    const text = skillText(skill, description.trim());
    const changes = [];
    for (const path of paths) changes.push(await newFile(workspace, { path, text }));
    return { changes, answer: { message: `created ${paths.join(', ')}`, data: { paths, skill } } };
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
