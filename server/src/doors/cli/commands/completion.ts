import { UsageError } from '../../../base/usageError.js';
import { defineCommand } from '../command.js';
import { oneOf } from '../commandLine.js';
import { complete } from '../complete.js';
import { completionScripts } from '../completionScripts.js';
import { exitCodes } from '../io.js';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Lets a shell complete command lines: all that it offers comes from what commands and operations declare. */
export const completion = defineCommand({
  name: 'completion',
  summary: 'Prints a completion script for a shell',
  description:
    'bash: add `source <(pactwright completion bash)` to ~/.bashrc. zsh: add `source <(pactwright completion zsh)` to ~/.zshrc, after `compinit`. fish: `pactwright completion fish > ~/.config/fish/completions/pactwright.fish`. Commands, options and their values are completed, and items, parts of items and rules by the project at or above the current folder, or that of `--root`.',
  fields: {
    words: {
      type: 'texts',
      positional: true,
      placeholder: 'SHELL',
      description: 'bash, zsh or fish',
      completes: shells,
    },
    query: { type: 'flag', hidden: true, description: 'list completions of the last word, for a shell' },
  },
  usages: ['completion bash | zsh | fish'],
  examples: [['completion bash', 'the completion script for bash']],
  exitCodes: { 0: 'written' },
  run: async ({ words, query }, io, entries) => {
    if (query) io.out(await complete(words, entries, io));
    else {
      const [shell, ...more] = words;
      if (shell === undefined || more.length > 0) throw new UsageError('completion takes one of bash, zsh and fish');
      io.out(completionScripts[oneOf('completion', shell, shells)]);
    }
    return exitCodes.fine;
  },
});
