export * from "./advice";
export { type ByteSource, bytesInMemory } from "./byte-source";
export * from "./caps";
export * from "./caps-environment";
export { allowedDecoders, isSupported, supportedCodecs } from "./codecs";
export {
  type DerivativeName,
  type PictureName,
  pictureNames,
  soundForm,
  type VideoDerivative,
} from "./derivatives";
export { SNIFF_BYTES } from "./first-bytes";
export * from "./foreign-formats";
export * from "./formats";
export * from "./image-headers/colors";
export { codestreamParts } from "./image-headers/jxl";
export * from "./inspect-media";
export {
  asSeen,
  type ImageSize,
  type Orientation,
  orientationOf,
} from "./orientation";
export * from "./picture-decoders";
export * from "./refused-pictures";
export * from "./sniff";
