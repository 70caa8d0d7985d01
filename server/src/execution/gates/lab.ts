import type { Lab, Place } from '../../gates/lab.js';
import { runDeclaredCommand } from './declaredCommand.js';
import { gateEnvironment } from './environment.js';
import type { LabBench, LabOptions } from './labBench.js';
import { runWantedTests } from './labTests.js';

export function createLab(options: LabOptions): Lab {
  let starts = 0;
  const own = new Set<string>();
  const timeLimit = options.configuration.timeLimit * 1000;
  const longest = new Map<Place['kind'], number>();
  const bench: LabBench = {
    ...options,
    env: gateEnvironment(options.machine.places.env),
    timeLimit,
    timeLimitOfChanged: (isBuilt) => {
      const [inCopy, here] = [longest.get('tree'), longest.get('here')];
      if (inCopy !== undefined) return 10_000 + 5 * inCopy;
      return here === undefined || isBuilt ? timeLimit : 60_000 + 10 * here;
    },
    took: (kind, milliseconds) => longest.set(kind, Math.max(longest.get(kind) ?? 0, milliseconds)),
    mayReuse: (key) => !options.fresh || own.has(key),
    keep: (key, result) => {
      own.add(key);
      return options.log.append({ kind: 'run', key, result });
    },
    machine: {
      ...options.machine,
      processes: {
        run: (start) => {
          starts++;
          return options.machine.processes.run(start);
        },
      },
    },
  };
  return {
    runTests: (tests, place, options) => runWantedTests(bench, tests, place, options),
    runCommand: (name, place) => runDeclaredCommand(bench, name, place),
    starts: () => starts,
  };
}
