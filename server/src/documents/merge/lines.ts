import { lineBreakOf } from '../../markdown/lines.js';

/** The lines of a text, each with its line break. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/gu) ?? [];
}

export const isBlankLine = (line: string): boolean => line.trim() === '';

/** What a text has around and between its lines, told apart from them so that it is merged by itself. */
export interface TextFrame {
  readonly byteOrderMark: string;
  /** What all lines end in; undefined if they end differently, and keep their line breaks. */
  readonly lineBreak: string | undefined;
  readonly endsInBreak: boolean;
}

export function frameOf(text: string): TextFrame {
  const breaks = new Set(text.match(/\r\n|\n|\r/gu) ?? []);
  return {
    byteOrderMark: text.startsWith('\uFEFF') ? '\uFEFF' : '',
    lineBreak: breaks.size <= 1 ? lineBreakOf(text) : undefined,
    endsInBreak: text === '' || /[\r\n]$/u.test(text),
  };
}

/**
 * The lines of a text alone, the last one with a line break, too.
 *
 * @param lineBreak what all lines must end in; undefined: what they end in now.
 */
export function linesAlone(text: string, frame: TextFrame, lineBreak: string | undefined): string {
  const own = lineBreakOf(text);
  const whole = text.slice(frame.byteOrderMark.length) + (frame.endsInBreak ? '' : own);
  return lineBreak === undefined || lineBreak === own ? whole : whole.replaceAll(own, lineBreak);
}

/** Puts lines back into a frame; undoes `linesAlone`. */
export function framed(lines: string, frame: TextFrame): string {
  const { byteOrderMark, lineBreak, endsInBreak } = frame;
  const whole = lineBreak === undefined || lineBreak === '\n' ? lines : lines.replaceAll('\n', lineBreak);
  return byteOrderMark + (endsInBreak ? whole : whole.replace(/(?:\r\n|\n|\r)$/u, ''));
}
