import { Head, type Labels } from "./field";

/** A box to tick beside its label. `checked` is the tick as a part of the page, `defaultChecked` as one of a form. */
export const Check = ({
  label,
  hint,
  set,
  ...box
}: Labels & {
  readonly name?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly "aria-describedby"?: string;
  readonly set?: (checked: boolean) => unknown;
}) => (
  <label class="check">
    <input
      type="checkbox"
      {...box}
      onChange={({ currentTarget }) => set?.(currentTarget.checked)}
    />{" "}
    <span>
      <Head label={label} hint={hint} />
    </span>
  </label>
);
