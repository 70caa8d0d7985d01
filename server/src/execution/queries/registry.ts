import { audit } from './audit.js';
import { leftovers } from './leftovers.js';
import { reportPage } from './reportPage.js';
import { callers } from './callers.js';
import { callTrace } from './callTrace.js';
import { ci } from './ci.js';
import { findings } from './findings.js';
import { gate } from './gate.js';
import { impact } from './impact.js';
import { coverage } from './coverage.js';
import { analyze } from './analyze.js';
import { commitGate } from './commitGate.js';
import { doneVerify } from './doneVerify.js';
import { stackLint } from './stackLint.js';
import { deps } from './deps.js';
import { diff } from './diff.js';
import { guard } from './guard.js';
import { interfaceSummary } from './interfaceSummary.js';
import { observe } from './observe.js';
import { route } from './route.js';
import { doctor } from './doctor.js';
import { garden } from './garden.js';
import type { Query } from './query.js';
import { regression } from './regression.js';
import { rule } from './rule.js';
import { runs } from './runs.js';
import { secScope } from './secScope.js';
import { testMap } from './testMap.js';
import { trace } from './trace.js';
import { visualize } from './visualize.js';

/** All queries, in the order in which they are listed. */
export const allQueries: readonly Query[] = [
  findings,
  rule,
  trace,
  impact,
  diff,
  gate,
  analyze,
  doneVerify,
  regression,
  commitGate,
  stackLint,
  testMap,
  coverage,
  secScope,
  visualize,
  callers,
  callTrace,
  interfaceSummary,
  garden,
  doctor,
  audit,
  guard,
  deps,
  observe,
  route,
  ci,
  runs,
];

/** Those that only operations ask. */
export const queriesOfOperations: readonly Query[] = [leftovers, reportPage];
