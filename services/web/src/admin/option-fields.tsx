import type { OptionListItem } from "@polls/client";
import { Field } from "../parts/form/field";
import { LocationField, pointIn } from "../parts/form/location-field";
import { besideOf } from "../parts/map/beside";
import { numberedPlaces } from "../parts/map/location";
import type { OptionField } from "../types/option-forms";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";

interface Props {
  readonly field: OptionField;
  readonly context: PollContext;
  /** What is there already. */
  readonly items: readonly OptionListItem[];
}

export function FieldOf({ field, context, items }: Props) {
  const { options: texts, problems } = context.words;
  const { content, start_date, end_date } = problems.fields;
  switch (field) {
    case "content":
      return <Field label={content} name="content" required maxLength={1_000} autocomplete="off" />;
    case "day":
      return <When label={start_date} name="start_date" />;
    case "moment":
    case "moments":
      return null;
    case "days":
      return (
        <>
          <When label={start_date} name="start_date" />
          <When label={end_date} name="end_date" />
        </>
      );
    case "video":
      return <Field label={texts.video} name="video" required autocomplete="off" />;
    case "place":
      return <PlaceField context={context} items={items} />;
    case "files":
    case "file":
    case "question":
      return null;
  }
}

/** A place, on a map that shows the other places of the poll by their numbers. */
const PlaceField = ({ context, items }: Omit<Props, "field">) => (
  <LocationField beside={besideOf(numberedPlaces(items, (option) => nameOf(option, context)))} />
);

const When = ({ label, name }: { readonly label: string; readonly name: string }) => (
  <Field label={label} name={name} type="date" required />
);

/** The option that the form describes. */
export function optionIn(form: FormData): Readonly<Record<string, unknown>> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const plain = ["content", "start_date", "end_date"].flatMap((name) =>
    text(name) === "" ? [] : [[name, text(name)] as const],
  );
  const [video, places] = [text("video"), text("places")];
  const data = pointIn(form);
  return {
    ...Object.fromEntries(plain),
    ...(data !== undefined && { data }),
    ...(video !== "" && { [video.includes("vimeo.") ? "vimeo_id" : "youtube_id"]: video }),
    ...(places !== "" && { settings: { voter_limit: Number(places) } }),
  };
}
