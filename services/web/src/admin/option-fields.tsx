import { Input } from "../parts/input";
import { linesIn } from "../parts/lines";
import { LocationField, pointIn } from "../submission/location-field";
import type { OptionField } from "../types/option-forms";
import { pageWords } from "../words";
import type { AdminWords } from "../words/admin";

interface Props {
  readonly field: OptionField;
  readonly words: AdminWords;
}

export function FieldOf({ field, words: { options: texts } }: Props) {
  switch (field) {
    case "content":
      return (
        <label class="entry">
          {texts.content}
          <input name="content" type="text" required maxLength={1_000} autocomplete="off" />
        </label>
      );
    case "day":
      return <When label={texts.start} name="start_date" type="date" />;
    case "moment":
      return <When label={texts.start} name="start_date" type="datetime-local" />;
    case "days":
    case "moments": {
      const type = field === "days" ? "date" : "datetime-local";
      return (
        <>
          <When label={texts.start} name="start_date" type={type} />
          <When label={texts.end} name="end_date" type={type} />
        </>
      );
    }
    case "video":
      return (
        <label class="entry">
          {texts.video}
          <input name="video" type="text" required autocomplete="off" />
        </label>
      );
    case "step":
      return (
        <label class="entry">
          {texts.stepType}
          <select name="survey_step_type">
            {Object.entries(texts.stepTypes).map(([value, text]) => (
              <option key={value} value={value} selected={value === "input"}>
                {text}
              </option>
            ))}
          </select>
        </label>
      );
    case "input":
      return (
        <>
          <label class="entry">
            {texts.inputType}
            <select name="input_type">
              {Object.entries(texts.inputTypes).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          <label class="entry">
            {texts.choices}
            <textarea name="allowed_values" rows={3} />
          </label>
          <label class="check">
            <input name="mandatory" type="checkbox" /> {texts.mandatory}
          </label>
        </>
      );
    case "place":
      return <LocationField words={pageWords.words()} />;
    case "files":
    case "file":
      return null;
  }
}

const When = ({
  label,
  name,
  type,
}: {
  readonly label: string;
  readonly name: string;
  readonly type: "date" | "datetime-local";
}) => (
  <label class="entry">
    {label}
    <Input name={name} type={type} required />
  </label>
);

/** The option that the form describes. */
export function optionIn(form: FormData): Readonly<Record<string, unknown>> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const plain = ["content", "start_date", "end_date", "input_type"].flatMap((name) =>
    text(name) === "" ? [] : [[name, text(name)] as const],
  );
  const values = linesIn(form.get("allowed_values"));
  const settings = {
    ...(form.has("survey_step_type") && { survey_step_type: text("survey_step_type") }),
    ...(values.length > 0 && { allowed_values: values }),
    ...(form.has("mandatory") && { mandatory: true }),
  };
  const video = text("video");
  const data = pointIn(form);
  return {
    ...Object.fromEntries(plain),
    ...(data !== undefined && { data }),
    ...(video !== "" && { [video.includes("vimeo.") ? "vimeo_id" : "youtube_id"]: video }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}
