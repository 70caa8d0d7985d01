/** The decorator of wrapped functions. */
export const resultsDecorator = '_pactwright_results';

export function inPython(kind: string, value: string): string {
  const body = helper.replace('KIND', () => JSON.stringify(kind)).replace('VALUE', () => value);
  return [
    'import builtins as _pactwright_builtins',
    `if not hasattr(_pactwright_builtins, "${resultsDecorator}"): exec(${JSON.stringify(body)}, {"__name__": "${resultsDecorator}"})`,
    `${resultsDecorator} = _pactwright_builtins.${resultsDecorator}`,
    '',
  ].join('\n');
}

/** One for all files, as what calls what is one story. */
const helper = `
import builtins, contextvars, datetime, decimal, fractions, functools, inspect, math
kind = KIND
value = VALUE
sign = -1 if kind.endswith("less") else 1
inside = contextvars.ContextVar("inside", default=False)
calls = {}
data = (bool, int, float, complex, str, bytes, decimal.Decimal, fractions.Fraction, datetime.date, datetime.datetime, datetime.timedelta)

def is_data(one, deep=0):
    if one is None or type(one) in data:
        return True
    if type(one) is dict:
        return deep < 6 and all(is_data(part, deep + 1) for part in one.values())
    return type(one) in (list, tuple, set, frozenset) and deep < 6 and all(is_data(part, deep + 1) for part in one)

def other_text(text, turn):
    if sign < 0:
        middle = len(text) // 2
        return text[:middle] + turn("x") + text[middle:]
    turned = text.translate(table if isinstance(text, str) else byte_table)
    return text + turn("x") if turned == text else turned

letters = "abcdefghijklmnopqrstuvwxyz"
before = letters + letters.upper() + "0123456789"
after = letters[1:] + "a" + letters[1:].upper() + "A" + "1234567890"
table = str.maketrans(before, after)
byte_table = bytes.maketrans(before.encode(), after.encode())

def other(one, deep=0):
    kind_of = type(one)
    if kind_of is bool:
        return not one
    if kind_of is int:
        return one + sign * max(1, abs(one) * 3 // 100)
    if kind_of is float:
        if not math.isfinite(one):
            return 1.0
        return one + sign * (max(1.0, float(round(abs(one) * 0.03))) if one.is_integer() else max(0.05, abs(one) * 0.03))
    if kind_of in (complex, decimal.Decimal, fractions.Fraction):
        return one + sign
    if kind_of is str:
        return other_text(one, str)
    if kind_of is bytes:
        return other_text(one, str.encode)
    if kind_of in (datetime.date, datetime.datetime, datetime.timedelta):
        return one + datetime.timedelta(days=sign)
    if deep > 6:
        return one
    if kind_of in (list, tuple):
        if not one:
            return kind_of(["other"])
        return one[:-1] if sign < 0 else kind_of(other(part, deep + 1) for part in one)
    if kind_of in (set, frozenset):
        return kind_of(other(part, deep + 1) for part in one) if one else kind_of(["other"])
    if kind_of is dict:
        return {key: other(part, deep + 1) for key, part in one.items()} if one else {"other": 1}
    if isinstance(one, tuple) and hasattr(one, "_replace"):
        return one._replace(**{key: other(part, deep + 1) for key, part in one._asdict().items()})
    return one

def without(one, deep=0):
    if is_data(one):
        return None
    if deep < 6 and type(one) in (list, tuple):
        return type(one)(without(part, deep + 1) for part in one)
    if deep < 6 and type(one) is dict:
        return {key: without(part, deep + 1) for key, part in one.items()}
    return one

def instead(one):
    number = (int, float)
    if type(one) in number and type(value) in number:
        return other(one) if abs(one - value) <= abs(value) * 1e-6 else value
    return value if type(one) is type(value) and one != value else other(one)

def counted(name):
    calls[name] = calls.get(name, 0) + 1
    return calls[name]

def made(result, given, name):
    text = name.__qualname__ + (repr(given) if kind == "by arguments" and is_data(list(given)) else " " + str(counted(name)))
    if type(result) in (int, float):
        return type(result)(sum((at + 1) * ord(letter) for at, letter in enumerate(text)))
    return text if type(result) is str else [text]

def change(result, given, name):
    if kind.startswith("by "):
        return made(result, given, name) if is_data(result) and result is not None else result
    if kind.startswith("given meddled"):
        for one in given:
            meddle(one)
        if kind == "given meddled refused" and any(can_meddle(one) for one in touched):
            raise RuntimeError("refused by Pactwright")
    if not is_data(result) and any(one is result for one in given):
        return result
    if kind.startswith("given"):
        return result
    if kind == "nothing":
        return without(result)
    if kind.startswith("instead"):
        return instead(result)
    if kind != "everyOther":
        return other(result)
    return other(result) if counted(name) % 2 == 1 else result

touched = []

def is_call(one):
    return inspect.isfunction(one) or inspect.ismethod(one) or type(one).__module__ == "unittest.mock"

def can_meddle(one):
    return is_call(one) or type(one) in (list, set, dict)

def meddle(one):
    if type(one) in data or any(one is other for other in touched):
        return
    touched.append(one)
    try:
        if is_call(one):
            one()
        elif type(one) is list:
            one[:] = [other(part) if type(part) in data else part for part in one]
            one.append("meddled")
        elif type(one) is set:
            one.add("meddled")
        elif type(one) is dict:
            for key, part in list(one.items()):
                if type(part) in data:
                    one[key] = other(part)
                else:
                    meddle(part)
            one["meddled"] = True
    except BaseException:
        pass

def given_instead(one):
    if kind != "given refused":
        return other(one)
    if one is not None and is_data(one):
        raise RuntimeError("refused by Pactwright")
    return one

def arguments(given, named):
    if not kind.startswith("given") or kind.startswith("given meddled"):
        return given, named
    return tuple(given_instead(one) for one in given), {key: given_instead(one) for key, one in named.items()}

def results(function):
    if not inspect.isfunction(function) or inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        return function
    if inspect.iscoroutinefunction(function):
        @functools.wraps(function)
        async def changed(*given, **named):
            if inside.get():
                return await function(*given, **named)
            given, named = arguments(given, named)
            token = inside.set(True)
            try:
                result = await function(*given, **named)
            finally:
                inside.reset(token)
            return change(result, (*given, *named.values()), function)
    else:
        @functools.wraps(function)
        def changed(*given, **named):
            if inside.get():
                return function(*given, **named)
            given, named = arguments(given, named)
            token = inside.set(True)
            try:
                result = function(*given, **named)
            finally:
                inside.reset(token)
            return change(result, (*given, *named.values()), function)
    return changed

builtins._pactwright_results = results
`;
