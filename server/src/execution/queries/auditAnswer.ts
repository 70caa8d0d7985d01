import { isProductSource } from '../../gates/support/productFiles.js';
import { type CodeFolder, codeTexts, openCodeFolder } from '../../project/codeFolder.js';
import { readPactkitSettings } from '../../project/pactkitSettings.js';
import { readCodeIndex } from '../../project/readCodeIndex.js';
import { readGarden, weedsOf } from '../../project/readGarden.js';
import type { Answer } from '../../operations/operation.js';
import { docAt } from '../../syntax/interfaceOf.js';
import type { CodeIndex } from '../../trace/codeGraph/codeIndex.js';
import { layerNames, type LayerName, type LayerScore, scoreOf, totalOf } from '../audit/harness.js';
import { harnessChecks } from '../audit/harnessChecks.js';
import { type Hotspot, hotspotsOf, testedFiles } from '../audit/hotspots.js';
import { declaredLayers } from './declaredGraphs.js';
import { configurationAt } from './projectCommand.js';
import type { QueryScene } from './query.js';

interface AskedAudit {
  readonly layer: LayerName | undefined;
  readonly hotspots: number | undefined;
}

/** How well a project is set up for agents, and where its code is hard to change. */
export async function auditAnswer(scene: QueryScene, { layer, hotspots: most = 10 }: AskedAudit): Promise<Answer> {
  const { machine, folder, signal, progress } = scene;
  const code = await openCodeFolder(machine, folder, signal);
  const configuration = await configurationAt(machine, folder);
  progress('Reading source code');
  const index = await readCodeIndex(machine, code, signal);
  const checks = await harnessChecks({ machine, code, configuration, tested: testedFiles(index), signal });
  const scores = (layer === undefined ? layerNames : [layer]).map((one) => scoreOf(one, checks));
  const hot = layer === undefined ? (await hottest(scene, code, index)).slice(0, most) : [];
  const score = totalOf(layer === undefined ? checks : checks.filter((one) => one.layer === layer));
  return {
    message: [
      `Score: ${score} of 100`,
      ...scores.flatMap(layerLines),
      ...(hot.length === 0 ? [] : ['', 'Hardest to change:', ...hot.map(hotspotLine)]),
    ].join('\n'),
    data: { root: code.root, score, layers: scores, hotspots: hot },
  };
}

async function hottest(
  { machine, signal, progress, warn }: QueryScene,
  code: CodeFolder,
  index: CodeIndex,
): Promise<readonly Hotspot[]> {
  progress('Looking for smells');
  const flaws = weedsOf(await readGarden(machine, code, signal, isProductSource));
  const textOf = await codeTexts(machine, code.root);
  const documented = new Map<string, ReadonlySet<number>>();
  for (const [path, { outline }] of index.files) {
    if (!isProductSource(path)) continue;
    const lines = ((await textOf(path)) ?? '').split(/\r?\n/u);
    documented.set(
      path,
      new Set(outline.definitions.flatMap(({ line }) => (docAt(path, lines, line) === '' ? [] : [line]))),
    );
  }
  const layers = declaredLayers(await readPactkitSettings(machine, code.root), warn);
  return hotspotsOf(index, flaws, documented, layers).filter(({ score }) => score > 0);
}

function layerLines({ layer, title, level, checks }: LayerScore): readonly string[] {
  return [
    `${layer} ${title}: level ${level}`,
    ...checks.filter(({ holds }) => !holds).map(({ name, next }) => `    not yet: ${name}. ${next}`),
  ];
}

function hotspotLine({
  path,
  score,
  complexity,
  undocumented,
  smells,
  againstLayers,
  untested,
  blast,
}: Hotspot): string {
  const why = Object.entries({
    complexity,
    'no test': untested,
    'depended on': blast,
    'no comments': undocumented,
    smells,
    'against the layers': againstLayers,
  });
  const said = why.flatMap(([name, share]) => (share >= 0.2 ? [`${name} ${Math.round(share * 100)} %`] : []));
  return `  ${String(score).padStart(3)}  ${path}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
}
