import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { problemOfBody } from "../parts/feedback/problem-text";
import { allItems } from "../parts/list/all-items";
import { useWindowEvent } from "../parts/page/use-window-event";
import { ownPath } from "../session/own-path";
import { type PageContext, signInPath } from "../session/page-context";
import type { JobName } from "../types/poll-jobs";
import { askedDraft, jobNamedBy, placeInTab, shownDraft } from "./draft-places";
import type { HomeData, HomePageProps } from "./home-data";
import { JobTiles } from "./job-tiles";
import { PollForm } from "./poll-form";

/** A new poll: the jobs to choose from, then the form of a job, filled with an example. */
export function NewPollPage({ context: own, data }: HomePageProps) {
  const { words } = own;
  const { build } = words;
  const { refused } = data;
  const named = useSignal(useMemo(() => jobAtFirst(own, refused), []));
  const refusedJob = useRef(refused && named.value);
  const heading = useRef<HTMLHeadingElement>(null);
  useWindowEvent("hashchange", () => {
    named.value = jobNamedBy(location.hash);
    scrollTo(0, 0);
    requestAnimationFrame(() => heading.current?.focus());
  });
  const { value: chosen } = named;
  const owner = useOwner(own, chosen);
  return (
    <main>
      {chosen !== undefined ? (
        <p class="of">
          <a href="#all">{build.allJobs}</a>
        </p>
      ) : (
        own.account !== undefined && (
          <p class="of">
            <a href={ownPath("/polls")}>{words.polls.title}</a>
          </p>
        )
      )}
      <h1 ref={heading} tabIndex={-1}>
        {chosen === undefined ? words.polls.newTitle : build.jobs[chosen][0]}
      </h1>
      {owner.name !== undefined && <p>{words.polls.newIn(owner.name)}</p>}
      {own.account === undefined && data.signUp !== "all" && (
        <p class="notice">
          {words.polls.signUps[data.signUp]}{" "}
          <a href={signInPath(location.hash)}>{words.bar.signIn}</a>
        </p>
      )}
      {refused !== undefined && (
        <div class="notice" role="alert">
          <p>{words.polls.refused(refused.title)}</p>
          {refusedJob.current === undefined && (
            <p>
              {problemOfBody(refused.error)} {words.polls.refusedElsewhere}
            </p>
          )}
        </div>
      )}
      {chosen === undefined ? (
        <>
          <p class="lead">{words.polls.chooseType}</p>
          <JobTiles page="" sells={data.sells} />
        </>
      ) : (
        <PollForm
          key={chosen}
          name={chosen}
          context={owner.context}
          refusal={
            refused && chosen === refusedJob.current ? problemOfBody(refused.error) : undefined
          }
        />
      )}
    </main>
  );
}

/**
 * The job that the address names. Its form has the draft of a refused poll. Undefined also where another browser has
 * that draft.
 */
function jobAtFirst(
  { account, words }: PageContext,
  refused: HomeData["refused"],
): JobName | undefined {
  const job = jobNamedBy(location.hash);
  if (job === undefined || refused === undefined) return job;
  const { requestKey } = refused;
  const place = placeInTab(job, account?.email);
  const kept = askedDraft(requestKey) ?? place.read();
  if (kept?.requestKey !== requestKey) return undefined;
  // Only a press creates the poll now.
  place.write({ ...shownDraft(job, kept, words), askedAt: undefined });
  return job;
}

/** The organization that the poll will belong to: that of the draft, or the one in the address. */
function useOwner(
  context: PageContext,
  job: JobName | undefined,
): { readonly context: PageContext; readonly name: string | undefined } {
  const kept = job && placeInTab(job, context.account?.email).read();
  const id =
    new URLSearchParams(location.search).get("organization") ?? kept?.organizationId ?? undefined;
  const name = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (id === undefined || context.account === undefined) return;
    void allItems(context.client.organizations.list.all({})).then(
      (found) => (name.value = found.find((each) => each.id === id)?.name),
      () => undefined,
    );
  }, [id]);
  const acting = useMemo(
    () => ({
      ...context,
      client: context.client.with({ organizationId: id }),
      organizationId: id,
    }),
    [context, id],
  );
  return { context: acting, name: name.value };
}
