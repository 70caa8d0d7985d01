import { durationWords } from '../base/duration.js';
import { count } from '../base/count.js';
import { plainText } from '../base/plainText.js';
import { wavesOf } from '../base/waves.js';
import { collide } from '../runs/decide.js';
import type { PlannedEvent, RunRecord, StepName } from '../runs/event.js';
import type { GivenUp, PacketStage, PacketView, RunView } from '../runs/runView.js';
import type { RunState } from '../runs/runState.js';

const doing: Readonly<Record<StepName, string>> = {
  build: 'is being built',
  review: 'is being reviewed',
  merge: 'is being merged',
  clean: 'is being cleaned up',
};

const did: Readonly<Record<StepName, string>> = {
  build: 'is built',
  review: 'passed the review',
  merge: 'is merged',
  clean: 'is cleaned up',
};

/** An event of a run as a line for a terminal; empty for what is not shown. @param state after it. */
export function formatRunEvent({ event }: RunRecord, state: RunState): string {
  switch (event.kind) {
    case 'planned':
    case 'engine':
      return '';
    case 'started':
      return event.step === 'clean' ? '' : `${event.packet} ${doing[event.step]}\n`;
    case 'ended': {
      const { outcome, note, question, failure, reopens } = event.result;
      const why = note === undefined ? '' : `: ${firstLine(note)}`;
      const step = stepOfKey(event.key);
      if (outcome === 'passed') return step === 'clean' || step === undefined ? '' : `${event.packet} ${did[step]}\n`;
      if (reopens) return `${reopens.join(', ')} goes back${why}\n`;
      if (outcome === 'back') return `${event.packet} goes back${why}\n`;
      if (outcome === 'later') return `${event.packet} waits${why}\n`;
      if (outcome === 'asks') {
        const asked = firstLine(question ?? note ?? '');
        const way = saysWay(asked) ? '' : `Answer: pactwright run answer ${event.packet} "…"\n`;
        return `${event.packet} asks: ${asked}\n${way}`;
      }
      if (outcome === 'lost') return `${event.packet} was interrupted in ${step ?? 'its step'}\n`;
      const isOver = state.packets.get(event.packet)?.outcome === 'failed';
      return `${event.packet} ${isOver ? 'failed' : failure === 'transient' ? 'will be tried again' : 'stopped'} in ${step ?? 'its step'}${why}\n`;
    }
    case 'halted':
      return event.step === undefined
        ? `The run waits for you: ${firstLine(event.why)}\n`
        : `No more of ${event.step} is started until you say so: ${firstLine(event.why)}\n`;
    case 'paused':
      return `${event.step === undefined ? 'The run' : event.step} pauses: what is going on is finished first.\n`;
    case 'resumed':
      return `${event.step === undefined ? 'The run' : event.step} continues.\n`;
    case 'aborted':
      return 'The run is being aborted.\n';
    case 'answered':
      return `${event.packet}: ${event.answer === 'drop' ? 'dropped' : 'once more'}\n`;
    case 'over':
      return '';
  }
}

/** Why a run has stopped, where that says what comes next. */
const saysNext = /`pactwright run |abort this run/u;

/** Whether a question says itself how it is answered. */
function saysWay(question: string): boolean {
  return question.includes('`pactwright run answer ');
}

/** How a step ended, for the log of its packet; empty where it passed. @param end as the log has it. */
export function formatStepEnd(end: object): string {
  const said = (name: string): string => {
    const value: unknown = Reflect.get(end, name);
    return typeof value === 'string' ? plainText(value) : '';
  };
  const why = said('question') || said('note');
  const words: Readonly<Record<string, string>> = {
    back: 'sent back',
    failed: said('failure') === 'transient' ? 'failed, and may be tried again' : 'failed',
    asks: 'asks',
    lost: 'interrupted',
  };
  const what = words[said('outcome')];
  return what === undefined ? '' : `${what}${why === '' ? '' : `: ${why}`}\n`;
}

function stepOfKey(key: string): StepName | undefined {
  const name = key.split('/').at(-2);
  return name === 'build' || name === 'review' || name === 'merge' || name === 'clean' ? name : undefined;
}

function firstLine(text: string): string {
  return plainText(text.split('\n', 1)[0] ?? '');
}

const stageWords: Readonly<Record<PacketStage, string>> = {
  waiting: 'waiting',
  build: 'build',
  review: 'review',
  merge: 'merge',
  clean: 'merged',
  asks: 'asks you',
  merged: 'merged',
  failed: 'failed',
  dropped: 'dropped',
  interrupted: 'interrupted',
};

const stateWords: Readonly<Record<RunView['state'], string>> = {
  running: 'is running',
  interrupted: 'was interrupted: `pactwright run resume` continues it',
  paused: 'is paused: `pactwright run resume` continues it',
  halted: 'waits for you',
  aborted: 'was aborted',
  merged: 'is done: all is merged',
  stuck: 'cannot go on by itself',
};

/** How many items a run works on, or packets that are none; its pull request is no work. */
export function countPackets({ packets, terms }: Pick<PlannedEvent, 'packets' | 'terms'>): string {
  const isOfItems = terms['plan'] === undefined && terms['source'] === undefined;
  return count(packets.filter(({ closes }) => closes !== true).length, isOfItems ? 'item' : 'packet');
}

/** The waves of a run that is only planned, and which packets cannot be worked on at the same time. */
export function formatPlan({ packets, target, terms }: Pick<PlannedEvent, 'packets' | 'target' | 'terms'>): string {
  const byId = new Map(packets.map((packet) => [packet.id, packet]));
  const waves = wavesOf(new Map(packets.map(({ id, needs }) => [id, needs])));
  const width = Math.max(0, ...packets.map(({ id }) => id.length));
  const lines = waves.flatMap((ids, at) => {
    const wave = ids.flatMap((id) => byId.get(id) ?? []);
    const rows = wave.map((packet, place) => {
      const other = wave.slice(0, place).find((one) => collide(one, packet) !== undefined);
      const why = other && plainText(`not while ${other.id} is worked on: ${collide(other, packet) ?? ''}`);
      return `  ${packet.id.padEnd(width)}  ${plainText(packet.title)}${why === undefined ? '' : `  ${why}`}`;
    });
    return [`Wave ${at + 1}`, ...rows];
  });
  const what = `${countPackets({ packets, terms })} in ${count(waves.length, 'wave')}`;
  return [`A run into ${plainText(target)} would work on ${what}.`, ...lines, ''].join('\n');
}

/** How far a run is, and what is not over, a line each. @param now milliseconds since 1970. */
export function formatOpenPackets(view: RunView, now: number): readonly string[] {
  const open = view.packets.filter(({ stage }) => stage !== 'merged' && stage !== 'dropped');
  const width = Math.max(0, ...open.map(({ id }) => id.length));
  // What waits is of least interest if not all of it fits.
  const byUrgency = open.toSorted((a, b) => Number(a.stage === 'waiting') - Number(b.stage === 'waiting'));
  return ['', progressOf(view), ...byUrgency.map((packet) => packetLine(packet, width, now))];
}

function progressOf({ packets, dollars, budget }: RunView): string {
  const merged = packets.filter(({ stage }) => stage === 'merged').length;
  const money =
    budget === undefined && dollars === 0
      ? ''
      : `, $${dollars.toFixed(2)}${budget === undefined ? '' : ` of $${budget.toFixed(2)}`}`;
  return `${merged} of ${packets.length} merged${money}`;
}

function packetLine({ id, stage, note, since, rounds }: PacketView, width: number, now: number): string {
  const why = note === undefined ? '' : `  ${firstLine(note)}`;
  const time = since === undefined ? '' : `  ${durationWords(now - since)}`;
  const back = rounds === 0 ? '' : `  sent back ${rounds === 1 ? 'once' : `${rounds} times`}`;
  return `  ${id.padEnd(width)}  ${stageWords[stage]}${time}${back}${why}`;
}

/** The packets that a run has given up, with all of the last error. */
export function formatGivenUp(packets: readonly GivenUp[]): string {
  if (packets.length === 0) return 'Nothing was given up.\n';
  const lines = packets.flatMap(({ id, title, step, rounds, note, blocks }) => [
    `${id}  ${plainText(title)}`,
    `  failed in ${step}${rounds === 0 ? '' : `, sent back ${rounds === 1 ? 'once' : `${rounds} times`}`}${blocks.length === 0 ? '' : `; ${blocks.join(', ')} cannot start`}`,
    ...note.split('\n').map((line) => `  ${plainText(line)}`),
  ]);
  return [...lines, '`pactwright run logs ITEM` shows more, `pactwright run retry ITEM` tries again.', ''].join('\n');
}

/** A run for a terminal: what is done and what it waits for, a packet a line. @param now milliseconds since 1970. */
export function formatRun(view: RunView, now: number): string {
  const width = Math.max(...view.packets.map(({ id }) => id.length));
  const waves = Math.max(...view.packets.map(({ wave }) => wave));
  const lines = view.packets
    .toSorted((a, b) => a.wave - b.wave)
    .flatMap((packet, at, all) => {
      const line = packetLine(packet, width, now);
      return waves > 1 && all[at - 1]?.wave !== packet.wave ? [`Wave ${packet.wave}`, line] : [line];
    });
  return [
    `Run ${view.run} into ${plainText(view.target)} ${stateWords[view.state]}${view.why === undefined ? '' : `: ${firstLine(view.why)}`}`,
    progressOf(view),
    ...lines,
    ...waysOut(view),
    '',
  ].join('\n');
}

/** What a person can do about a run that does not go on, a line each. */
function waysOut({ run, state, why, isStopped = false, isUnfinished = false, packets }: RunView): readonly string[] {
  const inStage = (stage: PacketStage): readonly PacketView[] => packets.filter((one) => one.stage === stage);
  if (state === 'aborted') {
    const isBegun = packets.some(({ stage }) => stage !== 'merged' && stage !== 'waiting');
    return [
      ...(isBegun && (!isUnfinished || why !== undefined)
        ? [`What was made and not merged is kept: \`git for-each-ref refs/pactwright/runs/${run}\` lists it.`]
        : []),
      ...(isUnfinished
        ? [
            `${why === undefined ? '' : 'Deal with it, and '}\`pactwright run abort ${run}\` removes ${why === undefined ? 'what is left' : 'the rest'}.`,
          ]
        : []),
    ];
  }
  if (state !== 'running' && state !== 'halted' && state !== 'stuck') return [];
  // Some questions say it themselves.
  const asking = inStage('asks').find(({ note = '' }) => !saysWay(note));
  return [
    ...(asking ? [`\`pactwright run answer ${asking.id} "…"\` answers ${asking.id}, \`--drop\` leaves it out.`] : []),
    ...(inStage('failed').length > 0
      ? [
          '`pactwright run dead` shows all that is known of what failed, `pactwright run retry` tries it again, and `pactwright run answer ITEM --drop` leaves an item out.',
        ]
      : []),
    ...(((state !== 'running' && why !== undefined) || isStopped) && !saysNext.test(why ?? '')
      ? ['Once you have dealt with it, `pactwright run resume` continues.']
      : []),
  ];
}
