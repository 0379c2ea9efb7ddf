/** The package types only its own wrapper. This service uses the C interface below it. */
declare module "libheif-js/wasm-bundle.js" {
  interface Heif {
    readonly HEAPU8: Uint8Array;
    readonly _malloc: (bytes: number) => number;
    readonly _heif_context_alloc: () => number;
    readonly [call: `_heif_${string}`]: (...args: readonly number[]) => number;
  }
  const heif: Heif;
  export = heif;
}
