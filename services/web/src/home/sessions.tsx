import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { useRead } from "../parts/list/use-read";
import { momentText } from "../parts/show/dates";
import { Row } from "../parts/show/row";
import { type PageContext, signOut } from "../session/page-context";

/** The browsers that are signed in to the account. Each can be signed out. */
export function Sessions({ context: { words, client } }: { readonly context: PageContext }) {
  const { session: texts } = words.account;
  const { known, problem, load } = useRead(problemText, () => client.account.sessions.list());

  return (
    <>
      <Problem text={problem.value} />
      <ul class="rows">
        {known.value?.map(({ id, browser, current, created_at }) => {
          const name = browser ?? texts.unknown;
          const when = momentText(created_at, words, "medium");
          return (
            <Row key={id} title={name} facts={[current && texts.current, texts.since(when)]}>
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
            </Row>
          );
        })}
      </ul>
    </>
  );
}
