import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { allItems } from "../parts/list/all-items";
import { ownPath } from "../session/own-path";
import { type PageContext, signInPath } from "../session/page-context";
import {
  draftNamedBy,
  fragmentOf,
  madeOf,
  type NamedDraft,
  placeInBrowser,
  placeInTab,
  signInWithDraft,
  WAITING_HOURS,
} from "./draft-places";
import type { HomeData } from "./home-data";
import { JobTiles } from "./job-tiles";
import { PollForm } from "./poll-form";

/** A new poll: the jobs to choose from, then the form of a job, filled with an example. */
export function NewPollPage({
  context: own,
  data,
}: {
  readonly context: PageContext;
  readonly data: HomeData;
}) {
  const { words } = own;
  const { build } = words;
  const named = useSignal(draftNamedBy(location.hash));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const follow = () => {
      named.value = draftNamedBy(location.hash);
      scrollTo(0, 0);
      requestAnimationFrame(() => heading.current?.focus());
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const owner = useOwner(own, named);
  const { value: chosen } = named;
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
        {chosen === undefined ? words.polls.newTitle : build.jobs[chosen.name][0]}
      </h1>
      {owner.name !== undefined && <p>{words.polls.newIn(owner.name)}</p>}
      {own.account === undefined && data.signUp !== "all" && (
        <p class="notice">
          {words.polls.signUps[data.signUp]}{" "}
          <a
            href={signInPath(location.hash)}
            onClick={({ currentTarget }) => {
              currentTarget.href = signInWithDraft();
            }}
          >
            {words.bar.signIn}
          </a>
        </p>
      )}
      {chosen === undefined ? (
        <>
          <p class="lead">{words.polls.chooseType}</p>
          <JobTiles words={words} page="" />
        </>
      ) : (
        <Draft key={fragmentOf(chosen)} named={chosen} context={owner.context} />
      )}
    </main>
  );
}

/** The form, with what was entered before. */
function Draft({ named, context }: { readonly named: NamedDraft; readonly context: PageContext }) {
  const { id, name } = named;
  const place = id === undefined ? placeInTab(name, context.account?.email) : placeInBrowser(id);
  const kept = place.read();
  const { elsewhere, made } = context.words.polls;
  const path = madeOf(id);
  if (path !== undefined && kept === undefined) {
    return (
      <div class="notice">
        <p>
          <strong>{made.title}</strong>
        </p>
        <p>
          <a class="button" href={path}>
            {made.open}
          </a>
        </p>
      </div>
    );
  }
  if (id === undefined || kept !== undefined)
    return <PollForm {...{ named, place, kept, context }} />;
  return (
    <div class="notice">
      <p>
        <strong>{elsewhere.title}</strong>
      </p>
      <p>{elsewhere.text(WAITING_HOURS)}</p>
      <p>
        <a class="button quiet" href={fragmentOf({ name, id: undefined })}>
          {elsewhere.again}
        </a>
      </p>
    </div>
  );
}

/** The organization that the poll will belong to: that of the draft, or the one in the address. */
function useOwner(
  context: PageContext,
  { value: named }: Signal<NamedDraft | undefined>,
): { readonly context: PageContext; readonly name: string | undefined } {
  const ofDraft = named?.id === undefined ? undefined : placeInBrowser(named.id).organizationId;
  const id = ofDraft ?? new URLSearchParams(location.search).get("organization") ?? undefined;
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
