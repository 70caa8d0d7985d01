"""Prints the import edges of the Python files of a git checkout, read with Python's own `ast`: `a.py -> b.py`, a line each."""

import ast
import os
import subprocess
import sys

root = sys.argv[1]
listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
files = {one for one in listed.stdout.split("\n") if one.endswith(".py") and os.path.isfile(os.path.join(root, one))}


def roots(file):
    """Where absolute imports of a file are looked for."""
    folder = os.path.dirname(file)
    outside = folder
    while outside and f"{outside}/__init__.py" in files:
        outside = os.path.dirname(outside)
    return list(dict.fromkeys(["", "src", outside, folder]))


def module_at(place):
    inside = os.path.join(place, "__init__.py")
    return next((one for one in (inside, f"{place}.py") if one in files), None)


def edges(file):
    with open(os.path.join(root, file), encoding="utf8") as opened:
        try:
            tree = ast.parse(opened.read())
        except SyntaxError as error:
            print(f"{file}: {error}", file=sys.stderr)
            return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found = (module_at(os.path.join(base, alias.name.replace(".", "/"))) for base in roots(file))
                yield next((one for one in found if one), None)
        elif isinstance(node, ast.ImportFrom):
            yield from taken(file, node)


def taken(file, node):
    """What `from … import …` leads to: each name where that is a module, otherwise the module it is taken from."""
    bases = roots(file)
    if node.level:
        base = os.path.dirname(file)
        for _ in range(node.level - 1):
            base = os.path.dirname(base)
        bases = [base]
    for base in bases:
        place = os.path.join(base, (node.module or "").replace(".", "/")).rstrip("/")
        own = module_at(place)
        named = [module_at(os.path.join(place, alias.name)) if alias.name != "*" else None for alias in node.names]
        found = {one or own for one in named} - {None}
        if found:
            yield from found
            return


for file in sorted(files):
    for target in sorted({one for one in edges(file) if one and one != file}):
        print(f"{file} -> {target}")
