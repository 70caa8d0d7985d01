import { describe, expect, it } from 'vitest';
import { destructiveCommands } from '../../../../server/src/gates/shell/destructiveCommands.js';

/** A command line, and the parts of it that are destructive; the line itself where nothing is said. */
const destructive: readonly (readonly [line: string, ...parts: string[]])[] = [
  // git: what others have
  ['git push --force'],
  ['git push -f origin main'],
  ['git push --forc'],
  ['git push --force-with-lease=main:abc origin main'],
  ['git push origin +main'],
  ['git push origin +HEAD:main'],
  ['git push origin :old'],
  ['git push origin --delete old'],
  ['git push -d origin old'],
  ['git push --mirror'],
  ['git push --no-verify'],
  // What bash would not read, and another shell does
  ['for x (a b) git push --force', 'git push --force'],
  ['foreach x (a); git push --force; end', 'git push --force'],
  ['() { git push --force }', 'git push --force'],
  ['diff =(git push --force) b', 'git push --force'],
  ['&& git push --force', 'git push --force'],
  ['x=(\ngit push --force', 'git push --force'],
  [`${'('.repeat(260)}git push --force`, 'git push --force'],
  [`${'('.repeat(260)}git push --force${')'.repeat(260)}`, 'git push --force'],
  ['git push --force\r\n', 'git push --force'],
  // git: what is not committed
  ['git reset --hard'],
  ['git reset --hard HEAD~3'],
  ['git reset -q --hard'],
  ['git clean -fdx'],
  ['git clean --force'],
  ['git checkout -f'],
  ['git checkout -- src/a.ts'],
  ['git checkout main -- src'],
  ['git checkout .'],
  ['git checkout src/a.ts'],
  ['git restore src/a.ts'],
  ['git restore .'],
  ['git restore --staged --worktree src/a.ts'],
  ['git restore -SW src/a.ts'],
  ['git switch -f main'],
  ['git switch --discard-changes main'],
  ['git rm -rf src'],
  ['git stash drop'],
  ['git stash clear'],
  ['git worktree remove --force ../other'],
  // git: refs and history
  ['git branch -D old'],
  ['git branch -d -f old'],
  ['git tag -d v1'],
  ['git tag --delete v1'],
  ['git reflog expire --expire=now --all'],
  ['git reflog delete HEAD@{1}'],
  ['git update-ref -d refs/heads/old'],
  ["git filter-branch --tree-filter 'true' HEAD", 'git filter-branch --tree-filter true HEAD'],
  ['git filter-repo --path src'],
  ['git gc --prune=now'],
  // git: past the hooks
  ['git commit --no-verify -m x'],
  ['git commit -nm x'],
  ['git commit -an -m x'],
  ['git config core.hooksPath /dev/null'],
  ['git config --global core.hookspath .none'],
  ['git config --unset core.hooksPath'],
  ['git config set core.hooksPath x'],
  ['git -c core.hooksPath=/dev/null commit -m x'],
  ['HUSKY=0 git commit -m x'],
  ['chmod -x .git/hooks/pre-commit'],
  // options of git itself
  ['git -C dir -c k=v reset --hard'],
  ['git --git-dir=.git --no-pager reset --hard'],
  ['/usr/bin/git reset --hard'],
  // files
  ['rm -rf src'],
  ['rm -r src/old'],
  ['rm -fr ./src'],
  ['rm --recursive --force src'],
  ['rm -rf .'],
  ['rm -rf /'],
  ['rm -rf ~'],
  ['rm -rf *'],
  ['rm -rf dist src'],
  ['rm -rf dist/../src'],
  ['rm -rf /tmp/../home'],
  ['rm -rf "$HOME"', 'rm -rf $HOME'],
  ['rm -rf .git'],
  ['rm .git/hooks/pre-commit'],
  ['rm -f *'],
  ['rm src/*'],
  ['rm *.ts'],
  ['rm -rf tests'],
  ['rm -f tests/a.txt'],
  ['rm -f docs/specs/STORY-001.md'],
  ['rm -rf .worktrees/other'],
  ['rm -rf {src,dist}'],
  ['rm -rf -- -odd'],
  ['npx rimraf src', 'rimraf src'],
  ['find . -delete'],
  ["find src -name '*.ts' -delete", 'find src -name *.ts -delete'],
  ['find . -type f -exec rm {} +', 'rm ./*'],
  ["find . -name '*.ts' -exec rm -f {} \\;", 'rm -f *.ts'],
  ['truncate -s 0 src/a.ts'],
  ['dd if=/dev/zero of=/dev/sda'],
  ['mkfs.ext4 /dev/sda1'],
  ['chmod -R 777 .'],
  ['shred -u notes.txt'],
  // where it stands
  ['cd src && git reset --hard', 'git reset --hard'],
  ['false || git reset --hard; true', 'git reset --hard'],
  ['git fetch\ngit reset --hard\n', 'git reset --hard'],
  ['git ls-files | xargs rm', 'rm {}'],
  ['git ls-files | xargs -n 1 -P4 rm -f', 'rm -f {}'],
  ['echo $(git reset --hard)', 'git reset --hard'],
  ['echo "was: $(git reset --hard)"', 'git reset --hard'],
  ['echo `git reset --hard`', 'git reset --hard'],
  ['diff <(git reset --hard) x', 'git reset --hard'],
  ['(cd src; git reset --hard)', 'git reset --hard'],
  ['{ git reset --hard; }', 'git reset --hard'],
  ['if true; then git reset --hard; fi', 'git reset --hard'],
  ['for x in a b; do rm -rf "$x"; done', 'rm -rf $x'],
  ['! git reset --hard', 'git reset --hard'],
  ['git reset --hard &', 'git reset --hard'],
  ['git reset --hard >/dev/null 2>&1', 'git reset --hard'],
  ['2>/dev/null git reset --hard', 'git reset --hard'],
  ['git reset --hard # to be sure', 'git reset --hard'],
  ['git \\\n  reset \\\n  --hard', 'git reset --hard'],
  ['"git" reset \'--hard\'', 'git reset --hard'],
  ['\\git reset --ha"rd"', 'git reset --hard'],
  ['echo $((1 << 2))\ngit reset --hard', 'git reset --hard'],
  ['case x in a) git reset --hard;; esac', 'git reset --hard'],
  // what runs it
  ['sudo git reset --hard', 'git reset --hard'],
  ['sudo -u root -- git reset --hard', 'git reset --hard'],
  ['env X=Y git reset --hard', 'git reset --hard'],
  ['env - git reset --hard', 'git reset --hard'],
  ["su - shop -c 'git reset --hard'", 'git reset --hard'],
  ['X=Y Z= git reset --hard', 'git reset --hard'],
  ['timeout -k 5 10 git reset --hard', 'git reset --hard'],
  ['nohup nice -n 5 git reset --hard', 'git reset --hard'],
  ["sh -c 'git reset --hard'", 'git reset --hard'],
  ['bash -lc "cd x && git reset --hard"', 'git reset --hard'],
  ["bash -o pipefail -c 'git reset --hard'", 'git reset --hard'],
  ["bash -c -- 'git reset --hard'", 'git reset --hard'],
  ["bash -c -e 'git reset --hard' name", 'git reset --hard'],
  ["bash -euo pipefail -c 'git reset --hard'", 'git reset --hard'],
  ["bash -ceuo pipefail 'git reset --hard' name", 'git reset --hard'],
  [`sudo env X=1 sh -c "bash -c 'git reset --hard'"`, 'git reset --hard'],
  ["eval 'git reset' --hard", 'git reset --hard'],
  ['bash <<EOF\ngit reset --hard\nEOF', 'git reset --hard'],
  ['bash <<< "git reset --hard"', 'git reset --hard'],
  ['cat <<EOF\n$(git reset --hard)\nEOF', 'git reset --hard'],
  // many
  ['git reset --hard && git clean -fd', 'git reset --hard', 'git clean -fd'],
  ['git reset --hard; git reset --hard', 'git reset --hard'],
];

const harmless: readonly string[] = [
  '',
  ' \n\t',
  'git',
  'git push',
  'git push -n --force',
  'git push --dry-run --force',
  'git push -u origin main',
  'git push --follow-tags',
  'git reset',
  'git reset --soft HEAD~1',
  'git reset HEAD src/a.ts',
  'git clean -n',
  'git clean -fdn',
  'git checkout main',
  'git checkout release/1.2',
  'git checkout -b feature/STORY-001',
  'git checkout --theirs src/a.ts',
  'git restore --staged x',
  'git restore -S x',
  'git switch -c new',
  'git rm src/a.ts',
  'git rm -rf --cached src',
  'git branch -d merged',
  'git tag v1',
  'git tag -n3',
  "git tag -m '-d' v1",
  'git stash',
  'git stash pop',
  'git reflog',
  'git gc',
  'git gc --prune=2.weeks.ago',
  'git commit --amend --no-edit',
  'git commit -m "-n"',
  'git commit -m -n',
  'git commit -uno -m x',
  'git merge -n other',
  'git worktree remove ../other',
  'git config core.hooksPath',
  'git config --get core.hooksPath',
  'git config user.name Ann',
  'git log --grep="reset --hard"',
  'HUSKY=0 npm ci',
  'rm -rf node_modules dist coverage',
  'rm -rf ./packages/*/dist',
  'rm -rf {dist,coverage}',
  'rm -rf /tmp/x "$TMPDIR/y" ${tmp_dir}',
  'rm -rf target/debug .pytest_cache __pycache__ .next',
  'rm -f out.txt',
  'rm out.txt',
  'rm -f *.log',
  'rm -f .git/index.lock',
  'rm tests/a.test.ts',
  'npx rimraf dist',
  "find . -name '*.pyc' -delete",
  "find . -name '*.pyc' -exec rm -f {} +",
  'find . -name node_modules -exec rm -rf {} +',
  'find dist -type f -delete',
  "find . -name '*.ts'",
  'truncate -s 0 app.log',
  'dd if=a of=/dev/null',
  'chmod 777 x',
  'chmod +x .git/hooks/pre-commit',
  'echo "git push --force"',
  "echo 'git push --force; rm -rf .'",
  "grep -r 'rm -rf' .",
  'grep -rn "git reset --hard" docs',
  'echo hi # git reset --hard',
  'command -v rm -rf src',
  'cat <<EOF > notes.md\ngit reset --hard\nEOF\necho done',
  'git commit -m "$(cat <<\'EOF\'\nfix: no more\n\ngit push --force\nrm -rf .\nEOF\n)"',
  'cat <<-A <<B\n\tgit reset --hard\n\tA\ngit reset --hard\nB',
  'bash script.sh',
  'bash -x script.sh -c "git reset --hard"',
  'node -e "rm -rf"',
  'ls "rm -rf .',
  'sudo',
  'xargs',
  'sh -c',
];

describe('destructiveCommands', () => {
  it.each(destructive)('finds %j', (line, ...parts) => {
    const found = destructiveCommands(line);
    expect(found.map(({ command }) => command)).toEqual(parts.length === 0 ? [line] : parts);
    for (const { why } of found) expect(why).toMatch(/^[a-z][^.]+$/);
  });

  it.each(harmless)('lets pass %j', (line) => {
    expect(destructiveCommands(line)).toEqual([]);
  });

  const told: readonly (readonly [string, string])[] = [
    ['git push --force', 'removes commits from remote branches'],
    ['git push origin :old', 'deletes a remote branch or tag'],
    ['git reset --hard', 'discards uncommitted changes'],
    ['git commit -n', 'bypasses commit hooks'],
    ['rm -rf src', 'deletes a folder that no build restores'],
    ['rm -rf .git', 'deletes git data'],
    ['rm -f tests/a.txt', 'deletes tests or specs'],
  ];
  it.each(told)('says of %j that it %s', (line, why) => {
    expect(destructiveCommands(line).map((one) => one.why)).toEqual([why]);
  });

  it('shows no secrets, and no more than can be read', () => {
    const token = ['ghp', '_', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'].join('');
    const shown = (line: string): string => destructiveCommands(line)[0]?.command ?? '';
    expect(shown(`git push --force https://ann:${token}@example.org/a.git`)).toBe(
      'git push --force https://***@example.org/a.git',
    );
    expect(shown(`GH_TOKEN=${token} git push --force`)).toBe('git push --force');
    expect(shown(`git -c "http.extraHeader=Authorization: Bearer abcdefgh" push --force`)).toBe(
      'git -c "http.extraHeader=Authorization: Bearer ***" push --force',
    );
    expect(shown(`git -c a=${token} push --force`)).toBe('git -c a=*** push --force');
    const long = shown(`git push --force origin ${'b'.repeat(500)}`);
    expect(long).toHaveLength(200);
    expect(long.endsWith('…')).toBe(true);
    expect(shown('git reset --hard "a\n\u0007b"')).not.toContain('\u0007');
  });

  it('stops counting at ten', () => {
    const line = Array.from({ length: 30 }, (_, index) => `rm -rf src${index}`).join(';');
    expect(destructiveCommands(line)).toHaveLength(10);
  });
});
