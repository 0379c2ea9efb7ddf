import { supportedCodecs } from "@polls/media";
import {
  type Diagnostic,
  type Finding,
  failed,
  ok,
  type ReadinessCheck,
  warning,
} from "@polls/runtime";
import type { Logger } from "@polls/telemetry";
import type { Confinement } from "../confined/confinement";
import { DecoderStarved } from "../confined/spawn-confined";
import { askFfmpeg, type FfmpegAbilities } from "./abilities";
import { JXL_DECODER } from "./run-ffmpeg";

/** Encoders and formats that every video needs. */
const encoders = ["libx264", "aac", "tiff", "rawvideo", "png"];
/** Codecs without which common videos or audio files cannot be opened. */
const usual: ReadonlySet<string> = new Set(["H.264", "HEVC", "VP9", "AAC", "MP3", "Opus"]);
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

/** Less than the deadline of a diagnostic, because a busy machine also needs time to end a program. */
const ANSWER_MS = 3_000;

interface MediaDiagnosticsOptions {
  readonly confinementRequired: boolean;
  /** What ffmpeg could do at the start. */
  readonly known?: FfmpegAbilities | undefined;
  readonly answerMs?: number;
}

/** Checks the programs of the media worker on this machine. */
export const mediaDiagnostics = (
  ffmpeg: string,
  confinement: Confinement,
  { confinementRequired, known, answerMs = ANSWER_MS }: MediaDiagnosticsOptions,
): readonly Diagnostic[] => [
  {
    name: "ffmpeg",
    remedy: INSTALL,
    async run(signal) {
      try {
        const answer = askFfmpeg(ffmpeg, confinement, { wallMs: answerMs, signal, known });
        return findingOfFfmpeg(await answer);
      } catch (error) {
        // It may work: only the machine is busy.
        if (error instanceof DecoderStarved)
          return warning(error.message, "look at the load of the machine");
        throw error;
      }
    },
  },
  {
    name: "confinement",
    async run() {
      const { measures, missing } = confinement;
      if (missing.length === 0) return ok(measures.join("; "));
      const lacks = `decoders lack: ${missing.join("; ")}`;
      const remedy = "see docs/operations.md#confinement-of-decoders";
      return confinementRequired
        ? failed(`${lacks}; nothing is decoded, because MEDIA_CONFINEMENT is required`, remedy)
        : warning(lacks, remedy);
    },
  },
];

/** A worker that must confine decoders and cannot is not ready, because it decodes nothing. */
export const confinementCheck = ({ missing }: Pick<Confinement, "missing">): ReadinessCheck => ({
  part: "confinement",
  needed: true,
  trouble: () => "required measures do not work",
  async check() {
    if (missing.length > 0) throw new Error(missing.join("; "));
  },
});

const START_MS = 30_000;

/** Logs which ffmpeg this is and what it cannot do, if it answers: pictures need none. */
export async function noteFfmpeg(
  ffmpeg: string,
  confinement: Confinement,
  log: Logger,
): Promise<FfmpegAbilities | undefined> {
  try {
    const { signal } = new AbortController();
    const able = await askFfmpeg(ffmpeg, confinement, { wallMs: START_MS, signal });
    const { state, found } = findingOfFfmpeg(able);
    log[state === "ok" ? "info" : "warn"]({ found }, "what ffmpeg can do here");
    return able;
  } catch (error) {
    log.warn({ err: error }, "ffmpeg does not answer");
    return undefined;
  }
}

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
