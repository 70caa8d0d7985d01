import { bundledCli } from '../support/bundledCli.js';
import { agentIds } from './homes.js';
import { openPlay } from './play.js';
import { playScenes } from './playScenes.js';
import { scenes } from './scenes.js';

/** The programs on their default settings, with a model that follows a script: the table in docs/agents.md. */

const cli = bundledCli();

playScenes({ name: 'matrix', scenes, programs: agentIds.map((id) => [id, id]), open: (id) => openPlay(id, cli) });
