export { type Advice, type AdviceText, adviceFor, adviceTexts } from "./advice";
export { type ByteSource, bytesInMemory } from "./byte-source";
export { type CapName, defaultCaps, exceededCap, type MediaCaps, maxPixels } from "./caps";
export { capsVariables, mediaCaps } from "./caps-environment";
export { allowedDecoders, isSupported, supportedCodecs } from "./codecs";
export { type DerivativeName, derivativeNames, type VideoDerivative } from "./derivatives";
export { SNIFF_BYTES } from "./first-bytes";
export { foreignFormats, nameForeignFormat } from "./foreign-formats";
export {
  type FormatFacts,
  formatOfContentType,
  formats,
  type MediaFormat,
  type MediaKind,
} from "./formats";
export { type Chromaticities, type PictureColors, readColors } from "./image-headers/colors";
export { codestreamParts } from "./image-headers/jxl";
export { type InspectedMedia, type Inspection, inspectMedia } from "./inspect-media";
export {
  asSeen,
  type ImageSize,
  liesOnItsSide,
  type Orientation,
  orientationOf,
} from "./orientation";
export { type PictureDecoder, pictureDecoders } from "./picture-decoders";
export { refusedPictures } from "./refused-pictures";
export { sniffFormat } from "./sniff";
