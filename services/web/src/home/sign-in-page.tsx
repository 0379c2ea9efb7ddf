import { UnprocessableError } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { Field } from "../parts/form/field";
import { submitting } from "../parts/form/submitting";
import { Quiet } from "../parts/show/button";
import { newPollPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import type { PageContext } from "../session/page-context";
import { signInByPasskey, takesPasskeys } from "../session/passkey";
import {
  draftNamedBy,
  fragmentOf,
  madeOf,
  type NamedDraft,
  placeInBrowser,
  WAITING_HOURS,
} from "./draft-places";
import type { HomeData } from "./home-data";
import { passkeyProblem } from "./passkey-problem";

/** Browsers keep the fragment of the page that redirected here, such as the kind of a new poll. */
const returnPathOf = ({ returnTo }: HomeData) =>
  returnTo === undefined || returnTo.includes("#")
    ? returnTo
    : (`${returnTo}${location.hash}` as const);

function returningTo(path: string, provider: string): string {
  const url = new URL(provider);
  url.searchParams.set("to", path);
  return url.href;
}

/** The form for the address that gets a sign-in link. */
export function SignInPage({
  context,
  data,
}: {
  readonly context: PageContext;
  readonly data: HomeData;
}) {
  const { words, client } = context;
  const { signIn } = words;
  const sentTo = useSignal<string | undefined>(undefined);
  const { busy, problem, attempt } = useAttempts((error) =>
    error instanceof UnprocessableError
      ? words.problems.sentences.not_email
      : problemText(error, words),
  );

  const returnTo = returnPathOf(data);
  const named = draftNamedBy(returnTo?.replace(/^[^#]*/, "") ?? "");
  const draft = waitingDraft(named, returnTo, context);
  const made = madeOf(named?.id);
  useOtherTabs();
  const ask = (email: string) =>
    attempt(async () => {
      const back = returnTo === undefined ? {} : { return_to: returnTo };
      await client.account.signIn({ body: { email, ...back } });
      sentTo.value = email;
    });

  if (made !== undefined && draft === undefined) {
    return (
      <main>
        <h1>{words.polls.made.title}</h1>
        <p>
          <a class="button" href={made}>
            {words.polls.made.open}
          </a>
        </p>
      </main>
    );
  }
  if (sentTo.value !== undefined) {
    return (
      <main>
        <div role="status">
          <h1>{signIn.sentTitle}</h1>
          <p>{signIn.sent(sentTo.value)}</p>
          <p class="fine">{signIn.limit}</p>
        </div>
        {draft}
        <p class="row">
          {data.inbox !== undefined && (
            <a class="button" href={data.inbox}>
              {words.start.inbox}
            </a>
          )}
          <Quiet onClick={() => (sentTo.value = undefined)}>{signIn.again}</Quiet>
        </p>
      </main>
    );
  }
  const { providers = [], providersOnly = false } = data;
  const ways = providers.length > 0 && (
    <p class="row">
      {providers.map(({ name, url }) => (
        <a
          key={url}
          class={providersOnly ? "button" : "button quiet"}
          href={returnTo === undefined ? url : returningTo(returnTo, url)}
        >
          {signIn.by(name)}
        </a>
      ))}
    </p>
  );
  if (providersOnly) {
    return (
      <main>
        <h1>{signIn.title}</h1>
        {draft}
        {ways}
      </main>
    );
  }
  return (
    <main>
      <h1>{draft === undefined ? signIn.title : signIn.draftTitle}</h1>
      {draft ?? <p>{data.signUp === "none" ? signIn.textClosed : signIn.text}</p>}
      <form
        class="card"
        onSubmit={submitting((form) => {
          const email = new FormData(form).get("email");
          void ask(String(email).trim());
        })}
      >
        <Field
          label={signIn.email}
          name="email"
          type="email"
          required
          maxLength={255}
          autocomplete="email"
        />
        <Problem text={problem.value} />
        <button type="submit" disabled={busy.value}>
          {signIn.button}
        </button>
      </form>
      {takesPasskeys() && <ByPasskey context={context} data={data} />}
      {ways}
    </main>
  );
}

/** What was entered, if a new poll waits for the account in this browser. */
function waitingDraft(
  named: NamedDraft | undefined,
  returnTo: `/${string}` | undefined,
  { words: { signIn } }: PageContext,
) {
  if (named?.id === undefined || returnTo === undefined) return;
  const place = placeInBrowser(named.id);
  if (place.read() === undefined) return;
  return (
    <>
      <p>{signIn.draft(WAITING_HOURS)}</p>
      <p class="row">
        <a class="button quiet" href={ownPath(returnTo)}>
          {signIn.changeDraft}
        </a>
        <Ask
          button={signIn.discardDraft}
          text={signIn.discardText}
          act={async () => {
            place.write(undefined);
            location.replace(newPollPath() + fragmentOf({ ...named, id: undefined }));
          }}
        />
      </p>
    </>
  );
}

/** Renders again when another tab has changed what the browser keeps. */
function useOtherTabs(): void {
  const changes = useSignal(0);
  void changes.value;
  useEffect(() => {
    const note = () => (changes.value += 1);
    addEventListener("storage", note);
    return () => removeEventListener("storage", note);
  }, []);
}

function ByPasskey({
  context: { words },
  data,
}: {
  readonly context: PageContext;
  readonly data: HomeData;
}) {
  const { busy, problem, attempt } = useAttempts((error) => passkeyProblem(error, words));
  return (
    <>
      <p>
        <Quiet
          disabled={busy.value}
          onClick={() =>
            void attempt(async () => {
              await signInByPasskey();
              location.assign(ownPath(returnPathOf(data) ?? "/polls"));
            })
          }
        >
          {words.signIn.byPasskey}
        </Quiet>
      </p>
      <Problem text={problem.value} />
    </>
  );
}
