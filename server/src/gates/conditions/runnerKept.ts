import { isDeepStrictEqual } from 'node:util';
import { count } from '../../base/count.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { excerpt } from '../../base/excerpt.js';
import { defaultConfiguration } from '../../workspace/configuration.js';
import { normalisePath } from '../../workspace/configurationSchema.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { planOf } from '../support/itemScope.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { type NamedSettings, readerOf, type RunnerSettings, type SettingsReader } from '../support/runnerSettings.js';
import { isSameFile } from '../support/sameFile.js';
import { approvableName } from '../../workspace/approvableName.js';

export const runnerKept: Condition = {
  name: 'runner-kept',
  title: 'The test setup and the gate settings are unchanged',
  why: 'Changing how tests run can change their result: a script that always succeeds, a configuration that excludes tests, a hook that inverts failures, a rule that is off. This condition compares test scripts and runner settings in package.json, test runner configuration files, pytest, Cargo, Maven and Gradle settings, makefile test targets, scripts used by declared commands, CI files, what calls Pactwright in the settings, hooks and MCP servers of agents, and Pactwright’s configuration and baseline. A file that the spec lists in Touches or steps can change.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const { baseline, gates } = context.configuration;
  const elsewhere = { baseline, called: new Set([...gates.commands.values()].flat().map(normalisePath)) };
  const named = planOf(context, work)?.named ?? new Set<string>();
  const isNew = startsTesting(context, work);
  const looked = work.changes.filter(({ path }) => readerOf(path, elsewhere) !== undefined);
  const planned = looked.filter(({ path }) => named.has(path));
  const problems = looked
    .filter((change) => !planned.includes(change) && !(isNew && isFirstSetting(change, context)))
    .flatMap((change) => problemsIn(change, elsewhere));
  const { open, approved } = sortByApproval(context, problems);
  const words = `${planned.length === 0 ? '' : `, ${count(planned.length, 'file')} changed as the spec says`}${approvedWords({ approved })}`;
  return outcomeOf(
    open,
    {
      pass: `the test setup is unchanged${words}`,
      fail: `${count(open.length, 'test setting')} changed${words}`,
      next: 'Revert the settings. If the item is about them, add the file to Touches in the spec before the work starts, or have a person approve the change',
    },
    [lookedAt(context, `${count(looked.length, 'changed file')} of the test setup`, work)],
  );
}

/** Whether there was no test before the work: then it has to say how tests are run. */
function startsTesting({ project }: GateContext, { changes }: Work): boolean {
  const added = new Set(changes.filter(({ kind }) => kind === 'added').map(({ path }) => path));
  const hadTests = changes.some(
    ({ before, path }) => before !== undefined && /test|spec/iu.test(path) && !path.endsWith('.md'),
  );
  return (
    project.code !== undefined &&
    !hadTests &&
    project.code.sources.every(({ path, isTest }) => !isTest || added.has(path))
  );
}

/** What says more than how tests are run may be what makes it look as if there had been none, or has the gates ask for less. */
function isFirstSetting({ kind, path }: WorkChange, { configuration }: GateContext): boolean {
  if (kind !== 'added' || isSameFile(path, configuration.baseline)) return false;
  if (!isSameFile(path, configurationPath)) return true;
  const { profile, profiles } = defaultConfiguration.gates;
  const gates = { ...configuration.gates, profile, profiles };
  const { idleDays } = configuration;
  return isDeepStrictEqual(configuration, { ...defaultConfiguration, idleDays, gates });
}

function problemsIn(change: WorkChange, elsewhere: NamedSettings): readonly Problem[] {
  const { path, before, after, kind } = change;
  const reader = readerOf(path, elsewhere);
  if (!reader) return [];
  const place = kind === 'deleted' ? {} : { place: { path } };
  // Nothing of an empty text; undefined for one that is not there, or cannot be read.
  const settingsOf = (text: string | undefined): RunnerSettings | undefined =>
    text === '' ? new Map() : text === undefined ? undefined : reader.read(path, text, elsewhere.called);
  const were = settingsOf(kind === 'added' ? '' : before);
  const are = settingsOf(kind === 'deleted' ? '' : after);
  if (!were || !are) return [{ message: `${path}, part of the test setup, changed and cannot be read`, ...place }];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((name): readonly Problem[] => {
    const [was, is] = [were.get(name), are.get(name)];
    if (was === is || (was === undefined && isFreeAddition(name, reader))) return [];
    return [
      {
        message: `${path}: ${describe(name, was, is)}, ${reader.means ?? 'so test results may mean something else'}`,
        ...place,
        approvable: approvableName('runner-change', path, name, is ?? ''),
      },
    ];
  });
}

/** So is a script beside the one that tests: `test:watch`, `coverage`; what runs before or after it is none. */
function isFreeAddition(name: string, { additionsAreFree: free }: SettingsReader): boolean {
  if (typeof free === 'function' ? free(name) : free) return true;
  return /^the script "(?:test.|coverage)/u.test(name);
}

const longest = 80;

function describe(name: string, was: string | undefined, is: string | undefined): string {
  const isShort = (text: string | undefined): text is string =>
    text !== undefined && text.length <= longest && !text.includes('\n');
  if (was === undefined) return `${name} is new${isShort(is) ? ` (${excerpt(is)})` : ''}`;
  if (is === undefined) return `${name} was removed`;
  return isShort(was) && isShort(is) ? `${name} changed from ${excerpt(was)} to ${excerpt(is)}` : `${name} changed`;
}
