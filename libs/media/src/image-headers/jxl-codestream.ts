// Hand-written: `image-size` reads neither orientation, depth nor further channels of a JPEG XL.
import { type ImageSize, type Orientation, orientationOf } from "../orientation";

/** What the header of a codestream tells behind the size. */
export interface Metadata {
  readonly orientation: Orientation;
  /** Whether samples have more than 8 bits. */
  readonly deep: boolean;
  /** Channels beside the colors: transparency, depth, spot colors, black. */
  readonly channels: number;
  readonly gray: boolean;
}

/** Reads the header of a codestream, behind its signature. Throws `RangeError` where it ends too early. */
export function readCodestream(view: DataView): { readonly size: ImageSize } & Metadata {
  const bits = readBits(view);
  const size = sizeIn(bits);
  return { size, ...metadataIn(bits) };
}

type Bits = ReturnType<typeof readBits>;

/** Reads numbers bit by bit, the lowest first. Throws `RangeError` behind the end. */
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
    /** One of four forms: a number, or that many bits and what is added to them. */
    either(...forms: readonly (number | readonly [bits: number, offset: number])[]): number {
      const form = forms[take(2)] ?? 0;
      return typeof form === "number" ? form : take(form[0]) + form[1];
    },
  };
}

/** Width by height of the proportions that have a number, from 1. */
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

function depthIn(bits: Bits): number {
  const isFloat = bits.flag();
  const depth = isFloat ? bits.either(32, 16, 24, [6, 1]) : bits.either(8, 10, 12, [6, 1]);
  if (isFloat) bits.take(4);
  return depth;
}

function metadataIn(bits: Bits): Metadata {
  if (bits.flag()) return { orientation: 1, deep: false, channels: 0, gray: false };
  const orientation = bits.flag() ? orientationIn(bits) : 1;
  const depth = depthIn(bits);
  bits.flag();
  const channels = bits.either(0, 1, [4, 2], [12, 1]);
  // What follows is told behind the channels, of which each has a form of its own.
  if (channels > 0) return { orientation, deep: depth > 8, channels, gray: false };
  bits.flag();
  const isDefault = bits.flag();
  const hasProfile = !isDefault && bits.flag();
  const GRAY_SPACE = 1;
  const gray = !isDefault && enumerated(bits) === GRAY_SPACE;
  return { orientation, deep: depth > 8, channels, gray: gray && !hasProfile };
}

const enumerated = (bits: Bits): number => bits.either(0, 1, [4, 2], [6, 18]);

/** The orientation, and the facts behind it that need no reading. */
function orientationIn(bits: Bits): Orientation {
  const orientation = orientationOf(bits.take(3) + 1);
  if (bits.flag()) sizeIn(bits);
  if (bits.flag()) skipPreview(bits);
  if (bits.flag()) skipAnimation(bits);
  return orientation;
}
