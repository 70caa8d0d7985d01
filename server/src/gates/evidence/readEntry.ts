import type { EvidenceEntry, EvidenceRecord, RecordedCommand, SignedWord } from './evidenceLog.js';

type Fields = Readonly<Record<string, unknown>>;

/** An entry read back from the log; undefined where it is none that this version knows. */
export function readEntry(value: unknown): EvidenceEntry | undefined {
  const fields = fieldsOf(value);
  switch (fields?.['kind']) {
    case 'run':
      return typeof fields['key'] === 'string'
        ? { kind: 'run', key: fields['key'], result: fields['result'] }
        : undefined;
    case 'made': {
      const paths = stringsOf(fields['paths']);
      return paths && { kind: 'made', paths };
    }
    case 'frozen': {
      const texts = textsOf(fields, 'item', 'base', 'spec', 'hash');
      const parts = fieldsOf(fields['parts']);
      const scenarios = listOfTexts(fields['scenarios'], 'name', 'hash');
      return (
        texts && {
          kind: 'frozen',
          ...texts,
          ...(parts && isTexts(parts) ? { parts } : {}),
          ...(scenarios ? { scenarios } : {}),
        }
      );
    }
    case 'verdict': {
      const texts = textsOf(fields, 'item', 'gate', 'profile', 'answer', 'tree');
      const failed = stringsOf(fields['failed']);
      return texts && failed && { kind: 'verdict', ...texts, failed };
    }
    case 'command':
      return readCommand(fields);
    case 'word': {
      const word = readWord(fields['word']);
      return word && { kind: 'word', word };
    }
    case 'broken':
      return readBroken(fields);
    case 'pruned':
      return readPruned(fields);
    default:
      return undefined;
  }
}

/** A signed word, whoever signed it; undefined where anything of it is missing. */
export function readWord(value: unknown): SignedWord | undefined {
  const fields = fieldsOf(value);
  const texts = fields && textsOf(fields, 'person', 'reason', 'item', 'what', 'tree', 'key', 'signature');
  const at = fields?.['at'];
  const about = (['override', 'approve', 'refreeze'] as const).find((one) => one === fields?.['about']);
  return texts && about && isTime(at) ? { ...texts, about, at } : undefined;
}

/** A record without its hashes: what is carried over when the log is pruned. */
function readCarried(value: unknown): EvidenceRecord | undefined {
  const fields = fieldsOf(value);
  const number = fields?.['number'];
  const at = fields?.['at'];
  const kept = fieldsOf(fields?.['entry']);
  // One that holds others is never carried over, so nothing is nested.
  const entry = kept?.['kind'] === 'pruned' ? undefined : readEntry(kept);
  return isCount(number) && isTime(at) && entry ? { number, at, entry } : undefined;
}

function readCommand(fields: Fields): RecordedCommand | undefined {
  const texts = textsOf(fields, 'agent', 'folder');
  const parts = listOfTexts(fields['parts'], 'command', 'why');
  const { item, branch, session, call } = fields;
  return (
    texts &&
    parts && {
      kind: 'command',
      ...(typeof item === 'string' ? { item } : {}),
      ...(typeof branch === 'string' ? { branch } : {}),
      ...(typeof session === 'string' ? { session } : {}),
      ...(typeof call === 'string' ? { call } : {}),
      ...texts,
      parts,
    }
  );
}

function readBroken(fields: Fields): EvidenceEntry | undefined {
  const { why, kept, from } = fields;
  if (typeof why !== 'string') return undefined;
  return {
    kind: 'broken',
    why,
    ...(typeof kept === 'string' ? { kept } : {}),
    ...(isCount(from) ? { from } : {}),
  };
}

function readPruned(fields: Fields): EvidenceEntry | undefined {
  const { number, hash, carried } = fields;
  if (!isCount(number) || typeof hash !== 'string' || !Array.isArray(carried)) return undefined;
  const records: EvidenceRecord[] = [];
  for (const one of carried as readonly unknown[]) {
    // what an array holds is not known
    const record = readCarried(one);
    if (!record) return undefined;
    records.push(record);
  }
  return { kind: 'pruned', number, hash, carried: records };
}

/** The fields of a JSON object; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  // An object that is no array has fields of values not known.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function textsOf<K extends string>(fields: Fields, ...names: readonly K[]): Readonly<Record<K, string>> | undefined {
  const texts = names.map((name) => [name, fields[name]] as const);
  // Each name was just seen to hold a string.
  return texts.every(([, text]) => typeof text === 'string')
    ? (Object.fromEntries(texts) as Readonly<Record<K, string>>)
    : undefined;
}

function isTexts(fields: Fields): fields is Readonly<Record<string, string>> {
  return Object.values(fields).every((text) => typeof text === 'string');
}

function listOfTexts<K extends string>(
  value: unknown,
  ...names: readonly K[]
): readonly Readonly<Record<K, string>>[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = (value as readonly unknown[]).map((one) => textsOf(fieldsOf(one) ?? {}, ...names)); // what an array holds is not known
  return all.every((one) => one !== undefined) ? all : undefined;
}

function stringsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

/** A number of a record, from 1. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Milliseconds since 1970. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
