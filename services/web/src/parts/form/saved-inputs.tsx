import { Check } from "./check";
import { Field, type Labels, TextArea } from "./field";
import { Menu, type MenuProps } from "./menu";
import { usePending } from "./pending";
import { SavedField } from "./saved-field";

interface Pending<Value> {
  readonly value: Value;
  /** Resolves when the change has succeeded or failed. */
  readonly save: (value: Value) => Promise<void>;
}

/** A menu that shows a choice while it is saved. */
export function PendingMenu<Each extends string | number | null>({
  value,
  save,
  ...menu
}: Omit<MenuProps<Each>, keyof Pending<Each>> & Pending<Each>) {
  const [current, set] = usePending({ value, save });
  return <Menu {...menu} value={current} set={set} />;
}

/** A box that shows a tick while it is saved. */
export function PendingCheck({
  value,
  save,
  described,
  ...labels
}: Pending<boolean> & Labels & { readonly described: string }) {
  const [current, set] = usePending({ value, save });
  return <Check {...labels} checked={current} aria-describedby={described} set={set} />;
}

interface Saved<Value> {
  /** The name of the field in errors of the service. */
  readonly field: string;
  readonly label: string;
  readonly value: Value;
  readonly change: (value: Value) => Promise<unknown>;
}

export const SavedMenu = <Each extends string | number>({
  field,
  change,
  ...menu
}: Saved<Each> & Omit<MenuProps<Each>, keyof Saved<Each>>) => (
  <SavedField field={field}>
    {(save, described) => (
      <PendingMenu<Each>
        {...menu}
        described={described}
        save={(wanted) => save(() => change(wanted))}
      />
    )}
  </SavedField>
);

export const SavedCheck = ({ field, change, ...check }: Saved<boolean>) => (
  <SavedField field={field}>
    {(save, described) => (
      <PendingCheck
        {...check}
        described={described}
        save={(wanted) => save(() => change(wanted))}
      />
    )}
  </SavedField>
);

/** A number from 1, by default a whole one. Undefined is an empty field, which is saved as null. */
export const SavedNumber = ({
  field,
  label,
  value,
  step = 1,
  change,
}: Omit<Saved<number | undefined>, "change"> & {
  readonly step?: 1 | "any";
  readonly change: (value: number | null) => Promise<unknown>;
}) => (
  <SavedField field={field}>
    {(save, described) => (
      <Field
        label={label}
        type="number"
        min={1}
        step={step}
        defaultValue={String(value ?? "")}
        aria-describedby={described}
        onChange={({ currentTarget: { value: entered, valueAsNumber, validity } }) => {
          if (validity.valid) void save(() => change(entered === "" ? null : valueAsNumber));
        }}
      />
    )}
  </SavedField>
);

/** A text that is saved when one leaves its field. With `rows`, it may have several lines. */
export const SavedText = ({
  field,
  value,
  change,
  rows,
  ...text
}: Omit<Saved<string | undefined>, "change"> & {
  readonly hint?: string;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly rows?: number;
  readonly change: (value: string) => Promise<unknown>;
}) => (
  <SavedField field={field}>
    {(save, described) => {
      const input = {
        ...text,
        "aria-describedby": described,
        defaultValue: value ?? "",
        onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
          void save(() => change(currentTarget.value)),
      };
      return rows === undefined ? <Field {...input} /> : <TextArea {...input} rows={rows} />;
    }}
  </SavedField>
);
