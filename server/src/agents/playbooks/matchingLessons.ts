import type { LessonRow } from '../../documents/lessons/lessons.js';
import type { ItemTrace } from '../../trace/graph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { Project } from '../../workspace/project.js';

/** More would not be read. */
const most = 6;

/** So many words of an item have to be in a lesson that names nothing of it. */
const enoughWords = 3;

/**
 * The lessons that may matter for an item, the likeliest first: those that name it, what it depends on or a file that it names,
 * then those that share the most words with it.
 */
export function matchingLessons(
  project: Pick<Project, 'ofKind'>,
  item: Pick<ItemTrace, 'id' | 'spec' | 'entries' | 'dependsOn' | 'files' | 'coverage'>,
): readonly LessonRow[] {
  const ids = [item.id, ...item.dependsOn.map(({ id }) => id)];
  const files = item.files.map(({ named }) => named.value.toLowerCase()).filter((file) => file.length > 2);
  const words = wordsOf(
    [itemTitle(item) ?? '', ...item.coverage.requirements.map(({ requirement }) => requirement.name.value)].join(' '),
  );
  const weight = ({ lesson, context }: LessonRow): number => {
    const text = `${lesson.value} ${context?.value ?? ''}`;
    const lower = text.toLowerCase();
    const named = ids.some((id) => text.includes(id)) || files.some((file) => lower.includes(file));
    const shared = [...wordsOf(text)].filter((word) => words.has(word)).length;
    return named ? 100 + shared : shared >= enoughWords ? shared : 0;
  };
  return project
    .ofKind('lessons')
    .flatMap(({ model }) => model.rows)
    .map((lesson) => ({ lesson, weight: weight(lesson) }))
    .filter((one) => one.weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, most)
    .map(({ lesson }) => lesson);
}

/** Words that say something: those of four letters and more. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
}
