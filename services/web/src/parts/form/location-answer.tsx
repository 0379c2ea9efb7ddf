import type { ComponentChildren } from "preact";
import { placeWords } from "../../words/place";
import type { FieldProps } from "./field-props";
import { LocationField } from "./location-field";

export const words = [placeWords];

/** The point with which a visitor answers an input: latitude and longitude. */
export function LocationAnswer({
  value,
  set,
  enter,
  disabled,
  problemId,
  legend,
}: FieldProps & { readonly legend: ComponentChildren }) {
  const [latitude, longitude] = value?.split(", ").map(Number) ?? [];
  return (
    <LocationField
      initial={latitude === undefined || longitude === undefined ? [] : [longitude, latitude]}
      legend={legend}
      problemId={problemId}
      required={false}
      disabled={disabled}
      chosen={set}
      entered={(event, text) => enter(event, () => text)}
    />
  );
}
