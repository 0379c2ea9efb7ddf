import type { Metrics } from "@polls/telemetry";
import type { AttachmentResult, WaitingAttachment } from "./attachments";
import type { Confinement } from "./confined/confinement";
import type { ProcessingError } from "./rendering";

const kinds = ["image", "video", "audio"] as const;
const outcomes: readonly ("rendered" | ProcessingError)[] = [
  ...(["rendered", "broken", "unsupported_codec"] as const),
  ...(["too_large", "too_expensive", "timed_out", "missing"] as const),
];

/** Creates the counters of uploads with 0, before the first upload. */
export function showMediaCounters(metrics: Pick<Metrics, "count">): void {
  for (const kind of kinds) {
    for (const outcome of outcomes) metrics.count("media_files_total", { kind, outcome }, 0);
    for (const direction of ["read", "written"]) {
      metrics.count("media_bytes_total", { kind, direction }, 0);
    }
  }
}

/** Sets which measures confine decoders. */
export function showConfinement(
  metrics: Pick<Metrics, "set">,
  { measures, missing }: Pick<Confinement, "measures" | "missing">,
): void {
  for (const measure of measures) metrics.set("decoder_confinement", { measure }, 1);
  for (const measure of missing) metrics.set("decoder_confinement", { measure }, 0);
}

export function countUpload(
  metrics: Pick<Metrics, "count" | "observe">,
  { kind, byteSize }: Pick<WaitingAttachment, "kind" | "byteSize">,
  result: AttachmentResult,
  durationMs: number,
): void {
  metrics.observe("media_render_seconds", { kind }, durationMs / 1_000);
  metrics.count("media_files_total", { kind, outcome: result.ok ? "rendered" : result.problem });
  metrics.count("media_bytes_total", { kind, direction: "read" }, byteSize);
  if (!result.ok) return;
  const written = result.derivatives.reduce((sum, one) => sum + one.byteSize, 0);
  metrics.count("media_bytes_total", { kind, direction: "written" }, written);
}
