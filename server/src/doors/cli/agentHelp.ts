export const agentHelp = `Runs agents, and sees to their sessions.

Usage: pactwright agent WORD [OPTION…]

  list                   show which agents are installed, and where the others are had
  run                    let an agent work on a prompt
  sessions               show what agents are at in this repository, and what became of them
  stop ID                end a session: the agent with all that it has started
  resume ID              take up a session again that has ended or was lost

list:
  --format FORMAT        text (default) or json

run:
  --agent AGENT          who works (default: the one that is installed)
  --prompt-file FILE     what it is to do; without a terminal it may come on the standard input instead
  --item ID, --phase P   what it is for, to be shown with the session
  --folder DIR           where it works (default: the current folder)
  --headless             without a terminal: nobody can answer it
  --read-only            it shall change nothing
  --model MODEL          by the agent's own name of it
  --timeout SECONDS      end it then

sessions:
  --all                  those that ended more than a day ago, too
  --root DIR             of the repository or project there (default: the current folder)
  --format FORMAT        text (default) or json

stop, resume: ID is a session's, or an end of it that no other has.
  --root DIR             as with sessions
  --prompt-file FILE, --headless, --timeout SECONDS
                         of resume, as with run

In a terminal the agent is talked to as without Pactwright, and an interrupt (Ctrl+C) is for it alone. The prompt goes into a file below
.pactwright/local, which git ignores, and the agent is told to read that. docs/agents.md says what is known of each agent.

  --debug                show the stack of an error

Exit codes: 0 done, 1 the agent broke off or failed, 2 a wrong command line or configuration, 3 it could not be started, had no access,
was stopped or took too long.
`;
