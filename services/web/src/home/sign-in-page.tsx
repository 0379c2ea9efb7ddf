import { ApiError, type SignIn } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { problemOfField } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { submitting } from "../parts/form/submitting";
import { Quiet } from "../parts/show/button";
import { newPollPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import { signInByPasskey, takesPasskeys } from "../session/passkey";
import { pollOf } from "../types/poll-drafts";
import type { JobName } from "../types/poll-jobs";
import { type AdminWords, adminWords } from "../words/admin";
import {
  forgetAsked,
  jobNamedBy,
  type KeptDraft,
  keepAsked,
  placeInTab,
  shownDraft,
} from "./draft-places";
import type { HomeData, HomePageProps } from "./home-data";
import { MadePoll, useMadePath } from "./made-poll";
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
export function SignInPage({ context, data }: HomePageProps) {
  const { words, client } = context;
  const { signIn } = words;
  const sentTo = useSignal<string | undefined>(undefined);
  const { busy, problem, attempt } = useAttempts((error) =>
    error instanceof ApiError && error.status === 413
      ? signIn.draftTooLong
      : problemOfField(error, "email"),
  );

  const returnTo = returnPathOf(data);
  const leavesDraft = useSignal(false);
  const waiting = leavesDraft.value ? undefined : waitingDraft(returnTo, words);
  const made = useMadePath(() => waiting?.draft.requestKey);
  const draft = waiting && <WaitingDraft {...waiting} />;
  const ask = (email: string) =>
    attempt(async () => {
      const back = returnTo === undefined ? {} : { return_to: returnTo };
      const send = (poll: Pick<SignIn, "new_poll">) =>
        client.account.signIn({ body: { email, ...back, ...poll } });
      try {
        await send(waiting === undefined ? {} : { new_poll: waiting.request });
        if (waiting !== undefined) keepAsked(waiting.draft);
      } catch (error) {
        // What was only begun may be incomplete or too long: it stays in the tab.
        const isRefused = error instanceof ApiError && [413, 422].includes(error.status);
        if (!isRefused || waiting?.isReady !== false) throw error;
        await send({});
        leavesDraft.value = true;
      }
      sentTo.value = email;
    });

  if (made.value !== undefined) {
    const forget = () => waiting && placeInTab(waiting.name, undefined).write(undefined);
    return (
      <main>
        <h1>{words.polls.newTitle}</h1>
        <MadePoll path={made.value} forget={forget} />
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

interface WaitingPoll {
  readonly name: JobName;
  readonly draft: KeptDraft;
  /** Whether "Create the poll" was pressed. */
  readonly isReady: boolean;
  /** The request that creates it, which the link of the mail sends. */
  readonly request: NonNullable<SignIn["new_poll"]>;
}

/** The new poll that this tab keeps, if the sign-in leads to it. */
function waitingDraft(returnTo: string | undefined, words: AdminWords): WaitingPoll | undefined {
  const name = jobNamedBy(returnTo?.replace(/^[^#]*/, "") ?? "");
  const kept = name && placeInTab(name, undefined).read();
  if (name === undefined || kept === undefined) return undefined;
  const { requestKey, organizationId, askedAt } = kept;
  const draft = shownDraft(name, kept, words);
  return {
    name,
    draft,
    isReady: askedAt !== undefined,
    request: {
      body: pollOf(name, draft),
      ...(requestKey !== undefined && { idempotency_key: requestKey }),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    },
  };
}

function WaitingDraft({ name, draft }: WaitingPoll) {
  const { signIn } = adminWords.words();
  const form = `${newPollPath()}#${name}` as const;
  return (
    <>
      <p>{signIn.draft}</p>
      <p class="row">
        <a class="button quiet" href={form}>
          {signIn.changeDraft}
        </a>
        <Ask
          button={signIn.discardDraft}
          text={signIn.discardText}
          act={async () => {
            placeInTab(name, undefined).write(undefined);
            forgetAsked(draft.requestKey);
            location.replace(form);
          }}
        />
      </p>
    </>
  );
}

function ByPasskey({ context: { words }, data }: HomePageProps) {
  const { busy, problem, attempt } = useAttempts((error) => passkeyProblem(error));
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
