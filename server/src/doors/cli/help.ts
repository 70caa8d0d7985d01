export const generalHelp = `Pactwright checks specs, test cases and the sprint board of a project against each other.

Usage: pactwright COMMAND [OPTION…]

Commands:
  lint [PATH…]   judge the documents of the projects at or below the current folder
  drift [ID]     show where board, specs, tests, code and git disagree
  trace [ID]     show the ways from requirements to tests, and where they break off
  impact ID[/R1] show what changes if an item or a part of it changes
  rules [CODE]   list the rules, or explain one

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
  --write-baseline       accept all findings there are now, and report only new ones from now on
  --debug                show the stack of an error

Exit codes: 0 no finding of level error, 1 some, 2 a wrong command line or configuration.
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

export const rulesHelp = `Lists the rules, or explains one.

Usage: pactwright rules [CODE]

CODE is a code such as E005, or a name; letter case does not matter.
`;
