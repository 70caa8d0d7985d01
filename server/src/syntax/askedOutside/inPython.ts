import type { AskedOutside } from './askedOutside.js';

/** The name that tests call. */
export const askName = '_pactwright_ask';

/** For the end of a test file. */
export function inPython({ calls, imports, answers, mark }: AskedOutside): string {
  const asked = `[${calls.map((call) => `lambda: ${call}`).join(', ')}]`;
  const facts = JSON.stringify(JSON.stringify({ calls, imports, answers, mark, program }));
  return [
    '',
    '',
    `def ${askName}(own, kept=[]):`,
    `    if not kept: scope = {}; exec(${JSON.stringify(helper)}, scope); kept.append(scope["asker"](${asked}, ${facts}, __file__))`,
    '    kept[0](own)',
    '',
    '',
    `${askName}([])`,
    '',
  ].join('\n');
}

/** What a value is, if it shows all that it holds. */
const readable = `def shown(value):
    return repr(value) if is_data(value) else None

def is_data(one, deep=0):
    if one is None or type(one) in (bool, int, float, complex, str, bytes):
        return True
    if type(one) is dict:
        return deep < 6 and all(is_data(part, deep + 1) for part in [*one.keys(), *one.values()])
    return type(one) in (list, tuple) and deep < 6 and all(is_data(part, deep + 1) for part in one)
`;

/** As for JavaScript, and with another order of sets each time. */
const helper = `
import json, os, re, subprocess, sys

def asker(asked, facts, file):
    facts = json.loads(facts)
    mark, calls = facts["mark"], facts["calls"]
    of_runner = re.compile(r"^(?:PYTEST_\\w*|COV_\\w*|TOX_\\w*|NOX_\\w*)$")
    env = {name: value for name, value in os.environ.items() if not of_runner.match(name)}
    emptied = [file] + [os.path.join(os.path.dirname(file), name) for name in facts["answers"]]
    emptied = [name for name in emptied if os.path.exists(name)]
    def outside(times=1, seed=None):
        try:
            said = json.dumps({"times": times, "calls": calls, "imports": facts["imports"], "mark": mark, "path": sys.path})
            seeded = env if seed is None else {**env, "PYTHONHASHSEED": str(seed)}
            run = subprocess.run([sys.executable, "-c", facts["program"]], input=said, env=seeded, timeout=20, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            return json.loads(run.stdout[run.stdout.rindex(mark) + len(mark):])
        except Exception:
            return []
    def without(*how):
        for name in emptied:
            os.rename(name, name + "~")
            open(name, "w").close()
        try:
            return outside(*how)
        finally:
            for name in emptied:
                os.replace(name + "~", name)
    def again(run):
        runs = [run(20, seed) for seed in range(6)]
        return [each[0] if all(one == each[0] for one in each) else None for each in zip(*runs)]
    def is_set_up():
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None) or ""
            if os.path.basename(path) == "conftest.py":
                with open(path) as conftest:
                    if re.search(r"environ|setattr|patch|pytest_(?:configure|sessionstart|collect|plugins)|^(?:[\\w.]+ *[=(\\[]|if |for |with |try:)", conftest.read(), re.M):
                        return True
        return False
    before = without()
    inside = []
    for ask in asked:
        try:
            inside.append(shown(ask()))
        except Exception:
            inside.append(None)
    runs = {}
    def again_of(run):
        if run not in runs:
            runs[run] = again(run)
        return runs[run]
    def fail(at, **facts):
        there = before[at] or "an error"
        raise AssertionError(mark + json.dumps({"call": calls[at], "here": inside[at], "there": there, **facts}) + mark)
    def judge(own):
        for at in own:
            if not before or inside[at] is None or before[at] == inside[at]:
                continue
            beside = again_of(outside)
            if beside and beside[at] == inside[at]:
                fail(at, isRead=True)
            if before[at] is None or not beside or beside[at] != before[at]:
                continue
            after = again_of(without)
            if after and after[at] == before[at]:
                fail(at, isSetUp=is_set_up())
    return judge

${readable}`;

const program = `
import json, sys, time
facts = json.load(sys.stdin)
sys.path[:] = facts["path"]
scope = {}
for line in facts["imports"]:
    try:
        exec(line, scope)
    except ImportError:
        pass
${readable}def ask():
    results = []
    for call in facts["calls"]:
        try:
            results.append(shown(eval(call, scope)))
        except Exception:
            results.append(None)
    return results
results, ends = ask(), time.time() + 2
while facts["times"] > 1 and time.time() < ends:
    facts["times"] -= 1
    results = [one if one == other else None for one, other in zip(results, ask())]
print(facts["mark"] + json.dumps(results))
`;
