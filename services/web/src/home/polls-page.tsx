import type { Organization, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { Menu } from "../parts/form/menu";
import { allItems } from "../parts/list/all-items";
import { More, type Pages, usePages } from "../parts/list/pages";
import { momentText } from "../parts/show/dates";
import { StateChip } from "../parts/show/state-chip";
import { adminPath, newPollPath, pollPath, pollsPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import type { PageContext } from "../session/page-context";
import { jobOfPoll } from "../types/poll-jobs";
import { thingOfPoll } from "../types/things";
import { adminWords } from "../words/admin";
import type { HomePageProps } from "./home-data";
import { JobIcon } from "./job-icon";
import { JobTiles } from "./job-tiles";

const TYPING_MS = 250;

/** `waiting_count` of a poll ends here. */
const WAITING_MAX = 100;

const organizationInAddress = (): string | undefined =>
  new URLSearchParams(location.search).get("organization") ?? undefined;

/** The polls of the account or of one of its organizations, and new ones. */
export function PollsPage({ context: own, data }: HomePageProps) {
  const { words } = own;
  const { polls: texts } = words;
  const organizations = useSignal<readonly Organization[] | undefined>(undefined);
  const chosen = useSignal(organizationInAddress());
  const organizationId = chosen.value;
  const name = organizations.value?.find(({ id }) => id === organizationId)?.name;
  const search = useSignal("");
  const pages = usePolls(own, organizationId, search.value);
  const { list, problem } = pages;

  useEffect(() => {
    void allItems(own.client.organizations.list.all({})).then(
      (found) => (organizations.value = found),
      (error: unknown) => (problem.value = problemText(error)),
    );
  }, []);

  function enter(id: string): void {
    chosen.value = id === "" ? undefined : id;
    list.value = undefined;
    search.value = "";
    history.replaceState(history.state, "", id === "" ? ownPath("/polls") : pollsPath(id));
  }

  const known = list.value;
  const searches = search.value.trim() !== "";
  return (
    <main>
      <div class="row headed">
        <h1>{name === undefined ? texts.title : texts.titleOf(name)}</h1>
        <a class="button" href={newPollPath(organizationId)}>
          {texts.newTitle}
        </a>
      </div>
      {organizations.value !== undefined && organizations.value.length > 0 && (
        <Menu
          label={texts.whose}
          values={["", ...organizations.value.map(({ id }) => id)]}
          textOf={(id) => organizations.value?.find((each) => each.id === id)?.name ?? texts.own}
          value={organizationId ?? ""}
          set={enter}
        />
      )}
      {(searches || (known?.total ?? 0) > 0) && (
        <Field
          label={texts.search}
          type="search"
          value={search.value}
          onInput={({ currentTarget }) => (search.value = currentTarget.value)}
        />
      )}
      <Problem text={problem.value} />
      <p class="fine" role="status">
        {known === undefined && problem.value === undefined && words.admin.loading}
        {known !== undefined &&
          (known.total > 0 ? texts.found(known.total) : searches ? texts.noMatch : texts.none)}
      </p>
      {known?.total === 0 && !searches && (
        <JobTiles page={newPollPath(organizationId)} sells={data.sells} />
      )}
      <ul class="rows">
        {known?.items.map((poll) => (
          <PollRow key={poll.member_hash} poll={poll} />
        ))}
      </ul>
      <More pages={pages} />
      {organizationId === undefined &&
        organizations.value?.map((organization) => (
          <PollsOf
            key={organization.id}
            {...{ organization, search: search.value }}
            context={own}
          />
        ))}
    </main>
  );
}

/** The polls of the account or of an organization that a search finds, read again soon after its last letter. */
function usePolls(
  { client: own }: PageContext,
  organizationId: string | undefined,
  search: string,
): Pages<Poll> {
  const client = useMemo(() => own.with({ organizationId }), [own, organizationId]);
  const pages = usePages<Poll>({
    read: (page) => client.polls.list.page({ page, search }),
    keyOf: ({ member_hash }) => member_hash,
    textOf: problemText,
  });
  useEffect(() => {
    const waitMs = pages.list.value === undefined ? 0 : TYPING_MS;
    const timer = setTimeout(() => void pages.reload(), waitMs);
    return () => clearTimeout(timer);
  }, [search, organizationId]);
  return pages;
}

/** The newest polls of an organization, with the link to all of them. */
function PollsOf({
  organization: { id, name },
  search,
  context,
}: {
  readonly organization: Organization;
  readonly search: string;
  readonly context: PageContext;
}) {
  const { words } = context;
  const pages = usePolls(context, id, search);
  const known = pages.list.value;
  return (
    <section>
      <Problem text={pages.problem.value} />
      {known !== undefined && known.total > 0 && (
        <>
          <h2>
            <a href={pollsPath(id)}>{words.polls.titleOf(name)}</a>
          </h2>
          <ul class="rows">
            {known.items.map((poll) => (
              <PollRow key={poll.member_hash} poll={poll} heading="h3" />
            ))}
          </ul>
          {known.total > known.items.length && (
            <a href={pollsPath(id)}>{words.polls.found(known.total)}</a>
          )}
        </>
      )}
    </section>
  );
}

function PollRow({
  poll,
  heading: Heading = "h2",
}: {
  readonly poll: Poll;
  readonly heading?: "h2" | "h3";
}) {
  const words = adminWords.words();
  const { polls: texts, admin, build } = words;
  const job = jobOfPoll(poll);
  const { deletes_at, title, status, options_count, voters_count, admin_hash, member_hash } = poll;
  const { waiting_count: waiting = 0 } = poll;
  return (
    <li>
      <JobIcon name={job} />
      <div>
        <Heading>
          <a href={admin_hash === undefined ? pollPath(member_hash) : adminPath(admin_hash)}>
            {title}
          </a>
        </Heading>
        <p class="fine">
          <StateChip status={status} /> {build.jobs[job][0]} ·{" "}
          {build.count(thingOfPoll(poll), options_count)} · {admin.facts.participants(voters_count)}
          {deletes_at !== undefined && ` · ${admin.deletesOn(momentText(deletes_at, words))}`}
        </p>
        {waiting > 0 && admin_hash !== undefined && (
          <p class="fine">
            <a href={`${adminPath(admin_hash)}#build`}>
              <span class="chip waits">
                {waiting < WAITING_MAX ? admin.facts.waiting(waiting) : texts.manyWait(waiting)}
              </span>
            </a>
          </p>
        )}
      </div>
      <a href={pollPath(member_hash)} aria-label={texts.view(title)}>
        {texts.viewLink}
      </a>
    </li>
  );
}
