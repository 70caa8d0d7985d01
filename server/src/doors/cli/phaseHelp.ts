import { phases } from '../../agents/phases/phases.js';

export const phaseHelp = `Runs a phase of an item: the gate before it, an agent with the playbook, the gate behind it.

Usage: pactwright phase NAME [ID] [OPTION…]

${Object.values(phases)
  .map(({ name, summary }) => `  ${name.padEnd(21)}  ${summary}\n`)
  .join('')}
A refused gate says what to do. The agent is sent back with exactly that, as often as --rounds says; in a terminal you are asked
first. Commits, pushes and pull requests are shown, and done once you agree. docs/guide/phases.md tells more.

  --about TEXT           what you want: the title of a new item (plan, hotfix, sprint), or what to look at
  --agent AGENT          who works (default: the one that is installed); \`pactwright agent list\` shows all
  --no-agent             nobody: the work is done, ask the gates and do the rest
  --headless             without a terminal: nobody can answer the agent
  --model MODEL          the agent's model, by its own name
  --rounds N             how often the agent is started at most (default: 2)
  --version VERSION      what release releases
  --lesson TEXT          with done: what was learned
  --yes                  carry out what is planned at the end without asking
  --dry-run              show the prompt and the command, and do nothing
  --root DIR             the project (default: the current folder)
  --profile PROFILE      of the gates (default: gates.profile; for a hotfix: hotfix)
  --trust-commands       run the commands of .pactwright/config.yaml, though nobody approved them on this machine
  --format FORMAT        text (default), json, or events (JSON, line by line, while it goes on)
  --debug                show the stack of an error

Exit codes: 0 done, 1 a gate refused, 2 a wrong command line or configuration, 3 something could not be run or found out.
`;
