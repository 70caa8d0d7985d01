// `npm run generate` makes this of the files beside it.
import type { CommandEntry } from '../command.js';

/** All commands, each loaded when it is called. */
export const commandIndex: readonly CommandEntry[] = [
  {
    name: 'agent',
    summary: 'Runs agents and manages their sessions',
    places: 'WORD',
    load: async () => (await import('./agent.js')).agent,
  },
  {
    name: 'analyze',
    summary:
      'Shows for each requirement its tasks, criteria, scenarios and tests, and what is missing or belongs to nothing',
    places: '[ITEM]',
    load: async () => (await import('../queryCommand.js')).queryCommand('analyze'),
  },
  {
    name: 'audit',
    summary:
      'Scores how well a project is set up for agents, in seven layers, and lists the files that are hardest to change',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('audit'),
  },
  {
    name: 'call-trace',
    summary: 'Draws the calls that one function leads to as a sequence diagram',
    places: 'ENTRY',
    load: async () => (await import('../queryCommand.js')).queryCommand('call-trace'),
  },
  {
    name: 'ci',
    summary: 'Shows what CI says about the commit that was last pushed',
    places: '[BRANCH]',
    load: async () => (await import('../queryCommand.js')).queryCommand('ci'),
  },
  {
    name: 'comment',
    summary: 'Comments on lines of an item’s work, for the next round of its agent',
    places: 'WORD',
    load: async () => (await import('./comment.js')).comment,
  },
  {
    name: 'commit-gate',
    summary: 'Runs the tests that what is not committed can break, and says whether it may be committed',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('commit-gate'),
  },
  {
    name: 'completion',
    summary: 'Prints a completion script for a shell',
    places: '',
    load: async () => (await import('./completion.js')).completion,
  },
  {
    name: 'coverage',
    summary: 'Shows how much of each file the tests run, or how much of what differs from a commit',
    places: '[FILES…]',
    load: async () => (await import('../queryCommand.js')).queryCommand('coverage'),
  },
  {
    name: 'deps',
    summary: 'Shows which programs that Pactwright works with are installed, and how to install the others',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('deps'),
  },
  {
    name: 'diff',
    summary: 'Shows what changed since the work on an item began, as a patch',
    places: 'ITEM [PATH]',
    load: async () => (await import('../queryCommand.js')).queryCommand('diff'),
  },
  {
    name: 'doctor',
    summary: 'Examines board, specs, configuration, git, hooks, programs, installed files and worktrees',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('doctor'),
  },
  {
    name: 'done-verify',
    summary: 'Checks whether an item is as done as its board entry and its spec say: evidence, honesty, wiring, status',
    places: 'ITEM',
    load: async () => (await import('../queryCommand.js')).queryCommand('done-verify'),
  },
  {
    name: 'drift',
    summary: 'Shows where board, specs, test cases, source code and git disagree',
    places: '[ID]',
    load: async () => (await import('./drift.js')).drift,
  },
  {
    name: 'evidence',
    summary: 'Shows the evidence log: frozen specs, gate verdicts, overrides and approvals, runs',
    places: '[ID]',
    load: async () => (await import('./evidence.js')).evidence,
  },
  {
    name: 'explain',
    summary:
      'Reports on an item as Markdown: a gate’s verdict, each condition, the criteria with their tests, the commits',
    places: 'ID',
    load: async () => (await import('./explain.js')).explain,
  },
  {
    name: 'garden',
    summary: 'Finds dead imports, empty error handlers, duplicate functions, and stale comments and documents',
    places: '[FILES…]',
    load: async () => (await import('../queryCommand.js')).queryCommand('garden'),
  },
  {
    name: 'gate',
    summary: 'Checks whether an item may proceed, from evidence that the gate gathers itself',
    places: 'NAME ID',
    load: async () => (await import('./gate.js')).gate,
  },
  {
    name: 'git-hooks',
    summary: 'Installs the git hooks that run the gate `commit`',
    places: '',
    load: async () => (await import('./gitHooks.js')).gitHooks,
  },
  {
    name: 'guard',
    summary: 'Checks whether a project is set up: configuration, board, specs and, with PactKit, graphs',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('guard'),
  },
  {
    name: 'hook',
    summary: 'Answers the hooks of an agent, so that it changes nothing that was agreed',
    places: '',
    load: async () => (await import('./hook.js')).hook,
  },
  {
    name: 'impact',
    summary: 'Shows what to review if an item, or a part of it, changes',
    places: 'ID[/PART]',
    load: async () => (await import('./impact.js')).impact,
  },
  {
    name: 'insights',
    summary: 'Shows how work goes through the sprint board, from the board’s history in git',
    places: '[PATH]',
    load: async () => (await import('./insights.js')).insights,
  },
  {
    name: 'interface-summary',
    summary:
      'Shows what files offer others: constants, classes, functions with their parameters, and their first comment line',
    places: 'FILES…',
    load: async () => (await import('../queryCommand.js')).queryCommand('interface-summary'),
  },
  {
    name: 'lint',
    summary: 'Checks specs, test cases, the board and related documents',
    places: '[PATH…]',
    load: async () => (await import('./lint.js')).lint,
  },
  {
    name: 'lsp',
    summary: 'Serves the Language Server Protocol on standard input and output, for editors',
    places: '',
    load: async () => (await import('./lsp.js')).lsp,
  },
  {
    name: 'mcp',
    summary: 'Serves the Model Context Protocol on standard input and output, for agents',
    places: '',
    load: async () => (await import('./mcp.js')).mcp,
  },
  {
    name: 'merge-driver',
    summary:
      'Merges boards, archives, lessons and contexts by entry and task, so that only changes of the same text are a conflict',
    places: '',
    load: async () => (await import('./mergeDriver.js')).mergeDriver,
  },
  {
    name: 'observe',
    summary: 'Sorts what a browser reported, from a HAR file or a log of its console, into errors, warnings and hints',
    places: 'FILE',
    load: async () => (await import('../queryCommand.js')).queryCommand('observe'),
  },
  {
    name: 'orchestrator-api',
    summary: 'Hosts Spec Kitty missions for an orchestrator: each call prints one JSON object (contract 1.3.0)',
    places: 'WORD',
    load: async () => (await import('./orchestratorApi.js')).orchestratorApi,
  },
  {
    name: 'pactkit',
    summary:
      'Runs the subcommands of PactKit, so that its playbooks work with `pactwright pactkit` in place of `pactkit`',
    places: 'WORD',
    load: async () => (await import('./pactkit.js')).pactkit,
  },
  {
    name: 'phase',
    summary: 'Runs a phase of an item: the gate before it, an agent with the playbook, the gate after it',
    places: 'NAME [ID…]',
    load: async () => (await import('./phase.js')).phase,
  },
  {
    name: 'query',
    summary: 'Shows who calls a function or method, what it calls, or the chain of calls that leads to it',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('query'),
  },
  {
    name: 'queue',
    summary: 'Shows and changes the queue of items that a sprint works on, one after the other',
    places: 'WORD',
    load: async () => (await import('./queue.js')).queue,
  },
  {
    name: 'record',
    summary: 'Records a person’s decision, for the editor: reads one signed decision as JSON from the standard input',
    places: '',
    hidden: true,
    load: async () => (await import('./record.js')).record,
  },
  {
    name: 'regression',
    summary: 'Shows which tests a change can break: none, those that reach it by imports, or all',
    places: '[FILES…]',
    load: async () => (await import('../queryCommand.js')).queryCommand('regression'),
  },
  {
    name: 'route',
    summary: 'Suggests the phase that a wish should begin with: design, clarify, hotfix or plan, and why',
    places: 'WISH',
    load: async () => (await import('../queryCommand.js')).queryCommand('route'),
  },
  {
    name: 'rules',
    summary: 'Lists the rules, or explains one',
    places: '[CODE]',
    load: async () => (await import('./rules.js')).rules,
  },
  {
    name: 'run',
    summary: 'Works on many items with several agents: in waves, each in its own worktree, merged one at a time',
    places: 'WORD',
    load: async () => (await import('./run.js')).run,
  },
  {
    name: 'sec-scope',
    summary: 'Shows which of the security checks SEC-1 to SEC-8 a change asks for, and the lines that say so',
    places: '[FILES…]',
    load: async () => (await import('../queryCommand.js')).queryCommand('sec-scope'),
  },
  {
    name: 'stack-lint',
    summary: 'Runs the linter of the project: `gates.commands.lint`, or the usual one of each language',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('stack-lint'),
  },
  {
    name: 'test',
    summary: 'Runs the tests of items, criteria or scenarios with the project’s test runners',
    places: '[ID[/PART]…]',
    load: async () => (await import('./test.js')).test,
  },
  {
    name: 'test-map',
    summary: 'Shows the test files of source files: by imports, or else by their names',
    places: 'FILES…',
    load: async () => (await import('../queryCommand.js')).queryCommand('test-map'),
  },
  {
    name: 'trace',
    summary: 'Shows the path from each requirement through criteria and scenarios to tests, with its gaps',
    places: '[ID]',
    load: async () => (await import('./trace.js')).trace,
  },
  {
    name: 'visualize',
    summary: 'Draws the source code as a graph: files, classes, calls, modules, and what a change reaches',
    places: '',
    load: async () => (await import('../queryCommand.js')).queryCommand('visualize'),
  },
  {
    name: 'worker',
    summary: 'Pulls packets of runs from a queue and works on them',
    places: '',
    load: async () => (await import('./worker.js')).worker,
  },
];
