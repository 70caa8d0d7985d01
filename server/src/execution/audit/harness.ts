/** The layers of what holds an agent. */
const layers = {
  H1: 'Instructions',
  H2: 'Context',
  H3: 'Process',
  H4: 'Tools',
  H5: 'Safety',
  H6: 'Observability',
  H7: 'Evolution',
} as const;

export type LayerName = keyof typeof layers;
export const layerNames = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7'] as const satisfies readonly LayerName[];

/** One thing that is looked at. */
export interface HarnessCheck {
  readonly layer: LayerName;
  /** Whether settings and documents say so, or the code and its history do. */
  readonly kind: 'config' | 'code';
  /** What holds, as half a sentence. */
  readonly name: string;
  readonly holds: boolean;
  /** The way there, where it does not hold: a sentence without full stop. */
  readonly next: string;
}

export interface LayerScore {
  readonly layer: LayerName;
  readonly title: string;
  /** 0 to 3. */
  readonly level: number;
  readonly checks: readonly HarnessCheck[];
}

/** 1 where any check holds, 2 where all of one kind do, 3 where all do. */
export function scoreOf(layer: LayerName, all: readonly HarnessCheck[]): LayerScore {
  const checks = all.filter((check) => check.layer === layer);
  const isWhole = (kind: HarnessCheck['kind']): boolean =>
    checks.filter((check) => check.kind === kind).every(({ holds }) => holds);
  const level = !checks.some(({ holds }) => holds) ? 0 : 1 + Number(isWhole('config')) + Number(isWhole('code'));
  return { layer, title: layers[layer], level, checks };
}

/** From 0 to 100: half for each kind of check. */
export function totalOf(all: readonly HarnessCheck[]): number {
  const share = (kind: HarnessCheck['kind']): number => {
    const own = all.filter((check) => check.kind === kind);
    return own.length === 0 ? 0 : own.filter(({ holds }) => holds).length / own.length;
  };
  return Math.round(share('config') * 50 + share('code') * 50);
}
