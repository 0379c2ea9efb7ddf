// biome-ignore lint/style/noRestrictedImports: ffmpeg prints what it can do and ends
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { supportedCodecs } from "@polls/media";
import { type Diagnostic, type Finding, failed, ok, warning } from "@polls/runtime";
import type { Confinement } from "../confined/confinement";

/** Encoders and formats that every video needs. */
const encoders = ["libx264", "aac", "tiff", "rawvideo", "png"];
/** Codecs without which common videos or audio files cannot be opened. */
const usual: ReadonlySet<string> = new Set(["H.264", "HEVC", "VP9", "AAC", "MP3", "Opus"]);
/** Filters that HDR videos and wide color gamuts need. */
const colorFilters = ["zscale", "tonemap"];

const MAX_BYTES = 4_000_000;
const INSTALL = "install a full ffmpeg, or name one by FFMPEG_PATH";

/** Checks the programs of the media worker on this machine. */
export const mediaDiagnostics = (
  ffmpeg: string,
  { measures, environment }: Pick<Confinement, "measures" | "environment">,
): readonly Diagnostic[] => {
  const run = async (signal: AbortSignal, ...args: readonly string[]): Promise<string> => {
    const options = { signal, env: environment, maxBuffer: MAX_BYTES };
    return (await promisify(execFile)(ffmpeg, ["-hide_banner", ...args], options)).stdout;
  };
  return [
    {
      name: "ffmpeg",
      remedy: INSTALL,
      async run(signal) {
        const version = await run(signal, "-version").catch((error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return undefined;
          throw error;
        });
        if (version === undefined) return failed("there is no ffmpeg", INSTALL);
        const [known, written, applied] = await Promise.all([
          run(signal, "-decoders"),
          run(signal, "-encoders"),
          run(signal, "-filters"),
        ]);
        return findingOfFfmpeg(/^ffmpeg version (\S+)/.exec(version)?.[1] ?? "of no version", {
          decoders: namesIn(known),
          encoders: namesIn(written),
          filters: namesIn(applied),
        });
      },
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
};

/** The number of measures if all work: no network, and ending with the worker. */
const CONFINEMENT_MEASURES = 2;

/** The names in a list of ffmpeg: the second word of each line below the header. */
const namesIn = (list: string): ReadonlySet<string> =>
  new Set([...list.matchAll(/^ \S+ +(\S+)/gm)].map(([, name = ""]) => name));

/** The capabilities of an ffmpeg, by the names that it lists. */
export interface FfmpegAbilities {
  readonly decoders: ReadonlySet<string>;
  readonly encoders: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
}

/** The finding about an ffmpeg, for operators. */
export function findingOfFfmpeg(version: string, able: FfmpegAbilities): Finding {
  const program = `ffmpeg ${version}`;
  const closed = [
    ...new Set(
      supportedCodecs
        .filter(({ decoders }) => !decoders.some((decoder) => able.decoders.has(decoder)))
        .map(({ name }) => name),
    ),
  ];
  const lacks = [
    ...encoders.filter((name) => !able.encoders.has(name)).map((name) => `${name} (writes films)`),
    ...closed.filter((name) => usual.has(name)),
  ];
  if (lacks.length > 0) return failed(`${program} lacks ${lacks.join(", ")}`, INSTALL);
  const colors = colorFilters.filter((name) => !able.filters.has(name));
  const rare = [...closed, ...colors.map((name) => `${name} (colors of HDR)`)];
  if (rare.length > 0) return warning(`${program} lacks ${rare.join(", ")}`, INSTALL);
  return ok(`${program} opens all ${supportedCodecs.length} codecs, and writes H.264 and AAC`);
}
