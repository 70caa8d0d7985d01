import type { Condition } from './condition.js';
import { record } from './conditions/record.js';
import { documents } from './conditions/documents.js';
import { specWritten } from './conditions/specWritten.js';
import { specFrozen } from './conditions/specFrozen.js';
import { dependencies } from './conditions/dependencies.js';
import { branch } from './conditions/branch.js';
import { tasks } from './conditions/tasks.js';
import { trace } from './conditions/trace.js';
import { testsExist } from './conditions/testsExist.js';
import { scope } from './conditions/scope.js';
import { commits } from './conditions/commits.js';
import { nothingHidden } from './conditions/nothingHidden.js';
import { secrets } from './conditions/secrets.js';
import { history } from './conditions/history.js';
import { commitHooks } from './conditions/commitHooks.js';
import { commands } from './conditions/commands.js';
import { runnerKept } from './conditions/runnerKept.js';
import { testsKept } from './conditions/testsKept.js';
import { testsAssert } from './conditions/testsAssert.js';
import { callChain } from './conditions/callChain.js';
import { testsReal } from './conditions/testsReal.js';
import { testsPass } from './conditions/testsPass.js';
import { seenRed } from './conditions/seenRed.js';
import { testsNotice } from './conditions/testsNotice.js';
import { answersFollow } from './conditions/answersFollow.js';
import { testsSteady } from './conditions/testsSteady.js';
import { mutationScore } from './conditions/mutationScore.js';
import { regression } from './conditions/regression.js';
import { coverage } from './conditions/coverage.js';
import { securityScope } from './conditions/securityScope.js';
import { stackLint } from './conditions/stackLint.js';
import { fittingProcess } from './conditions/process.js';

/** All conditions, cheap ones first: a gate asks them in this order. */
export const allConditions: readonly Condition[] = [
  record,
  documents,
  fittingProcess,
  specWritten,
  specFrozen,
  dependencies,
  branch,
  tasks,
  trace,
  testsExist,
  scope,
  commits,
  nothingHidden,
  secrets,
  history,
  commands,
  commitHooks,
  runnerKept,
  testsKept,
  testsAssert,
  callChain,
  testsReal,
  testsPass,
  seenRed,
  testsNotice,
  testsSteady,
  answersFollow,
  mutationScore,
  regression,
  coverage,
  securityScope,
  stackLint,
];
