import { cargoTest } from './cargoTest.js';
import { goTest } from './goTest.js';
import { gradle, maven } from './javaTests.js';
import { jest } from './jest.js';
import { mocha } from './mocha.js';
import { nodeTest } from './nodeTest.js';
import { pytest } from './pytest.js';
import type { Runner, RunnerName } from './runner.js';
import { vitest } from './vitest.js';

export const runners: Readonly<Record<RunnerName, Runner>> = {
  vitest,
  jest,
  mocha,
  node: nodeTest,
  pytest,
  go: goTest,
  cargo: cargoTest,
  maven,
  gradle,
};
