import { pageWords } from "../../words";
import { distanceText, METERS_OF_DEGREE, roundDistance } from "./distances";
import { type MapView, middleOf } from "./map-view";

/** Larger maps have no scale that holds for all of them. */
const SCALE_TO_DEGREES = 20;
/** The scale is at most this share of the width. */
const SCALE_SHARE = 0.3;

/** A distance on the map, and where north is. */
export function Scale({ view }: { readonly view: MapView }) {
  const { locale, compass } = pageWords.words();
  if (view.height > SCALE_TO_DEGREES) return null;
  const [, latitude] = middleOf(view);
  const meters = view.width * METERS_OF_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const length = roundDistance(meters * SCALE_SHARE);
  return (
    <p class="scale" aria-hidden="true">
      <span style={{ inlineSize: `${(100 * length) / meters}%` }}>
        {distanceText(length, locale)}
      </span>
      <span>↑ {compass[0]}</span>
    </p>
  );
}
