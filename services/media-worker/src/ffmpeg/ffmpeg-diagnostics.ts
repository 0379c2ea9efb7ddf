import { supportedCodecs } from "@polls/media";
import { type Diagnostic, type Finding, failed, ok, warning } from "@polls/runtime";
import type { Logger } from "@polls/telemetry";
import type { Confinement } from "../confined/confinement";
import { askFfmpeg, type FfmpegAbilities } from "./abilities";
import { JXL_DECODER } from "./guard";

/** Encoders and formats that every video needs. */
const encoders = ["libx264", "aac", "tiff", "rawvideo", "png"];
/** Codecs without which common videos or audio files cannot be opened. */
const usual: ReadonlySet<string> = new Set(["H.264", "HEVC", "VP9", "AAC", "MP3", "Opus"]);
/** Filters that every video needs. */
const filters = [
  "scale",
  "fps",
  "transpose",
  "hflip",
  "vflip",
  "split",
  "select",
  "setsar",
  "format",
];
/** Filters that HDR videos and wide color gamuts need. */
const colorFilters = ["zscale", "tonemap"];

const INSTALL = "install a full ffmpeg, or name one by FFMPEG_PATH";

/** Checks the programs of the media worker on this machine. */
export const mediaDiagnostics = (
  ffmpeg: string,
  { measures, environment }: Pick<Confinement, "measures" | "environment">,
): readonly Diagnostic[] => [
  {
    name: "ffmpeg",
    remedy: INSTALL,
    run: async (signal) => findingOfFfmpeg(await askFfmpeg(ffmpeg, environment, signal)),
  },
  {
    name: "confinement",
    async run() {
      if (measures.length === CONFINEMENT_MEASURES) return ok(measures.join("; "));
      return warning(
        measures.length === 0 ? "decoders are not confined" : `decoders: ${measures.join("; ")}`,
        "give the worker unshare and setpriv, and the right to make namespaces",
      );
    },
  },
];

const START_MS = 30_000;

/**
 * Logs at the start which ffmpeg this is and what it cannot do. Undefined if it does not answer:
 * pictures need none.
 */
export async function noteFfmpeg(
  ffmpeg: string,
  { environment }: Pick<Confinement, "environment">,
  log: Logger,
): Promise<FfmpegAbilities | undefined> {
  try {
    const able = await askFfmpeg(ffmpeg, environment, AbortSignal.timeout(START_MS));
    const { state, found } = findingOfFfmpeg(able);
    log[state === "ok" ? "info" : "warn"]({ found }, "what ffmpeg can do here");
    return able;
  } catch (error) {
    log.warn({ err: error }, "ffmpeg does not answer");
    return undefined;
  }
}

/** The number of measures if all work: no network, and ending with the worker. */
const CONFINEMENT_MEASURES = 2;

/** The finding about an ffmpeg, for operators. */
export function findingOfFfmpeg(able: FfmpegAbilities | undefined): Finding {
  if (able === undefined) return failed("there is no ffmpeg", INSTALL);
  const program = `ffmpeg ${able.version}`;
  const closed = [
    ...new Set(
      supportedCodecs
        .filter(({ decoders }) => !decoders.some((decoder) => able.decoders.has(decoder)))
        .map(({ name }) => name),
    ),
  ];
  const lacks = [
    ...encoders.filter((name) => !able.encoders.has(name)).map((name) => `${name} (writes films)`),
    ...filters.filter((name) => !able.filters.has(name)).map((name) => `${name} (changes films)`),
    ...closed.filter((name) => usual.has(name)),
  ];
  if (lacks.length > 0) return failed(`${program} lacks ${lacks.join(", ")}`, INSTALL);
  const colors = colorFilters.filter((name) => !able.filters.has(name));
  const pictures = able.decoders.has(JXL_DECODER) ? [] : ["JPEG XL"];
  const rare = [...closed, ...pictures, ...colors.map((name) => `${name} (colors of HDR)`)];
  if (rare.length > 0) return warning(`${program} lacks ${rare.join(", ")}`, INSTALL);
  return ok(`${program} opens all ${supportedCodecs.length} codecs, and writes H.264 and AAC`);
}
