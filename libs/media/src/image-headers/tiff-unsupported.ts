import type { RefusedForms } from "./refused-forms";

/** The properties of a TIFF that decide whether the decoder supports its pixels. */
export interface TiffForm {
  readonly compression: number;
  readonly photometric: number;
  readonly samples: number;
  readonly bits: number;
  /** The number of the sample format: unsigned, signed or floating point. */
  readonly sampleFormat: number;
}

/** Compressions that the decoder does not support. */
const compressions: Readonly<Record<number, string>> = {
  6: "old-style JPEG",
  32909: "PixarLog",
  33003: "JPEG 2000",
  33005: "JPEG 2000",
  34661: "JBIG",
  34712: "JPEG 2000",
  34887: "LERC",
  34892: "lossy DNG",
  34925: "LZMA",
  50000: "Zstandard",
  50002: "JPEG XL",
  52546: "JPEG XL",
};

const BITS = [1, 2, 4, 8, 16];
/** Unsigned, signed, floating point, and unspecified. */
const SAMPLE_FORMATS = [1, 2, 3, 4];
/** Sample formats whose range of values is not that of colors. */
const rangeless: Readonly<Record<number, string>> = { 2: "signed", 3: "float" };
const CMYK = 5;
const CIE_LAB = 8;
const OTHER_LABS = [9, 10];
/** White is zero, black is zero, palette, and mask. */
const OF_ONE_SAMPLE = [0, 1, 3, 4];

function colorsOf(photometric: number): number {
  if (photometric === CMYK) return 4;
  return OF_ONE_SAMPLE.includes(photometric) ? 1 : 3;
}

/** The forms that the decoder does not support. */
export const refusedTiffs: RefusedForms<TiffForm> = {
  forms: [
    ...[...new Set(Object.values(compressions))].map((compression) => ({
      name: `A TIFF in ${compression}`,
      matches: (form: TiffForm) => compressions[form.compression] === compression,
    })),
    {
      name: "A TIFF of complex numbers",
      matches: ({ sampleFormat }) => !SAMPLE_FORMATS.includes(sampleFormat),
    },
    {
      name: "A TIFF of {bits} bits",
      matches: ({ bits, sampleFormat }) => !BITS.includes(bits) && !(sampleFormat in rangeless),
      values: ({ bits }) => ({ bits }),
    },
    {
      // Their samples share bytes.
      name: "A TIFF of {samples} channels below 8 bits",
      matches: ({ bits, samples }) => bits < 8 && samples > 1,
      values: ({ samples }) => ({ samples }),
    },
    ...Object.entries(rangeless).map(([format, numbers]) => ({
      name: `A TIFF of {bits} bits, ${numbers}`,
      matches: ({ sampleFormat }: TiffForm) => sampleFormat === Number(format),
      values: ({ bits }: TiffForm) => ({ bits }),
    })),
    {
      name: "A TIFF in Lab colors",
      matches: ({ photometric, bits }) =>
        OTHER_LABS.includes(photometric) || (photometric === CIE_LAB && bits === 8),
    },
    {
      // One channel is allowed in addition to the colors.
      name: "A TIFF of {samples} channels",
      matches: ({ photometric, samples }) => samples > colorsOf(photometric) + 1,
      values: ({ samples }) => ({ samples }),
    },
  ],
  advice: "save it in RGB with 8 or 16 bits and LZW compression",
};
