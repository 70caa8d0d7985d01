import { runCli } from '../../../server/src/doors/cli/run.js';
import { testMachine } from '../testMachine.js';

/** What the program says when it is done: how each of its items has to stand on the board. */
export interface OperatedItem {
  readonly id: string;
  readonly title: string;
  /** The words of the section's heading. */
  readonly section: string;
  readonly tasks: readonly (readonly [text: string, ticked: boolean])[];
}

interface Own {
  title: string;
  section: string;
  readonly tasks: [text: string, ticked: boolean][];
}

const sections = ['backlog', 'in-progress', 'done', 'Icebox'];

/**
 * Carries out random operations on the board of a project, one after the other, as a command line would: on items of its own,
 * so that it knows what has to come of them.
 */
async function operate(root: string, prefix: string, count: number, seed: number): Promise<readonly OperatedItem[]> {
  let state = seed;
  const pick = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const items = new Map<string, Own>();
  let made = 0;
  const call = async (...args: string[]): Promise<void> => {
    let said = '';
    const code = await runCli(['board', ...args, '--root', root], {
      cwd: root,
      terminal: false,
      machine: testMachine(process.env),
      version: '0',
      out: () => undefined,
      err: (text) => (said += text),
    });
    if (code !== 0) throw new Error(`board ${args.join(' ')}: ${code} ${said}`);
  };
  const steps: readonly ((id: string, own: Own) => Promise<void>)[] = [
    async (id, own) => {
      own.section = sections[pick(sections.length)] ?? 'done';
      await call('move', id, own.section);
    },
    async (id, own) => {
      own.title = `Title ${made++} of ${prefix}`;
      await call('edit-title', id, own.title);
    },
    async (id, own) => {
      const text = `task ${made++}`;
      own.tasks.push([text, false]);
      await call('add-task', id, text);
    },
    async (id, own) => {
      const task = own.tasks[pick(Math.max(1, own.tasks.length))];
      if (!task) return call('add-task', id, 'first').then(() => void own.tasks.push(['first', false]));
      task[1] = !task[1];
      await call(task[1] ? 'tick' : 'untick', id, task[0]);
    },
    async (id, own) => {
      if (own.tasks.length < 2) return steps[2]?.(id, own);
      const [gone] = own.tasks.splice(pick(own.tasks.length), 1);
      await call('remove-task', id, gone?.[0] ?? '');
    },
    async (id) => {
      await call('reorder', id, pick(2) === 0 ? '--to-top' : '--to-bottom');
    },
  ];
  for (let done = 0; done < count; done++) {
    const id = [...items.keys()][pick(items.size + 3)];
    const own = id === undefined ? undefined : items.get(id);
    if (id !== undefined && own && pick(40) === 0) {
      items.delete(id);
      await call('remove', id);
    } else if (id !== undefined && own) await steps[pick(steps.length)]?.(id, own);
    else {
      const next = `STORY-${prefix}-${++made}`;
      const task = `task of ${next}`;
      items.set(next, { title: next, section: 'backlog', tasks: [[task, false]] });
      await call('add', next, next, '--task', task);
    }
  }
  return Array.from(items, ([id, own]) => ({ id, ...own }));
}

const [root = '', prefix = '', count = '', seed = ''] = process.argv.slice(2);
void operate(root, prefix, Number(count), Number(seed)).then(
  (items) => process.stdout.write(JSON.stringify(items)),
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
