import type { OptionListItem } from "@polls/client";
import { pictureFiles } from "@polls/domain/pictures";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { thumbHashToRGBA } from "thumbhash";
import { onDemand } from "../parts/page/on-demand";
import type { MediaProps } from "./media-props";

const Sound = onDemand(() => import("../gallery/sound"), "Sound");

/** Whether an option has a picture that can be opened in full size; stills of videos do not count. */
export const hasPicture = (option: OptionListItem): boolean => pictureFiles(option) !== undefined;

/** The ratio of height to width of an option's media, if it is known before the file loads. */
export function ratioOf(option: OptionListItem): number | undefined {
  const { width, height } = option;
  if (siteOf(option) !== undefined) return FILM_RATIO;
  const isSeen = hasPicture(option) || filmOf(option) !== undefined;
  return isSeen && width !== undefined && height !== undefined ? height / width : undefined;
}

const FILM_RATIO = 9 / 16;

interface Film {
  readonly url: string;
  readonly still: string | undefined;
}

/** Uploaded videos have separate files; videos of calendar doors do not. */
function filmOf({ video, attachment, playback }: OptionListItem): Film | undefined {
  if (video?.url !== undefined) return { url: video.url, still: video.thumb_url };
  const { attachment_url_large: url, attachment_url_thumb: still } = attachment ?? {};
  const isFilm = playback !== undefined && playback.peaks === undefined;
  return isFilm && url !== undefined ? { url, still } : undefined;
}

/** A picture in its place, blurred until it is loaded. */
export function Picture({ option, name, visit }: MediaProps) {
  const { width, height, thumbhash } = option;
  // The document preloads this picture before the script runs.
  const isFirst = option.id === visit.data.options?.items[0]?.id;
  const blurred = useMemo(() => blurOf(thumbhash), [thumbhash]);
  const isLoaded = useSignal(false);
  const isSized = width !== undefined && height !== undefined;
  return (
    <img
      {...pictureFiles(option, visit.data.paired)}
      {...(isSized && { width, height })}
      alt={name}
      {...(isFirst ? { fetchpriority: "high" } : { loading: "lazy" })}
      decoding="async"
      style={{
        backgroundImage: isLoaded.value ? "" : blurred,
        ...(isSized && { "--ratio": String(width / height) }),
      }}
      onLoad={() => (isLoaded.value = true)}
    />
  );
}

function blurOf(thumbhash: string | undefined): string {
  if (thumbhash === undefined) return "";
  const bytes = Uint8Array.from(atob(thumbhash), (sign) => sign.charCodeAt(0));
  const { w, h, rgba } = thumbHashToRGBA(bytes);
  const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  return `url("${canvas.toDataURL()}")`;
}

/** The video or sound of an option, with its player; nothing for other options. */
export function Player({ option, name, visit }: MediaProps) {
  const { width, height, playback } = option;
  const film = filmOf(option);
  if (siteOf(option) !== undefined) return <SiteFilm {...{ option, name, visit }} />;
  if (film !== undefined) {
    return (
      <video
        class="media"
        controls
        playsInline
        preload="none"
        aria-label={name}
        poster={film.still}
        // On paper, where the player may be an empty box.
        style={{ backgroundImage: film.still && `url("${film.still}")` }}
        src={film.url}
        {...(width !== undefined && height !== undefined && { width, height })}
      />
    );
  }
  return playback?.peaks === undefined ? null : <Sound {...{ option, name, visit }} />;
}

interface Site {
  readonly name: "YouTube" | "Vimeo";
  readonly url: string;
}

function siteOf({ youtube_id, vimeo_id }: OptionListItem): Site | undefined {
  if (youtube_id !== undefined) {
    const url = `https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtube_id)}?autoplay=1`;
    return { name: "YouTube", url };
  }
  if (vimeo_id === undefined) return undefined;
  const url = `https://player.vimeo.com/video/${encodeURIComponent(vimeo_id)}?autoplay=1&dnt=1`;
  return { name: "Vimeo", url };
}

/** Nothing of the other site is loaded before the click. */
function SiteFilm({ option, name, visit: { words } }: MediaProps) {
  const site = siteOf(option);
  const isPlaying = useSignal(false);
  if (site === undefined) return null;
  return isPlaying.value ? (
    <iframe
      class="film"
      title={name}
      src={site.url}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // The players refuse pages that send no referrer.
      referrerpolicy="strict-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
    />
  ) : (
    <button
      type="button"
      class="film quiet"
      aria-label={`${words.gallery.play(site.name)}: ${name}`}
      onClick={() => (isPlaying.value = true)}
    >
      <span aria-hidden="true" class="sign">
        ▶
      </span>
      {words.gallery.play(site.name)}
      <small>{words.gallery.loads(site.name)}</small>
    </button>
  );
}
