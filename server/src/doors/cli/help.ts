import { gateNames } from '../../gates/gate.js';

export const generalHelp = `Pactwright checks specs, test cases and the sprint board of a project against each other.

Usage: pactwright COMMAND [OPTION…]

Commands:
  lint [PATH…]   judge the documents of the projects at or below the current folder
  drift [ID]     show where board, specs, tests, code and git disagree
  trace [ID]     show the ways from requirements to tests, and where they break off
  impact ID[/R1] show what changes if an item or a part of it changes
  insights       show flow, cycle time, age and throughput from the board's history in git
  rules [CODE]   list the rules, or explain one
  test [ID…]     run the tests of items, criteria or scenarios
  gate NAME ID   find out whether an item may go on
  agent WORD     run agents and see to their sessions: list, run, sessions, stop, resume
  phase NAME ID  let an agent work on a phase of an item, between its gates
  explain ID     report on an item: what was agreed, what holds, what is in the way
  evidence [ID]  show what gates have seen, what was agreed and what persons approved
  hook AGENT …   record what an agent does, and its destructive commands; it calls this by its hooks
  merge-driver   merge boards, archives, lessons and contexts by entry and task, for git

  board WORD     work on the sprint board: tick, add, move, archive … (\`pactwright board --help\` lists all)
  worktree WORD  a folder of its own for each item: create, list, remove, prune
  new-item …     begin something: new-item, new-spec, new-test-case, new-test-file, new-prd, new-board, branch
  set-status …   keep documents: set-status, set-release, backfill-release, lesson-append, invariants-refresh, context,
                 next-id, schema (each with --help)

Options:
  --help         this text; after a command, that command's options
  --version      the version
  --debug        show the stack of an error

Exit codes: 0 no finding of level error, 1 some, 2 a wrong command line or configuration.
`;

export const lintHelp = `Judges specs, test cases, the board and what belongs to them.

Usage: pactwright lint [PATH…] [OPTION…]

A project is a folder with docs/specs or .pactwright/config.yaml. Without PATH all projects at or below the root are judged,
or the nearest one above. A PATH (a file or a folder) limits what is reported; a spec or a folder of specs that belongs to
no project is judged by itself.

  --root DIR             the root (default: the current folder); paths are shown relative to it
  --git                  all rules: also those that read source code and ask git
  --format FORMAT        text (default), json, sarif, junit or github
  --config FILE          use this configuration instead of .pactwright/config.yaml
  --compat VERSION       judge as PactKit 2.10.6 or 2.20.0 does
  --rule CODE=LEVEL      off, info, warning or error for one rule; may be repeated, wins over the configuration
  --max-warnings N       exit with 1 when there are more warnings
  --fix                  apply the fixes that are certain
  --baseline FILE        leave out the findings of this baseline (default: .pactwright/baseline.json of each project)
                         one for projects below the root is for this root: it tells them apart by their paths
  --write-baseline       accept all findings there are now, and report only new ones from now on
  --no-cache             judge anew, even if nothing has changed since the same command was run last
  --debug                show the stack of an error

Exit codes: 0 no finding of level error, 1 some, 2 a wrong command line or configuration.
`;

export const gateHelp = `Finds out whether an item may go on, from evidence that is gathered here and now.

Usage: pactwright gate NAME ID [OPTION…]

NAME is one of ${gateNames.join(', ')}. What was found out before is used again as long as nothing it depends on
has changed. Asking act-in freezes the spec of an item that may pass.

  --root DIR             the project (default: the current folder)
  --profile PROFILE      standard, full, strict, hotfix, ci, or one of the project's own (default: gates.profile)
  --format FORMAT        text (default), json, md or events (JSON, line by line, while it goes on)
  --fresh                run everything again
  --recorded             run nothing: what was not run on this state is unknown
  --trust-commands       run the commands of .pactwright/config.yaml, though nobody approved them on this machine
  --debug                show the stack of an error

Exit codes: 0 allowed, 1 refused, 2 a wrong command line or configuration, 3 unknown, as something could not be run.
`;

export const explainHelp = `Reports on an item as Markdown: the answer of a gate, each condition, the criteria with their tests, the commits.

Usage: pactwright explain ID [OPTION…]

Nothing is run: what was not run on this state is unknown.

  --root DIR             the project (default: the current folder)
  --gate NAME            the gate to answer for (default: done)
  --profile PROFILE      as with \`pactwright gate\`
  --debug                show the stack of an error

Exit codes: 0 shown, 2 a wrong command line or configuration.
`;

export const hookHelp = `Tells what an agent does to the session it works in, and records its destructive commands, so that gates know of them.

Usage: pactwright hook AGENT EVENT [--debug]

An agent calls this by its hooks, with JSON on the standard input. It never answers: no output, exit code 0, whatever happens. An agent
that Pactwright starts has its hooks set up; docs/guide/gates.md shows how that is done for others. Commands that destroy nothing are
not recorded, and only the sessions of agents in a terminal are told of.

  claude, codex          SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, PostToolUse, Stop;
                         Notification, PostToolUseFailure and StopFailure of claude
  opencode               tool.execute.before, tool.execute.after and chat.message, by a plugin, and of its events session.created,
                         session.idle, session.error, permission.asked, permission.replied, question.asked, question.replied

  --debug                say on standard error what went wrong
`;

export const driftHelp = `Shows where board, specs, test cases, source code and git disagree.

Usage: pactwright drift [ID] [OPTION…]

Runs the rules of drift and trace (PW6xx, PW7xx) for all items of the projects at or below the root, or for the one of ID.

  --root DIR             the root (default: the current folder); paths are shown relative to it
  --format FORMAT        text (default), json, sarif, junit or github
  --config FILE          use this configuration instead of .pactwright/config.yaml
  --rule CODE=LEVEL      off, info, warning or error for one rule; may be repeated, wins over the configuration
  --max-warnings N       exit with 1 when there are more warnings
  --baseline FILE        leave out the findings of this baseline (default: .pactwright/baseline.json of each project)
  --debug                show the stack of an error

Exit codes: 0 no finding of level error, 1 some, 2 a wrong command line or configuration.
`;

export const traceHelp = `Shows the ways from requirements over criteria and scenarios to tests, and where they break off.

Usage: pactwright trace [ID] [OPTION…]

All items of the projects at or below the root, or the one of ID.

  --root DIR             the root (default: the current folder)
  --format FORMAT        text (default), json, md, csv or html
  --gaps                 only what breaks off
  --debug                show the stack of an error

Exit codes: 0 shown, 2 a wrong command line or configuration.
`;

export const impactHelp = `Shows what has to be looked at again if an item, or a part of it, changes.

Usage: pactwright impact ID[/PART] [OPTION…]

PART is a requirement, criterion or scenario: STORY-042/R1, STORY-042/AC2, STORY-042/TC-3.

  --root DIR             the root (default: the current folder)
  --format FORMAT        text (default) or json
  --debug                show the stack of an error

Exit codes: 0 shown, 2 a wrong command line or configuration.
`;

export const insightsHelp = `Shows how work goes through the sprint board, from the board's history in git.

Usage: pactwright insights [PATH] [OPTION…]

Cumulative flow, burn-up, cycle time, age of work in progress and throughput of the projects at or below PATH (default: the
current folder), or of the nearest one above. Only commits count, those of the branch that is checked out; days are those of UTC.

  --format FORMAT        text (default), json or html: one page with charts and tables, which needs nothing else
  --since DATE           leave out what was before, e.g. 2026-01-31
  --debug                show the stack of an error

Exit codes: 0 shown, 2 a wrong command line, or no board has a history.
`;

export const rulesHelp = `Lists the rules, or explains one.

Usage: pactwright rules [CODE]

CODE is a code such as E005, or a name; letter case does not matter.
`;

export const testHelp = `Runs the tests of items, criteria or scenarios, by the test runners of the project.

Usage: pactwright test [ID | ID/AC1 | ID/TC-1]… [OPTION…]

Runs the tests that name what is asked for (without an ID: those of all items) and tells the result of each criterion. A criterion
has passed where it has tests and all of them have. Vitest, Jest, Mocha, node --test, pytest, go test, cargo test, Maven and
Gradle are found by the files of the project.

  --root DIR             the project's folder (default: the current one)
  --format FORMAT        text (default), or events: one JSON object per line, as it happens
  --runner NAME          vitest, jest, mocha, node, pytest, go, cargo, maven or gradle, whatever the project's files say
  --command-json ARRAY   run this instead: program and arguments as a JSON array, with {file} and {name} for the test
  --tests-from-input     run the tests whose ids stand in a JSON array on the standard input
  --debug                show the stack of an error

Exit codes: 0 all passed, 1 some failed or did not run, or a named criterion has no test that passed, 2 a wrong command line.
`;

export const evidenceHelp = `Shows what is on record: frozen specs, verdicts of gates, words of persons, runs.

Usage: pactwright evidence [ID] [OPTION…]

The record is kept in the git folder that all worktrees of the repository share (without git, in the user's cache folder), and
belongs to this clone. It is a log in which each entry names the one before; how far it goes is known outside of the repository.

  --root DIR             the project's folder, or one in its repository (default: the current one)
  --format FORMAT        text (default) or json
  --debug                show the stack of an error

Exit codes: 0 shown, 2 a wrong command line, or a record that cannot be read.
`;

export const mergeDriverHelp = `Merges boards, archives, lessons and contexts by entry and task, so that only changes of the same text are a conflict.

Usage: pactwright merge-driver --install | --uninstall | --status [--root DIR] [--format FORMAT]
       pactwright merge-driver BASE OURS THEIRS [OPTION…]

Once it is installed, git calls it for these documents whenever it merges, rebases or picks a commit. It is installed for this
clone: the driver in the repository's own configuration, the documents in info/attributes of its git folder.

  --install              install it, or bring it up to date
  --uninstall            take away what was installed, and nothing else
  --status               say whether it is installed and up to date
  --root DIR             the root (default: the current folder): the projects at or below it, or the nearest one above
  --format FORMAT        text (default) or json

Merging: the result replaces OURS. A document that cannot be merged so for certain is merged by \`git merge-file\`.

  --path PATH            where the document is, relative to the current folder
  --marker-size N        how long the marks of a conflict are (default: 7)
  --ours-label TEXT      what our side is called in marks (default: ours)
  --theirs-label TEXT    what the other side is called (default: theirs)
  --debug                show the stack of an error

Exit codes: 0 merged or done, 1 merged with conflicts or (--status) not installed or not up to date, 2 a wrong command line,
129 not merged.
`;
