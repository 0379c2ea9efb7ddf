import { Head, type Labels } from "./field";

type Value = string | number | null | undefined;

interface SelectProps<Each extends Value> {
  readonly values: readonly Each[];
  readonly textOf: (value: Each) => string;
  /** The chosen value, as `set` gets it. */
  readonly value?: NoInfer<Each> | undefined;
  /** The value that is chosen at first, where the form or the service keeps the choice. */
  readonly initial?: NoInfer<Each> | undefined;
  readonly set?: (value: Each) => unknown;
  readonly name?: string;
  readonly disabled?: boolean | undefined;
  readonly label?: string;
  readonly described?: string | undefined;
}

/** A menu. The label is for screen readers. */
export const Select = <Each extends Value>(menu: SelectProps<Each>) => (
  <select
    name={menu.name}
    disabled={menu.disabled}
    aria-label={menu.label}
    aria-describedby={menu.described}
    {...("value" in menu && { value: String(menu.value ?? "") })}
    onChange={({ currentTarget: { selectedIndex } }) =>
      menu.set?.(menu.values[selectedIndex] as Each)
    }
  >
    {menu.values.map((each) => (
      <option
        key={each}
        value={String(each ?? "")}
        selected={("initial" in menu && each === menu.initial) || undefined}
      >
        {menu.textOf(each)}
      </option>
    ))}
  </select>
);

export type MenuProps<Each extends Value> = Omit<SelectProps<Each>, "label"> &
  Labels & {
    /** What screen readers say in place of the label. */
    readonly spoken?: string;
  };

/** A menu under its label. */
export const Menu = <Each extends Value>({ label, hint, spoken, ...menu }: MenuProps<Each>) => (
  <label class="entry">
    <Head label={label} hint={hint} />
    <Select {...menu} {...(spoken !== undefined && { label: spoken })} />
  </label>
);
