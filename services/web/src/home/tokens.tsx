import type { Token } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { Menu } from "../parts/form/menu";
import { submitting } from "../parts/form/submitting";
import { useRead } from "../parts/list/use-read";
import { Copy } from "../parts/show/copy";
import { momentText } from "../parts/show/dates";
import { Row } from "../parts/show/row";
import type { PageContext } from "../session/page-context";

/** The named tokens of the account, and new ones. */
export function Tokens({ context }: { readonly context: PageContext }) {
  const { words, client } = context;
  const { account: texts } = words;
  const made = useSignal<{ readonly name: string; readonly token: string } | undefined>(undefined);
  const { known, problem, attempt, load, readAgain } = useRead(problemText, () =>
    client.account.tokens.list(),
  );

  const make = (form: HTMLFormElement) =>
    attempt(async () => {
      const data = new FormData(form);
      const until = String(data.get("expires"));
      made.value = await client.account.tokens.create({
        body: {
          token: {
            name: String(data.get("name")),
            kind: data.get("kind") as Token["kind"],
            scope: data.get("scope") as Token["scope"],
            ...(until !== "" && { expires_at: new Date(until).toISOString() }),
          },
        },
      });
      form.reset();
      await readAgain();
    });

  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{texts.tokens}</h2>
      <p>{texts.tokensText}</p>
      {known.value?.length === 0 && <p class="fine">{texts.noTokens}</p>}
      <ul class="rows">
        {known.value?.map((token) => (
          <TokenRow key={token.id} token={token} context={context} reload={load} />
        ))}
      </ul>
      <form class="card" onSubmit={submitting(make)}>
        <Field label={texts.tokenName} name="name" required maxLength={255} autocomplete="off" />
        <Menu
          label={texts.kind}
          hint={texts.kindText}
          name="kind"
          values={["private", "public"]}
          textOf={(kind) => texts.kinds[kind]}
        />
        <Menu
          label={texts.scope}
          name="scope"
          values={["read", "vote", "manage"]}
          textOf={(scope) => texts.scopes[scope]}
        />
        <Field label={texts.expires} name="expires" type="datetime-local" />
        <Problem text={problem.value} />
        <button type="submit">{texts.make}</button>
      </form>
      <div role="status">
        {made.value !== undefined && (
          <>
            <p>{texts.made}</p>
            <Copy label={made.value.name} text={made.value.token} />
          </>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  readonly token: Token;
  readonly context: PageContext;
  readonly reload: () => Promise<void>;
}

function TokenRow({ token, context: { words, client }, reload }: RowProps) {
  const { account: texts } = words;
  const when = (iso: string) => momentText(iso, words, "medium");
  const { id, name, kind, scope, last_four, last_used_at, expires_at } = token;
  return (
    <Row
      title={name}
      facts={[
        texts.kinds[kind],
        texts.scopes[scope],
        texts.rotate.ends(last_four),
        last_used_at === null ? texts.unused : texts.used(when(last_used_at)),
        expires_at !== null && texts.until(when(expires_at)),
      ]}
    >
      <Ask
        button={texts.revoke}
        title={texts.revokeOne(name)}
        text={texts.revokeText(name)}
        act={async () => {
          await client.account.tokens.delete({ id });
          await reload();
        }}
      />
    </Row>
  );
}
