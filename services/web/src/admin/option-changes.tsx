import type { Option } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Field } from "../parts/form/field";
import { Input } from "../parts/form/input";
import { linesIn } from "../parts/form/lines";
import { localMoment } from "../parts/form/local-moment";
import { SavedField } from "../parts/form/saved-field";
import { SavedMenu, SavedNumber, SavedText } from "../parts/form/saved-inputs";
import { locationOf } from "../parts/map/location";
import type { Position } from "../parts/map/map-view";
import { positionIn } from "../parts/map/read-position";
import { Quiet } from "../parts/show/button";
import { fieldsOf } from "../types/option-forms";
import type { PollContext } from "./poll-context";
import { InputSettings } from "./question-settings";

type Fields = Readonly<Record<string, unknown>>;

/** Changes fields in turn. A function gets the option after the change before. */
export type ChangeFields = (
  fields: Fields | ((now: Option | undefined) => Fields),
) => Promise<unknown>;

interface Props {
  readonly option: Option;
  readonly context: PollContext;
  readonly change: ChangeFields;
  readonly reload: () => Promise<void>;
}

/** The fields of an option's class: dates, a location, an input, an address of a video, a file. Each is saved separately. */
export function OwnFields(props: Props) {
  const { option, context, change } = props;
  const { words } = context;
  const { options: texts } = words;
  const fields = fieldsOf(option.type) ?? [];
  const hasDays = fields.includes("day") || fields.includes("days");
  const hasDates = hasDays || fields.includes("moment") || fields.includes("moments");
  const isInput = fields.includes("question") && option.settings?.survey_step_type === undefined;
  const hasEnd = fields.includes("days") || fields.includes("moments");
  return (
    <>
      {hasDates && <DateField {...props} name="start_date" wholeDay={hasDays} required />}
      {(hasEnd || (hasDates && option.end_date !== undefined)) && (
        <DateField {...props} name="end_date" wholeDay={hasDays} required={hasEnd} />
      )}
      {fields.includes("place") && <PlaceField {...props} />}
      {isInput && <InputSettings input={option} change={change} />}
      {context.poll.value.settings.limit_per_option_type === "limit_individual" && (
        <SavedNumber
          field="settings.voter_limit"
          label={words.build.places}
          value={option.settings?.voter_limit}
          change={(voter_limit) => change({ settings: { voter_limit } })}
        />
      )}
      {(["youtube_id", "vimeo_id"] as const).map(
        (name) =>
          option[name] !== undefined && (
            <SavedText
              key={name}
              field={name}
              label={texts.video}
              required
              value={option[name]}
              change={(value) => change({ [name]: value })}
            />
          ),
      )}
      {option.rotation !== undefined && (
        <SavedMenu
          field="rotation"
          label={texts.rotation}
          values={[0, 90, 180, 270]}
          textOf={(degrees) => `${degrees}°`}
          value={option.rotation}
          change={(rotation) => change({ rotation })}
        />
      )}
      {(fields.includes("files") || fields.includes("file")) && (
        <FileField {...props} removable={fields.includes("file")} />
      )}
    </>
  );
}

function DateField({
  option,
  context: { words, poll },
  change,
  name,
  wholeDay,
  required,
}: Props & {
  readonly name: "start_date" | "end_date";
  readonly wholeDay: boolean;
  readonly required: boolean;
}) {
  const { timezone } = poll.value.settings;
  const shown = localMoment(option[name] ?? "", timezone);
  return (
    <SavedField field={name}>
      {(save, described) => (
        <label class="entry">
          {words.problems.fields[name]}
          {!wholeDay && timezone !== undefined && (
            <small>{words.build.timesIn(timezone.replaceAll("_", " "))}</small>
          )}
          <Input
            type={wholeDay ? "date" : "datetime-local"}
            required={required}
            aria-describedby={described}
            defaultValue={wholeDay ? shown.slice(0, "2030-01-31".length) : shown}
            onChange={({ currentTarget: { value, validity } }) => {
              if (validity.valid) void save(() => change({ [name]: value === "" ? null : value }));
            }}
          />
        </label>
      )}
    </SavedField>
  );
}

/** Positions as lines, latitude first as people write them; routes and areas have several. */
function PlaceField({ option, context: { words }, change }: Props) {
  const { options: texts } = words;
  const location = locationOf(option);
  const radius = location?.radius;
  const move = (part: Fields) =>
    change((now) => {
      const { positions: coordinates, radius } = (now && locationOf(now)) ?? {};
      return { data: { coordinates, radius, ...part } };
    });
  const degrees = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 5 });
  const line = ([longitude, latitude]: Position) =>
    `${degrees.format(latitude)}; ${degrees.format(longitude)}`;
  return (
    <>
      <SavedText
        field="data"
        label={words.problems.fields.location}
        hint={texts.placeText}
        rows={Math.min(8, location?.positions.length ?? 1)}
        value={location?.positions.map(line).join("\n")}
        change={(value) => move({ coordinates: positionsIn(value) })}
      />
      {radius !== undefined && (
        <SavedNumber
          field="data"
          label={texts.radius}
          step="any"
          value={radius}
          change={(entered) => move({ radius: entered })}
        />
      )}
    </>
  );
}

/** Longitude first, as in the API. The service refuses a line without a position. */
const positionsIn = (text: string): readonly (readonly number[])[] =>
  linesIn(text).map((line) => positionIn(line) ?? []);

/** Replaces the current file. */
function FileField({
  option: { id, attachment, video },
  context: { words, updateOption },
  change,
  reload,
  removable,
}: Props & { readonly removable: boolean }) {
  const { options: texts } = words;
  const there = useSignal(attachment !== undefined || video !== undefined);
  const original = attachment?.attachment_original_url;
  return (
    <SavedField field="attachment">
      {(save, described) => (
        <div class="entry">
          <Field
            label={there.value ? texts.replaceFile : texts.chooseFile}
            type="file"
            aria-describedby={described}
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file === undefined) return;
              const body = new FormData();
              body.append("option_attachments[]", file);
              void save(async () => {
                await updateOption(id, body);
                there.value = true;
                await reload();
              });
            }}
          />
          <p class="row">
            {original !== undefined && <a href={original}>{texts.originalFile}</a>}
            {removable && there.value && (
              <Quiet
                onClick={() =>
                  void save(async () => {
                    await change({ attachment: null });
                    there.value = false;
                  })
                }
              >
                {texts.removeFile}
              </Quiet>
            )}
          </p>
        </div>
      )}
    </SavedField>
  );
}
