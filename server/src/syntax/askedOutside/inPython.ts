import { type AskedOutside, mostOfValue } from './asked.js';

/** The name that tests call. */
export const askName = '_pactwright_ask';

/** For the end of a test file. */
export function inPython({ calls, imports, mark }: AskedOutside): string {
  const asked = `[${calls.map((call) => `lambda: ${call}`).join(', ')}]`;
  const facts = JSON.stringify(JSON.stringify({ calls, imports, mark, program }));
  return [
    '',
    '',
    `def ${askName}(own, kept=[]):`,
    `    if not kept: scope = {}; exec(${JSON.stringify(helper)}, scope); kept.append(scope["asker"](${asked}, ${facts}, __file__))`,
    '    kept[0](own)',
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

/** As for JavaScript; what differs in how it is written differs. */
const helper = `
import json, os, re, subprocess, sys

def asker(asked, facts, file):
    facts = json.loads(facts)
    mark, calls = facts["mark"], facts["calls"]
    of_runner = re.compile(r"^(?:PYTEST_\\w*|COV_\\w*|TOX_\\w*|NOX_\\w*)$")
    env = {name: value for name, value in os.environ.items() if not of_runner.match(name)}
    said = json.dumps({"calls": calls, "imports": facts["imports"], "mark": mark, "path": sys.path})
    def outside():
        try:
            run = subprocess.run([sys.executable, "-c", facts["program"]], input=said, env=env, timeout=20, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            return json.loads(run.stdout[run.stdout.rindex(mark) + len(mark):])
        except Exception:
            return []
    def without():
        away = file + "~"
        os.rename(file, away)
        try:
            return outside()
        finally:
            os.rename(away, file)
    def is_set_up():
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None) or ""
            if os.path.basename(path) == "conftest.py":
                with open(path) as conftest:
                    if re.search(r"autouse|environ|setattr|patch|pytest_(?:configure|sessionstart|runtest|plugins)|^[\\w.]+ *=", conftest.read(), re.M):
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
    def once(run):
        if run not in runs:
            runs[run] = run()
        return runs[run]
    def fail(at, **facts):
        there = before[at] or "an error"
        raise AssertionError(mark + json.dumps({"at": at, "here": inside[at][:${mostOfValue}], "there": there[:${mostOfValue}], **facts}) + mark)
    def judge(own):
        for at in own:
            if not before or inside[at] is None or before[at] == inside[at]:
                continue
            beside = once(outside)
            if beside and beside[at] == inside[at]:
                fail(at, isRead=True)
            if before[at] is None or not beside or beside[at] != before[at]:
                continue
            after = once(without)
            if after and after[at] == before[at]:
                fail(at, isSetUp=is_set_up())
    return judge

${readable}`;

const program = `
import json, sys
facts = json.load(sys.stdin)
sys.path[:] = facts["path"]
scope = {}
for line in facts["imports"]:
    try:
        exec(line, scope)
    except ImportError:
        pass
${readable}def asked(call):
    try:
        return shown(eval(call, scope))
    except Exception:
        return None
first, second = [[asked(call) for call in facts["calls"]] for _ in range(2)]
print(facts["mark"] + json.dumps([one if one == other else None for one, other in zip(first, second)]))
`;
