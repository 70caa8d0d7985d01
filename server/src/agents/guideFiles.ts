import apiDesign from '../../guides/api-design.md';
import authentication from '../../guides/authentication.md';
import caching from '../../guides/caching.md';
import concurrency from '../../guides/concurrency.md';
import configuration from '../../guides/configuration.md';
import dataModel from '../../guides/data-model.md';
import dependencies from '../../guides/dependencies.md';
import deployment from '../../guides/deployment.md';
import errors from '../../guides/errors.md';
import files from '../../guides/files.md';
import frontend from '../../guides/frontend.md';
import lists from '../../guides/lists.md';
import logging from '../../guides/logging.md';
import messaging from '../../guides/messaging.md';
import migrations from '../../guides/migrations.md';
import money from '../../guides/money.md';
import naming from '../../guides/naming.md';
import parsing from '../../guides/parsing.md';
import performance from '../../guides/performance.md';
import privacy from '../../guides/privacy.md';
import refactoring from '../../guides/refactoring.md';
import resilience from '../../guides/resilience.md';
import security from '../../guides/security.md';
import testing from '../../guides/testing.md';
import time from '../../guides/time.md';

/** Guides to kinds of work, in the form of the skills: deployed for agents, and part of a prompt when its words name such work. */
export const guideFiles: Readonly<Record<string, string>> = {
  'api-design': apiDesign,
  authentication,
  caching,
  concurrency,
  configuration,
  'data-model': dataModel,
  dependencies,
  deployment,
  errors,
  files,
  frontend,
  lists,
  logging,
  messaging,
  migrations,
  money,
  naming,
  parsing,
  performance,
  privacy,
  refactoring,
  resilience,
  security,
  testing,
  time,
};
