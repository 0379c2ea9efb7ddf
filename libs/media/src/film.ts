/** What a container's header says of the film or sound in it. */
export interface FilmFacts {
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** Undefined where the header does not tell (live recordings): then only decoding does. */
  readonly durationMs?: number;
  /** The size as it is seen. */
  readonly width?: number;
  readonly height?: number;
}
