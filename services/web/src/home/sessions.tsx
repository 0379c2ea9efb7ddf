import type { Session } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { momentText } from "../parts/show/dates";
import { type PageContext, signOut } from "../session/page-context";

/** The browsers that are signed in to the account. Each can be signed out. */
export function Sessions({ context: { words, client } }: { readonly context: PageContext }) {
  const { session: texts } = words.account;
  const sessions = useSignal<readonly Session[]>([]);
  const { problem, attempt } = useAttempts((error) => problemText(error, words));
  const load = () => attempt(async () => (sessions.value = await client.account.sessions.list()));
  useEffect(() => void load(), []);

  return (
    <>
      <Problem text={problem.value} />
      <ul class="rows">
        {sessions.value.map(({ id, browser, current, created_at }) => {
          const name = browser ?? texts.unknown;
          const when = momentText(created_at, words, "medium");
          return (
            <li key={id}>
              <div>
                <h3>{name}</h3>
                <p class="fine">
                  {current && `${texts.current} · `}
                  {texts.since(when)}
                </p>
              </div>
              <Ask
                button={words.bar.signOut}
                title={texts.endOne(name, when)}
                text={texts.text}
                act={async () => {
                  if (current) return signOut("here");
                  await client.account.sessions.delete({ id });
                  await load();
                }}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
