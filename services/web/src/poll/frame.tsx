import type { ComponentChildren } from "preact";
import { LongText } from "../parts/show/long-text";
import type { Visit } from "../session/visit";
import { Effect } from "./effect";

export function Frame({
  visit: { data, words },
  children,
}: {
  readonly visit: Visit;
  readonly children: ComponentChildren;
}) {
  const { terms, privacy_policy, effect } = data.poll.settings;
  return (
    <>
      <Effect effect={effect} />
      <main>{children}</main>
      <footer>
        <LongText title={words.poll.terms} text={terms} />
        <LongText title={words.poll.privacyPolicy} text={privacy_policy} />
      </footer>
    </>
  );
}
