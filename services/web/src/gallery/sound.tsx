import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { Quiet } from "../parts/show/button";
import { lengthText } from "../parts/show/length-text";
import type { MediaProps } from "../poll/media-props";

const BARS_HEIGHT = 100;

/** Plays a sound; its waveform shows the position and allows seeking. */
export function Sound({
  option: { attachment, playback },
  name,
  visit: { words },
}: Omit<MediaProps, "visit"> & { readonly visit: Pick<MediaProps["visit"], "words"> }) {
  const audio = useRef<HTMLAudioElement>(null);
  const isPlaying = useSignal(false);
  const isBroken = useSignal(false);
  const at = useSignal(0);
  const duration = playback?.duration ?? 0;
  const peaks = playback?.peaks ?? [];
  const { attachment_url_cover: cover, attachment_original_url: original } = attachment ?? {};
  // A sound of an earlier release has no file of its own to play.
  const source = playback?.url ?? original;

  function toggle(): void {
    const element = audio.current;
    if (element === null) return;
    if (!element.paused) element.pause();
    // One sound at a time.
    else {
      for (const other of document.querySelectorAll("audio")) other.pause();
      isBroken.value = false;
      element
        .play()
        .catch(({ name: reason }: DOMException) => (isBroken.value = reason !== "AbortError"));
    }
  }

  const played = duration === 0 ? 0 : at.value / duration;
  return (
    <div class="row sound">
      {cover !== undefined && <img class="sound-cover" src={cover} alt="" loading="lazy" />}
      {/* biome-ignore lint/a11y/useMediaCaption: uploads have no captions */}
      <audio
        ref={audio}
        preload="none"
        src={source}
        onPlay={() => (isPlaying.value = true)}
        onPause={() => (isPlaying.value = false)}
        onTimeUpdate={({ currentTarget }) => (at.value = currentTarget.currentTime)}
        onError={() => (isBroken.value = true)}
      />
      <Quiet
        disabled={source === undefined}
        aria-pressed={isPlaying.value}
        aria-label={`${words.gallery.listen}: ${name}`}
        onClick={toggle}
      >
        <span aria-hidden="true">{isPlaying.value ? "❚❚" : "▶"}</span>
      </Quiet>
      <span class="wave">
        <svg
          viewBox={`0 0 ${peaks.length} ${BARS_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {peaks.map((peak, bar) => {
            const height = Math.max(2, peak);
            return (
              <rect
                key={bar}
                class={bar < played * peaks.length ? "played" : ""}
                x={bar}
                y={(BARS_HEIGHT - height) / 2}
                width={0.7}
                height={height}
              />
            );
          })}
        </svg>
        <input
          type="range"
          min={0}
          max={duration}
          step="any"
          value={at.value}
          aria-label={`${words.gallery.position}: ${name}`}
          aria-valuetext={words.gallery.of(lengthText(at.value), lengthText(duration))}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            at.value = valueAsNumber;
            if (audio.current !== null) audio.current.currentTime = valueAsNumber;
          }}
        />
      </span>
      <span class="fine" aria-hidden="true">
        {lengthText(at.value)} / {lengthText(duration)}
      </span>
      <Problem
        text={isBroken.value || source === undefined ? words.gallery.unplayable : undefined}
      />
    </div>
  );
}
