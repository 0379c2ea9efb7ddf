import { hasCode, type Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { newRequestKey } from "../ballot/unsent";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { Check } from "../parts/form/check";
import { Field } from "../parts/form/field";
import { today } from "../parts/form/local-moment";
import { Menu } from "../parts/form/menu";
import { MoneyInput } from "../parts/form/money-input";
import { submitting } from "../parts/form/submitting";
import { LeastVotes, MoneyNotice, Operator } from "../parts/show/money-notice";
import { adminPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import { type PageContext, signInPath } from "../session/page-context";
import { ExchangeError } from "../session/page-token";
import { exampleDates } from "../types/date-drafts";
import { enteredBy, type PollDraft, pollOf } from "../types/poll-drafts";
import { type JobName, jobOf } from "../types/poll-jobs";
import { submissions, type Thing } from "../types/things";
import { placeInTab, shownDraft } from "./draft-places";
import { datesProblem, fieldsByForm, Method } from "./job-forms";
import { MadePoll, useMadePath } from "./made-poll";
import { Preview } from "./preview";

/** How long after the press of "Create" a visitor who has signed in meanwhile gets the poll. */
const ASKED_MS = 3_600_000;

/** The form of a job. Only its button asks for an account. */
export function PollForm({
  name,
  context,
  refusal,
}: {
  readonly name: JobName;
  readonly context: PageContext;
  /** Why the service has refused the poll, as the form says it. */
  readonly refusal: string | undefined;
}) {
  const { words, client, account, payments } = context;
  const { polls: texts, build, voteTypes } = words;
  const job = jobOf(name);
  const place = placeInTab(name, account?.email);
  const first = useMemo(
    () => ({ requestKey: newRequestKey(), ...shownDraft(name, place.read(), words) }),
    [],
  );
  const draft = useSignal(first);
  const { busy, problem, attempt } = useDeskAttempts();
  const wrong = useSignal<string | undefined>(undefined);
  const examples = useMemo(() => enteredBy(build.examples[name]), [build, name]);
  const body = pollOf(name, draft.value);
  const lacksDates = job.form === "dates" && !body.options?.length;

  const change = (part: Partial<PollDraft>): void => {
    const { organizationId } = context;
    const facts = { requestKey: newRequestKey(), organizationId, askedAt: undefined };
    draft.value = { ...draft.value, ...part, ...facts };
    place.write(draft.value);
    wrong.value = undefined;
  };

  /** Keeps the draft for the sign-in page, which sends it with the request for a link, and leads there. */
  function askForAccount(): void {
    place.write(undefined);
    const shared = placeInTab(name, undefined);
    const { organizationId } = context;
    shared.write({ ...draft.value, organizationId, askedAt: Date.now() });
    if (shared.read() === undefined) problem.value = texts.notKept;
    else location.assign(signInPath(`#${name}`));
  }

  async function send(): Promise<Poll> {
    const once = () => client.polls.create({ body }, { idempotencyKey: draft.value.requestKey });
    try {
      return await once();
    } catch (error) {
      if (!hasCode(error, "idempotency_key_reused")) throw error;
      // The draft became a poll before it was changed, such as in another tab: this is another poll.
      draft.value = { ...draft.value, requestKey: newRequestKey() };
      return once();
    }
  }

  function create(): void {
    wrong.value = job.form === "dates" ? datesProblem(body.options ?? undefined, words) : undefined;
    if (wrong.value !== undefined || busy.value) return;
    if (account === undefined) {
      askForAccount();
      return;
    }
    void attempt(async () => {
      try {
        const { admin_hash } = await send();
        const path = admin_hash === undefined ? ownPath("/polls") : adminPath(admin_hash);
        place.write(undefined);
        location.replace(path);
      } catch (error) {
        if (!(error instanceof ExchangeError && error.status === 401)) throw error;
        askForAccount();
      }
    });
  }
  const made = useMadePath(() => draft.value.requestKey);
  useEffect(() => {
    if (made.value !== undefined) return;
    if (refusal !== undefined) {
      problem.value = refusal;
      return;
    }
    // The visitor has pressed the button, and comes back with an account.
    if (account !== undefined && Date.now() - (draft.value.askedAt ?? 0) < ASKED_MS) create();
  }, []);

  if (job.sells && account === undefined) {
    if (payments === undefined) return <p class="notice">{texts.sellsNone}</p>;
    return (
      <p class="notice">
        {texts.sellSignedIn} <Operator payments={payments} />{" "}
        <a href={signInPath(`#${name}`)}>{words.bar.signIn}</a>
      </p>
    );
  }
  if (job.sells && (payments === undefined || payments.refusal !== undefined))
    return <MoneyNotice payments={payments} email={account?.email} />;
  if (made.value !== undefined)
    return <MadePoll path={made.value} forget={() => place.write(undefined)} />;
  const Fields = fieldsByForm[job.form];
  return (
    <div class="build">
      <form
        class="card"
        onFocusIn={({ target }) => {
          if (target instanceof HTMLInputElement && examples.has(target.value)) target.select();
        }}
        onKeyDown={(event) => {
          const { target, currentTarget } = event;
          if (event.key !== "Enter" || event.defaultPrevented || event.isComposing) return;
          if (!(target instanceof HTMLInputElement)) return;
          event.preventDefault();
          fieldAfter(target, currentTarget)?.focus();
        }}
        onSubmit={submitting(create)}
      >
        <Field
          label={words.problems.fields.title}
          name="title"
          required
          maxLength={255}
          autocomplete="off"
          value={draft.value.title}
          onInput={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        {job.types.length > 1 && (
          <Menu
            label={build.contestOf}
            values={job.types}
            textOf={(type) => build.titleOf(submissions[type] ?? "file")}
            value={draft.value.type}
            set={(type) => change({ type })}
          />
        )}
        <Fields {...{ name, change }} draft={draft.value} problem={wrong.value} />
        {job.sells && payments !== undefined && (
          <>
            <MoneyInput
              label={build.price}
              currency={payments.currency}
              locale={words.locale}
              value={draft.value.price}
              change={(price) => change({ price })}
              required
            />
            <LeastVotes payments={payments} price={draft.value.price} />
          </>
        )}
        {job.votes.length > 1 && (
          <Menu
            label={words.problems.fields.survey_step_vote_type}
            name="vote_type"
            values={job.votes}
            textOf={(each) => (each === "single" ? texts.singleChoice : voteTypes[each])}
            value={draft.value.votes}
            set={(votes) => change({ votes, method: undefined })}
          />
        )}
        <Method name={name} draft={draft.value} change={change} />
        {job.submissions !== undefined && (
          <Check
            label={build.mayAdd(build.things[addedTo(name, draft.value)][1])}
            checked={draft.value.takesSubmissions}
            set={(takesSubmissions) => change({ takesSubmissions })}
          />
        )}
        <Problem text={problem.value} />
        <button type="submit" disabled={busy.value}>
          {texts.create}
        </button>
        {account === undefined && <p class="fine">{texts.asksNext}</p>}
      </form>
      <Preview
        name={name}
        draft={lacksDates ? pollOf(name, { ...draft.value, dates: exampleDates(today()) }) : body}
        isExample={lacksDates}
        title={texts.preview}
        currency={payments?.currency}
      />
    </div>
  );
}

/** The field after another one, which Enter leads to; after the last one the button. */
function fieldAfter(field: HTMLElement, form: HTMLElement): HTMLElement | undefined {
  const fields = [
    ...form.querySelectorAll<HTMLElement>("input, select, summary, button[type=submit]"),
  ].filter((each) => each.closest("details:not([open]) > :not(summary)") === null);
  return fields[fields.indexOf(field) + 1];
}

/** What participants may add to a new poll. */
const addedTo = (name: JobName, { type }: PollDraft): Thing =>
  name === "dates" ? "date" : name === "places" ? "place" : (submissions[type] ?? "option");
