import apiDesign from '../../../guides/api-design.md';
import authentication from '../../../guides/authentication.md';
import caching from '../../../guides/caching.md';
import concurrency from '../../../guides/concurrency.md';
import configuration from '../../../guides/configuration.md';
import dataModel from '../../../guides/data-model.md';
import dependencies from '../../../guides/dependencies.md';
import deployment from '../../../guides/deployment.md';
import errors from '../../../guides/errors.md';
import frontend from '../../../guides/frontend.md';
import logging from '../../../guides/logging.md';
import messaging from '../../../guides/messaging.md';
import migrations from '../../../guides/migrations.md';
import naming from '../../../guides/naming.md';
import performance from '../../../guides/performance.md';
import refactoring from '../../../guides/refactoring.md';
import resilience from '../../../guides/resilience.md';
import security from '../../../guides/security.md';
import testing from '../../../guides/testing.md';

/** Guides to kinds of work, read when such work comes up; in the form of the skills. */
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
  frontend,
  logging,
  messaging,
  migrations,
  naming,
  performance,
  refactoring,
  resilience,
  security,
  testing,
};
