/** The package has no types of its own. */
declare module "heic-decode" {
  interface DecodedImage {
    readonly width: number;
    readonly height: number;
    /** RGBA, a byte each. */
    readonly data: Uint8ClampedArray;
  }
  function decode(input: { readonly buffer: Uint8Array }): Promise<DecodedImage>;
  export = decode;
}
