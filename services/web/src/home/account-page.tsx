import type { Account } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { problemOfField, problemText } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { submitting } from "../parts/form/submitting";
import { useRead } from "../parts/list/use-read";
import { Copy } from "../parts/show/copy";
import { Row } from "../parts/show/row";
import { type PageContext, signOut } from "../session/page-context";
import { Webhooks } from "../webhooks/webhooks";
import type { HomePageProps } from "./home-data";
import { Organizations } from "./organizations";
import { Passkeys } from "./passkeys";
import { Receiving } from "./receiving";
import { Sessions } from "./sessions";
import { Tokens } from "./tokens";

/** Name, tokens, passkeys and browsers of the account. */
export function AccountPage({ context, data }: HomePageProps) {
  const { words, client, account: signedIn } = context;
  const { account: texts } = words;
  const { known: account, problem, load } = useRead(problemText, () => client.account.show());

  return (
    <main>
      <h1>{texts.title}</h1>
      <p>
        {words.problems.fields.email}: <strong>{signedIn?.email}</strong>
      </p>
      <NameForm context={context} />
      <Problem text={problem.value} />
      {data.providersOnly !== true && <Passkeys context={context} />}
      <section aria-labelledby="browsers">
        <h2 id="browsers">{texts.sessions}</h2>
        <Sessions context={context} />
        <div class="row">
          {(["everywhere", "altogether"] as const).map((how) => (
            <Ask
              key={how}
              button={texts[how]}
              text={texts[`${how}Text`]}
              act={() => signOut(how)}
            />
          ))}
        </div>
      </section>
      {context.payments?.connects === true && (
        <Receiving context={context} isConnected={context.payments.connected === true} />
      )}
      {account.value !== undefined && (
        <Organizations context={context} accountId={account.value.id} />
      )}
      <details class="card developers">
        <summary>{texts.developers}</summary>
        <Tokens context={context} />
        {account.value !== undefined && (
          <FirstTokens context={context} account={account.value} reload={load} />
        )}
        <section aria-labelledby="webhooks">
          <h2 id="webhooks">{words.admin.sections.webhooks}</h2>
          <Webhooks context={context} />
        </section>
      </details>
    </main>
  );
}

function NameForm({ context }: { readonly context: PageContext }) {
  const { words, client, account } = context;
  const saved = useSignal(false);
  const { problem, attempt } = useAttempts((error) => problemOfField(error, "name"));

  const save = (name: string) =>
    attempt(async () => {
      saved.value = false;
      await client.account.update({ body: { account: { name } } });
      saved.value = true;
    });

  return (
    <form
      class="card"
      onSubmit={submitting((form) => save(String(new FormData(form).get("name"))))}
    >
      <Field
        label={words.problems.fields.name}
        name="name"
        required
        maxLength={255}
        autocomplete="name"
        defaultValue={account?.name ?? ""}
      />
      <Problem text={problem.value} />
      <p class="row">
        <button type="submit">{words.actions.save}</button>
        <span role="status">{saved.value && words.admin.saved}</span>
      </p>
    </form>
  );
}

/** The private and the public token that every account has. */
function FirstTokens({
  context: { words, client },
  account,
  reload,
}: {
  readonly context: PageContext;
  readonly account: Account;
  readonly reload: () => Promise<void>;
}) {
  const { rotate } = words.account;
  const made = useSignal<
    { readonly kind: "private" | "public"; readonly token: string } | undefined
  >(undefined);
  return (
    <section aria-labelledby="first-tokens">
      <h2 id="first-tokens">{rotate.title}</h2>
      <ul class="rows">
        {(["private", "public"] as const).map((kind) => {
          const lastFour = account.tokens[kind]?.last_four;
          return (
            <Row key={kind} title={rotate[kind]} facts={[lastFour && rotate.ends(lastFour)]}>
              <Ask
                button={rotate.button(rotate[kind])}
                text={rotate.text}
                act={async () => {
                  const { token } = await client.account.tokens.rotate({ kind });
                  made.value = { kind, token };
                  await reload();
                }}
              />
            </Row>
          );
        })}
      </ul>
      <div role="status">
        {made.value !== undefined && (
          <>
            <p>{words.account.made}</p>
            <Copy label={rotate[made.value.kind]} text={made.value.token} />
          </>
        )}
      </div>
    </section>
  );
}
