// Hand-written: `image-size` reads neither orientation, depth nor extra channels of a JPEG XL.
import { type ImageSize, type Orientation, orientationOf } from "../orientation";

/** The fields in the header of a codestream after the size. */
export interface Metadata {
  readonly orientation: Orientation;
  readonly samples: Samples;
  /** The kinds of extra channels, such as `ALPHA`, in order. */
  readonly channels: readonly number[];
  readonly gray: boolean;
  readonly hasProfile: boolean;
}

/** The form of the samples of a channel. */
interface Samples {
  readonly bits: number;
  readonly isFloat: boolean;
}

/** Kinds of channels. */
export const ALPHA = 0;
export const BLACK = 4;
const SPOT_COLOR = 2;
const COLOR_FILTER = 5;
/** A kind that only newer decoders know and without which the picture cannot be shown. */
export const REQUIRED = 15;

/**
 * Reads the header of a codestream after its signature. Throws `RangeError` if the data ends too
 * early.
 */
export function readCodestream(view: DataView): { readonly size: ImageSize } & Metadata {
  const bits = readBits(view);
  const size = sizeIn(bits);
  return { size, ...metadataIn(bits) };
}

type Bits = ReturnType<typeof readBits>;

/** Reads numbers bit by bit, lowest bit first. Throws `RangeError` at the end of the data. */
function readBits(view: DataView) {
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let n = 0; n < count; n += 1, at += 1) {
      value += ((view.getUint8(at >> 3) >> (at & 7)) & 1) * 2 ** n;
    }
    return value;
  };
  return {
    take,
    flag: () => take(1) === 1,
    /** Reads one of four forms: a fixed number, or a number of bits plus an offset. */
    either(...forms: readonly (number | readonly [bits: number, offset: number])[]): number {
      const form = forms[take(2)] ?? 0;
      return typeof form === "number" ? form : take(form[0]) + form[1];
    },
  };
}

/** Width by height of the numbered proportions, from 1. */
const proportions = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
] as const;

function sizeOf(bits: Bits, side: () => number): ImageSize {
  const height = side();
  const [across, down] = proportions[bits.take(3) - 1] ?? [];
  const width =
    across === undefined || down === undefined ? side() : Math.floor((height * across) / down);
  return { width, height };
}

function sizeIn(bits: Bits): ImageSize {
  const isSmall = bits.flag();
  const large = [
    [9, 1],
    [13, 1],
    [18, 1],
    [30, 1],
  ] as const;
  return sizeOf(bits, () => (isSmall ? (bits.take(5) + 1) * 8 : bits.either(...large)));
}

function skipPreview(bits: Bits): void {
  const inEights = bits.flag();
  sizeOf(bits, () =>
    inEights
      ? bits.either(16, 32, [5, 1], [9, 33])
      : bits.either([6, 1], [8, 65], [10, 321], [12, 1_345]),
  );
}

function skipAnimation(bits: Bits): void {
  bits.either(100, 1_000, [10, 1], [30, 1]);
  bits.either(1, 1_001, [8, 1], [10, 1]);
  bits.either(0, [3, 0], [16, 0], [32, 0]);
  bits.flag();
}

function samplesIn(bits: Bits): Samples {
  const isFloat = bits.flag();
  const depth = isFloat ? bits.either(32, 16, 24, [6, 1]) : bits.either(8, 10, 12, [6, 1]);
  if (isFloat) bits.take(4);
  return { bits: depth, isFloat };
}

const PLAIN: Metadata = {
  orientation: 1,
  samples: { bits: 8, isFloat: false },
  channels: [],
  gray: false,
  hasProfile: false,
};

function metadataIn(bits: Bits): Metadata {
  if (bits.flag()) return PLAIN;
  const orientation = bits.flag() ? orientationIn(bits) : 1;
  const samples = samplesIn(bits);
  bits.flag();
  const count = bits.either(0, 1, [4, 2], [12, 1]);
  const channels = Array.from({ length: count }, () => channelIn(bits));
  bits.flag();
  const isDefault = bits.flag();
  const hasProfile = !isDefault && bits.flag();
  const GRAY_SPACE = 1;
  const gray = !isDefault && enumerated(bits) === GRAY_SPACE;
  return { orientation, samples, channels, gray, hasProfile };
}

/** Reads the kind of an extra channel and skips the rest of its description. */
function channelIn(bits: Bits): number {
  if (bits.flag()) return ALPHA;
  const kind = enumerated(bits);
  samplesIn(bits);
  bits.either(0, 3, 4, [3, 1]);
  const nameBytes = bits.either(0, [4, 0], [5, 16], [10, 48]);
  bits.take(nameBytes * 8);
  if (kind === ALPHA) bits.flag();
  if (kind === SPOT_COLOR) bits.take(4 * 16);
  if (kind === COLOR_FILTER) bits.either(1, [2, 0], [4, 3], [8, 19]);
  return kind;
}

const enumerated = (bits: Bits): number => bits.either(0, 1, [4, 2], [6, 18]);

/** Reads the orientation and skips the fields after it. */
function orientationIn(bits: Bits): Orientation {
  const orientation = orientationOf(bits.take(3) + 1);
  if (bits.flag()) sizeIn(bits);
  if (bits.flag()) skipPreview(bits);
  if (bits.flag()) skipAnimation(bits);
  return orientation;
}
