import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { Field, Menu } from "../parts/form/field";
import { localMoment } from "../parts/form/local-moment";
import { MoneyInput } from "../parts/form/money-input";
import { submitting } from "../parts/form/submitting";
import { allItems } from "../parts/list/all-items";
import { LeastVotes, MoneyNotice } from "../parts/show/money-notice";
import { adminPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import type { PageContext } from "../session/page-context";
import {
  enteredBy,
  firstDraft,
  type JobName,
  jobNames,
  jobOf,
  type PollDraft,
  pollOf,
} from "../types/poll-jobs";
import { submissions, type Thing } from "../types/things";
import { datesProblem, fieldsByForm, Method, zoneOfBrowser } from "./job-forms";
import { JobTiles } from "./job-tiles";
import { Preview } from "./preview";

const jobInAddress = (): JobName | undefined =>
  jobNames.find((name) => name === location.hash.slice(1));

/** A new poll: the jobs to choose from, then the form of a job, filled with an example. */
export function NewPollPage({ context: own }: { readonly context: PageContext }) {
  const { words } = own;
  const { build } = words;
  const job = useSignal(jobInAddress());
  const heading = useRef<HTMLHeadingElement>(null);
  const owner = useOwner(own);
  useEffect(() => {
    const follow = () => {
      job.value = jobInAddress();
      scrollTo(0, 0);
      requestAnimationFrame(() => heading.current?.focus());
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const name = job.value;
  return (
    <main>
      <p class="of">
        {name === undefined ? (
          <a href={ownPath("/polls")}>{words.polls.title}</a>
        ) : (
          <a href="#all">{build.allJobs}</a>
        )}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {name === undefined ? words.polls.newTitle : build.jobs[name][0]}
      </h1>
      {owner.name !== undefined && <p>{words.polls.newIn(owner.name)}</p>}
      {name === undefined ? (
        <>
          <p class="lead">{words.polls.chooseType}</p>
          <JobTiles words={words} page="" />
        </>
      ) : (
        <FormOfJob key={name} name={name} context={owner.context} />
      )}
    </main>
  );
}

/** The organization in the address, that the poll will belong to. */
function useOwner(context: PageContext): {
  readonly context: PageContext;
  readonly name: string | undefined;
} {
  const id = new URLSearchParams(location.search).get("organization") ?? undefined;
  const name = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (id === undefined) return;
    void allItems(context.client.organizations.list.all({})).then(
      (found) => (name.value = found.find((each) => each.id === id)?.name),
      () => undefined,
    );
  }, []);
  const acting = useMemo(
    () => ({ ...context, client: context.client.with({ organizationId: id }) }),
    [context, id],
  );
  return { context: acting, name: name.value };
}

function FormOfJob({ name, context }: { readonly name: JobName; readonly context: PageContext }) {
  const { words, client } = context;
  const { polls: texts, build, voteTypes } = words;
  const job = jobOf(name);
  const today = localMoment(new Date().toISOString(), undefined).slice(0, 10);
  const draft = useSignal(firstDraft(name, build.examples[name], today));
  const { busy, problem, attempt } = useAttempts((error) => problemText(error, words));
  const change = (part: Partial<PollDraft>): void => {
    draft.value = { ...draft.value, ...part };
    wrong.value = undefined;
  };
  const Fields = fieldsByForm[job.form];
  const body = pollOf(name, draft.value, zoneOfBrowser());
  const isSaleable =
    !job.sells || (context.payments !== undefined && context.payments.refusal === undefined);
  const wrong = useSignal<string | undefined>(undefined);
  const examples = useMemo(() => enteredBy(build.examples[name]), [build, name]);

  if (!isSaleable)
    return <MoneyNotice payments={context.payments} words={words} email={context.account?.email} />;
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
        onSubmit={submitting(() => {
          wrong.value = job.form === "dates" ? datesProblem(body.options, words) : undefined;
          if (wrong.value !== undefined) return;
          void attempt(async () => {
            const { admin_hash } = await client.polls.create({ body });
            location.assign(admin_hash === undefined ? ownPath("/polls") : adminPath(admin_hash));
          });
        })}
      >
        <Field
          label={texts.pollTitle}
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
            textOf={(type) => words.types[type]}
            value={draft.value.type}
            set={(type) => change({ type })}
          />
        )}
        <Fields {...{ name, change, context }} draft={draft.value} problem={wrong.value} />
        {job.sells && context.payments !== undefined && (
          <>
            <MoneyInput
              label={build.price}
              currency={context.payments.currency}
              locale={words.locale}
              value={draft.value.price}
              change={(price) => change({ price })}
              required
            />
            <LeastVotes payments={context.payments} price={draft.value.price} words={words} />
          </>
        )}
        {job.votes.length > 1 && (
          <Menu
            label={texts.votes}
            name="vote_type"
            values={job.votes}
            textOf={(each) => (each === "single" ? texts.singleChoice : voteTypes[each])}
            value={draft.value.votes}
            set={(votes) => change({ votes, method: undefined })}
          />
        )}
        <Method name={name} draft={draft.value} change={change} context={context} />
        {job.submissions !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={draft.value.takesSubmissions}
              onChange={({ currentTarget }) => change({ takesSubmissions: currentTarget.checked })}
            />{" "}
            {build.mayAdd(build.things[addedTo(name, draft.value)][1])}
          </label>
        )}
        <Problem text={problem.value} />
        <button type="submit" disabled={busy.value}>
          {texts.create}
        </button>
      </form>
      <Preview name={name} draft={body} title={texts.preview} />
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
  name === "dates" ? "date" : (submissions[type] ?? "option");
