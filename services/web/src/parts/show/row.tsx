import type { ComponentChildren } from "preact";

/** Facts in one line. What is no text is left out. */
export const factsText = (facts: readonly unknown[]): string =>
  facts.filter((fact) => typeof fact === "string" && fact !== "").join(" · ");

/** An entry of a list: what it is, facts about it, and what can be done with it. */
export function Row({
  title,
  heading: Heading = "h3",
  facts,
  children,
}: {
  readonly title: string;
  readonly heading?: "h3" | "h4";
  /** Texts, of which some may be missing. */
  readonly facts: readonly unknown[];
  readonly children?: ComponentChildren;
}) {
  const text = factsText(facts);
  return (
    <li>
      <div>
        <Heading>{title}</Heading>
        {text !== "" && <p class="fine">{text}</p>}
      </div>
      {children}
    </li>
  );
}
