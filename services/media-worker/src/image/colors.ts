import type { Chromaticities, PictureColors } from "@polls/media";

/** Luminance of white in pictures of standard range, in candela per square meter (ITU-R BT.2408). */
const WHITE_NITS = 203;

type Matrix = readonly [Row, Row, Row];
type Row = readonly [number, number, number];

/** How code values become light. */
type Transfer =
  /** Light of one channel, in units of white. */
  | { readonly range: "standard" | "pq"; readonly lightOf: (code: number) => number }
  /** Light of the scene, from 0 to 1. The display adds a gamma to its luminance. */
  | { readonly range: "hlg"; readonly lightOf: (code: number) => number };

const D65 = [0.3127, 0.329] as const;
const SRGB: Chromaticities = {
  white: D65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};
const NTSC: Chromaticities = {
  white: D65,
  red: [0.63, 0.34],
  green: [0.31, 0.595],
  blue: [0.155, 0.07],
};
const P3 = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] } as const;

/** The primaries of ITU-T H.273 by their code. All others are those of sRGB. */
const primaries: Readonly<Record<number, Chromaticities>> = {
  4: { white: [0.31, 0.316], red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] },
  5: { white: D65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] },
  6: NTSC,
  7: NTSC,
  9: { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  11: { white: [0.314, 0.351], ...P3 },
  12: { white: D65, ...P3 },
  22: { white: D65, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077] },
};

const power = (exponent: number): Transfer => ({
  range: "standard",
  lightOf: (code) => code ** exponent,
});

const srgb: Transfer = {
  range: "standard",
  lightOf: (code) => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4),
};

/** Transfer functions of ITU-T H.273. Others are sRGB, as browsers show those of television. */
const transfers: Readonly<Record<number, Transfer>> = {
  4: power(2.2),
  5: power(2.8),
  8: power(1),
  16: { range: "pq", lightOf: (code) => fromPq(code) / WHITE_NITS },
  17: power(2.6),
  18: { range: "hlg", lightOf: fromHlg },
};

/** SMPTE ST 2084: candela per square meter of a code from 0 to 1. */
function fromPq(code: number): number {
  const root = code ** (1 / PQ.m2);
  return 10_000 * (Math.max(0, root - PQ.c1) / (PQ.c2 - PQ.c3 * root)) ** (1 / PQ.m1);
}

function toPq(nits: number): number {
  const light = (nits / 10_000) ** PQ.m1;
  return ((PQ.c1 + PQ.c2 * light) / (1 + PQ.c3 * light)) ** PQ.m2;
}

const PQ = { m1: 0.1593017578125, m2: 78.84375, c1: 0.8359375, c2: 18.8515625, c3: 18.6875 };

/** ITU-R BT.2100: light of the scene of a code from 0 to 1. */
function fromHlg(code: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - c) / a) + b) / 12;
}

/** The display of ITU-R BT.2100: 1,000 candela per square meter, and the gamma of its luminance. */
const HLG = { nits: 1_000, gamma: 1.2 };

interface Conversion {
  readonly transfer: Transfer;
  readonly from: Chromaticities;
}

/** The conversion of a picture to sRGB. Undefined if its colors are those of sRGB. */
export function conversionOf(colors: PictureColors | undefined): Conversion | undefined {
  if (colors === undefined) return undefined;
  const conversion =
    colors.kind === "cicp"
      ? {
          transfer: transfers[colors.transfer] ?? srgb,
          from: primaries[colors.primaries] ?? SRGB,
        }
      : { transfer: gammaOf(colors.gamma), from: usable(colors.chromaticities) ?? SRGB };
  return conversion.transfer === srgb && isNearSrgb(conversion.from) ? undefined : conversion;
}

/** A usual or senseless gamma is that of sRGB. */
function gammaOf(gamma: number | undefined): Transfer {
  const [USUAL, NEAR, LEAST, MOST] = [0.45455, 0.005, 0.1, 10];
  if (gamma === undefined || Math.abs(gamma - USUAL) < NEAR) return srgb;
  return gamma < LEAST || gamma > MOST ? srgb : power(1 / gamma);
}

const points = ({ white, red, green, blue }: Chromaticities) => [white, red, green, blue].flat();

const isNearSrgb = (colors: Chromaticities): boolean => {
  const own = points(SRGB);
  return points(colors).every((value, n) => Math.abs(value - (own[n] ?? 0)) < 0.002);
};

/** The chromaticities, if they span a triangle. */
function usable(colors: Chromaticities | undefined): Chromaticities | undefined {
  if (colors === undefined) return undefined;
  const { white, red, green, blue } = colors;
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  const sensible = [white, red, green, blue].every(([x, y]) => x >= 0 && x <= 1 && y > 0 && y <= 1);
  return sensible && Math.abs(area) > 0.001 ? colors : undefined;
}

/**
 * Converts pixels to sRGB of 8 bits, in place. The last of four channels is transparency. High
 * dynamic range is mapped by the curve of ITU-R BT.2390 from the luminance of the picture to that of
 * a display of standard range. Colors outside of sRGB are clipped.
 */
export function convertToSrgb(
  data: Buffer,
  { channels, deep }: { readonly channels: number; readonly deep: boolean },
  { transfer, from }: Conversion,
): Buffer {
  const samples = deep
    ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
    : new Uint8Array(data.buffer, data.byteOffset, data.length);
  const codes = deep ? 65_536 : 256;
  const light = Float64Array.from({ length: codes }, (_, n) => transfer.lightOf(n / (codes - 1)));
  const toXyz = xyzOf(from);
  const [rows0, rows1, rows2] = multiplied(
    inverse(xyzOf(SRGB)),
    multiplied(adapted(from.white), toXyz),
  );
  const luminance = toXyz[1];
  /** The factor from the light of the scene to that of the display, in units of white. */
  const factorOf = (red: number, green: number, blue: number): number => {
    if (transfer.range !== "hlg") return 1;
    const y = luminance[0] * red + luminance[1] * green + luminance[2] * blue;
    return y <= 0 ? 0 : (HLG.nits / WHITE_NITS) * y ** (HLG.gamma - 1);
  };
  const lightAt = (at: number): number => light[samples[at] ?? 0] ?? 0;

  const tone =
    transfer.range === "standard"
      ? undefined
      : toneMap(peakOf(samples.length, channels, lightAt, factorOf));
  for (let at = 0; at < samples.length; at += channels) {
    const [r, g, b] = [lightAt(at), lightAt(at + 1), lightAt(at + 2)];
    const shown = factorOf(r, g, b);
    const scale = tone === undefined ? 1 : shown * tone(Math.max(r, g, b) * shown);
    const alpha = samples[at + 3] ?? 0;
    // Bytes are never written beyond the sample that is read.
    data[at] = encoded((rows0[0] * r + rows0[1] * g + rows0[2] * b) * scale);
    data[at + 1] = encoded((rows1[0] * r + rows1[1] * g + rows1[2] * b) * scale);
    data[at + 2] = encoded((rows2[0] * r + rows2[1] * g + rows2[2] * b) * scale);
    if (channels === 4) data[at + 3] = deep ? alpha >> 8 : alpha;
  }
  return data.subarray(0, samples.length);
}

/** The brightest light of a picture, without its brightest thousandth, in units of white. */
function peakOf(
  length: number,
  channels: number,
  lightAt: (at: number) => number,
  factorOf: (red: number, green: number, blue: number) => number,
): number {
  const BINS = 4_096;
  const MOST = 10_000 / WHITE_NITS;
  const bins = new Uint32Array(BINS);
  let brightest = 0;
  for (let at = 0; at < length; at += channels) {
    const [r, g, b] = [lightAt(at), lightAt(at + 1), lightAt(at + 2)];
    const most = Math.max(r, g, b) * factorOf(r, g, b);
    brightest = Math.max(brightest, most);
    const bin = Math.min(BINS - 1, Math.floor(Math.sqrt(most / MOST) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  let above = length / channels / 1_000;
  for (let bin = BINS - 1; bin > 0; bin -= 1) {
    above -= bins[bin] ?? 0;
    if (above < 0) return Math.min(brightest, ((bin + 1) / BINS) ** 2 * MOST);
  }
  return brightest;
}

/** By what the light of a pixel is multiplied, by its brightest channel. */
function toneMap(peak: number): (light: number) => number {
  if (peak <= 1) return () => 1;
  const STEPS = 4_096;
  const factors = Float64Array.from({ length: STEPS + 1 }, (_, n) => {
    const light = (n / STEPS) ** 2 * peak;
    return light === 0 ? 1 : mapped(light, peak) / light;
  });
  return (light) =>
    light >= peak ? 1 / light : (factors[Math.round(Math.sqrt(light / peak) * STEPS)] ?? 1);
}

/** The curve of ITU-R BT.2390: unchanged in the dark, then a spline up to white. */
function mapped(light: number, peak: number): number {
  const source = toPq(peak * WHITE_NITS);
  const most = toPq(WHITE_NITS) / source;
  const knee = 1.5 * most - 0.5;
  const code = toPq(light * WHITE_NITS) / source;
  if (code < knee) return light;
  const t = (code - knee) / (1 - knee);
  const [t2, t3] = [t ** 2, t ** 3];
  const spline =
    (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most;
  return fromPq(spline * source) / WHITE_NITS;
}

const ENCODED_STEPS = 65_535;
const encodedBytes = Uint8Array.from({ length: ENCODED_STEPS + 1 }, (_, n) => {
  const light = n / ENCODED_STEPS;
  const code = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(code * 255);
});

const encoded = (light: number): number =>
  encodedBytes[Math.round(Math.min(1, Math.max(0, light)) * ENCODED_STEPS)] ?? 0;

const xyzOfPoint = ([x, y]: readonly [number, number]): Row => [x / y, 1, (1 - x - y) / y];

/** The matrix from linear colors of these primaries to XYZ. */
function xyzOf({ white, red, green, blue }: Chromaticities): Matrix {
  const [r, g, b] = [xyzOfPoint(red), xyzOfPoint(green), xyzOfPoint(blue)];
  const columns: Matrix = [
    [r[0], g[0], b[0]],
    [r[1], g[1], b[1]],
    [r[2], g[2], b[2]],
  ];
  const scale = applied(inverse(columns), xyzOfPoint(white));
  const scaled = (row: Row): Row => [row[0] * scale[0], row[1] * scale[1], row[2] * scale[2]];
  return [scaled(columns[0]), scaled(columns[1]), scaled(columns[2])];
}

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** The matrix that adapts XYZ from a white to that of sRGB. */
function adapted(white: readonly [number, number]): Matrix {
  const own = applied(BRADFORD, xyzOfPoint(white));
  const wanted = applied(BRADFORD, xyzOfPoint(D65));
  const scaling: Matrix = [
    [wanted[0] / own[0], 0, 0],
    [0, wanted[1] / own[1], 0],
    [0, 0, wanted[2] / own[2]],
  ];
  return multiplied(inverse(BRADFORD), multiplied(scaling, BRADFORD));
}

const dot = (a: Row, b: Row): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const applied = ([a, b, c]: Matrix, row: Row): Row => [dot(a, row), dot(b, row), dot(c, row)];
const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

function multiplied(left: Matrix, right: Matrix): Matrix {
  const columns = transposed(right);
  return transposed([
    applied(left, columns[0]),
    applied(left, columns[1]),
    applied(left, columns[2]),
  ]);
}

function inverse([a, b, c]: Matrix): Matrix {
  const cross = (u: Row, v: Row): Row => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const determinant = dot(a, cross(b, c));
  const over = (row: Row): Row => [
    row[0] / determinant,
    row[1] / determinant,
    row[2] / determinant,
  ];
  return transposed([over(cross(b, c)), over(cross(c, a)), over(cross(a, b))]);
}
