// Makes a picture of a window small: 256 colours are enough for text and lines, and take a third of the room.
import { deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostColours = 256;
const mostFrequent = 64;
/** Colours that differ in the other bits are one shade. */
const shadeBits = 0xe0e0e0;

/**
 * A PNG with a palette, without dithering and transparency (https://www.w3.org/TR/png-3/).
 *
 * @param {Buffer} png with eight bits of red, green and blue, as browsers write their pictures
 * @throws where it is another kind of PNG
 */
export function reducePng(png) {
  const { width, height, pixels } = read(png);
  const { palette, indexOf } = paletteOf(pixels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x] ?? 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 3; // colours from a palette
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, check]);
}

/** CRC-32, which Node 20 does not offer. @param {Buffer} data */
function checksum(data) {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** The pixels as numbers: 0xRRGGBB. @param {Buffer} png */
function read(png) {
  /** @type {Buffer[]} */
  const data = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[png[25] ?? 0];
  if (channels === undefined || png[24] !== 8 || png[28] !== 0)
    throw new Error('no PNG with three colours of eight bits');
  const lines = unfiltered(inflateSync(Buffer.concat(data)), width * channels, channels);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const place = at * channels;
    pixels[at] = ((lines[place] ?? 0) << 16) | ((lines[place + 1] ?? 0) << 8) | (lines[place + 2] ?? 0);
  }
  return { width, height, pixels };
}

/**
 * Undoes the filters, by which each byte is the difference to its neighbours.
 *
 * @param {Buffer} raw each line with the kind of its filter in front
 * @param {number} length of a line in bytes
 * @param {number} step bytes of a pixel
 */
function unfiltered(raw, length, step) {
  const height = raw.length / (length + 1);
  const lines = Buffer.alloc(height * length);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x++) {
      const at = y * length + x;
      const left = x < step ? 0 : (lines[at - step] ?? 0);
      const up = y === 0 ? 0 : (lines[at - length] ?? 0);
      const corner = x < step || y === 0 ? 0 : (lines[at - length - step] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter] ?? 0;
      lines[at] = ((raw[y * (length + 1) + 1 + x] ?? 0) + predicted) & 255;
    }
  }
  return lines;
}

/** Paeth's: which of the neighbours is nearest to what they let expect. @param {number} left @param {number} up @param {number} corner */
function nearest(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/**
 * The most frequent colours, and then one of each shade: what is small and bright, as an icon, is seen first.
 *
 * @param {Uint32Array} pixels
 */
function paletteOf(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  /** @type {Map<number, number>} */
  const shades = new Map();
  for (const colour of colours) if (!shades.has(colour & shadeBits)) shades.set(colour & shadeBits, colour);
  const palette = [...new Set([...colours.slice(0, mostFrequent), ...shades.values()])].slice(0, mostColours);
  const known = new Map(palette.map((colour, index) => [colour, index]));
  /** @param {number} colour */
  const indexOf = (colour) => {
    const index = known.get(colour) ?? nearestIn(palette, colour);
    known.set(colour, index);
    return index;
  };
  return { palette, indexOf };
}

/** @param {readonly number[]} palette @param {number} colour */
function nearestIn(palette, colour) {
  let best = 0;
  let least = Infinity;
  palette.forEach((other, index) => {
    const [red, green, blue] = [
      (colour >> 16) - (other >> 16),
      ((colour >> 8) & 255) - ((other >> 8) & 255),
      (colour & 255) - (other & 255),
    ];
    const distance = 3 * red * red + 4 * green * green + 2 * blue * blue;
    if (distance >= least) return;
    least = distance;
    best = index;
  });
  return best;
}
