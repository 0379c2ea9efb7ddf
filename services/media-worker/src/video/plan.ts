import type { ImageSize } from "@polls/media";
import { type Rotation, swapsSides } from "../image/orient";
import type { Film } from "./film";

/** What the film is turned into (decisions section 11): at most 1280 px, and sizes H.264 can code. */
export interface FilmPlan {
  readonly size: ImageSize;
  readonly rotation: Rotation;
  /** Absent: as in the original. */
  readonly frameRate?: number;
  readonly toneMap: boolean;
}

const LONG_SIDE = 1_280;
const FRAME_RATE_MAX = 60;

/** Decides size and pace of the film. Nothing is enlarged, apart from sides shorter than two pixels. */
export function planFilm({ size, frameRate = 0, hdr }: Film, rotation: Rotation): FilmPlan {
  const turned = swapsSides({ mirrored: false, degrees: rotation })
    ? { width: size.height, height: size.width }
    : size;
  const scale = Math.min(1, LONG_SIDE / Math.max(turned.width, turned.height));
  return {
    size: { width: even(turned.width * scale), height: even(turned.height * scale) },
    rotation,
    ...(frameRate > FRAME_RATE_MAX ? { frameRate: FRAME_RATE_MAX } : {}),
    toneMap: hdr,
  };
}

const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2);
