import analyze from '../../../skills/analyze.md';
import audit from '../../../skills/audit.md';
import board from '../../../skills/board.md';
import doctor from '../../../skills/doctor.md';
import draw from '../../../skills/draw.md';
import garden from '../../../skills/garden.md';
import release from '../../../skills/release.md';
import report from '../../../skills/report.md';
import review from '../../../skills/review.md';
import scaffold from '../../../skills/scaffold.md';
import status from '../../../skills/status.md';
import trace from '../../../skills/trace.md';
import visualize from '../../../skills/visualize.md';

/** The skills that Pactwright brings, by name: front matter with a description, then Markdown. */
export const skillFiles: Readonly<Record<string, string>> = {
  visualize,
  board,
  scaffold,
  report,
  trace,
  draw,
  status,
  doctor,
  garden,
  review,
  release,
  analyze,
  audit,
};
