import type { ComponentChildren } from "preact";

/** A table under the titles of its columns; undefined: one without a title. In `heat`, cells have a color by their share. */
export const Grid = ({
  titles,
  heat = true,
  caption,
  children,
}: {
  readonly titles: readonly (string | number | undefined)[];
  readonly heat?: boolean;
  readonly caption?: string;
  readonly children: ComponentChildren;
}) => (
  <table class={heat ? "heat" : undefined}>
    {caption !== undefined && <caption>{caption}</caption>}
    <thead>
      <tr>
        {titles.map((title, at) =>
          title === undefined ? (
            <td key={at} />
          ) : (
            <th key={at} scope="col">
              {title}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** Content that is wider than a phone scrolls separately, also with the keyboard. */
export const Wide = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would not scroll in all browsers
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
  <div class="scroller" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
