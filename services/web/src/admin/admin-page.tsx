import { Ellipsis } from "virtual:icons";
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { InPlace } from "../parts/form/in-place";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { useWindowEvent } from "../parts/page/use-window-event";
import { Icon } from "../parts/show/icon";
import { StateChip } from "../parts/show/state-chip";
import { pollPath, pollsPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import { signInPath } from "../session/page-context";
import type { FirstData } from "../shell/first-data";
import { jobOfPoll } from "../types/poll-jobs";
import { thingOfPoll } from "../types/things";
import { Webhooks } from "../webhooks/webhooks";
import { adminWords } from "../words/admin";
import { resultWords } from "../words/results";
import { Answers } from "./answers";
import { Build } from "./build";
import { CloseButton, Closed } from "./closed";
import { Invitations } from "./invitations";
import { Languages } from "./languages";
import { More } from "./more";
import { nameOf } from "./option-name";
import { Payments } from "./payments";
import type { PollContext } from "./poll-context";
import { Results } from "./results";
import { Settings } from "./settings";
import { Share } from "./share";

type Content = ComponentType<{ readonly context: PollContext }>;

/** Who takes part: answers, invitations, and payments where there are any. */
const People: Content = ({ context }) => (
  <>
    <Answers context={context} />
    <Payments context={context} />
    <Invitations context={context} />
  </>
);

const WebhooksOfPoll: Content = ({ context }) => (
  <Webhooks context={context} poll={context.poll.value} />
);

const places = { build: Build, people: People, results: Results, settings: Settings } as const;
const others = { languages: Languages, webhooks: WebhooksOfPoll, more: More } as const;
const sections: Readonly<Record<keyof typeof places | keyof typeof others, Content>> = {
  ...places,
  ...others,
};
type Section = keyof typeof sections;
const placeNames = Object.keys(places) as (keyof typeof places)[];
const names = Object.keys(sections) as Section[];

const sectionInAddress = (): Section => {
  const [section] = location.hash.slice(1).split("/");
  return names.find((each) => each === section) ?? "build";
};

/** The admin page of a poll; without a signed-in account it shows only the poll and its link. */
export function AdminPage({
  context,
  data,
}: {
  readonly context: PollContext;
  readonly data: FirstData;
}) {
  const { words, poll, account, update } = context;
  const { admin } = words;
  const { title } = poll.value;
  return (
    <main class="desk">
      <div class="desk-head">
        <div>
          <p class="of">
            {account !== undefined && (
              <a
                href={
                  data.organization === undefined
                    ? ownPath("/polls")
                    : pollsPath(data.organization.id)
                }
              >
                {data.organization?.name ?? words.polls.title}
              </a>
            )}
          </p>
          {account === undefined ? (
            <h1>{title}</h1>
          ) : (
            <InPlace
              field="title"
              label={admin.changeTitle}
              value={title}
              maxLength={255}
              change={(value) => update({ title: value })}
            >
              <h1>{title}</h1>
            </InPlace>
          )}
          {data.option !== undefined && <p class="lead">{nameOf(data.option, context)}</p>}
          <Facts context={context} data={data} />
        </div>
        <Share context={context} />
      </div>
      {account === undefined ? <WithoutAccount /> : <Management context={context} />}
    </main>
  );
}

/** How many are on the jury, read again when that may have changed. Undefined: not known, or the poll has none. */
function useJury(
  { poll, account, client, hash, changes }: PollContext,
  known: number | undefined,
): number | undefined {
  const { settings, voters_count } = poll.value;
  const jury = useSignal(known);
  const isKnown = useRef(known !== undefined);
  useEffect(() => {
    const isRead = isKnown.current;
    isKnown.current = false;
    if (isRead || account === undefined || !settings.jury_mode) return undefined;
    let isLatest = true;
    client.results.show({ poll_id: hash, per_page: 1 }).then(
      ({ jury_count }) => {
        if (isLatest) jury.value = jury_count;
      },
      // The next change reads it.
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [settings.jury_mode, voters_count, changes.value]);
  return settings.jury_mode ? jury.value : undefined;
}

const shownFacts = ["status", "options_count", "voters_count"] as const;

/** What the poll is, its state, how many take part, or are on the jury, and what waits for approval, which is read again and again. */
function Facts({ context, data }: { readonly context: PollContext; readonly data: FirstData }) {
  const { words, poll, account, client, hash, changes, waiting, readWaiting } = context;
  const { admin, build } = words;
  const { status, options_count, voters_count } = poll.value;
  const jury = useJury(context, data.jury);
  const reviews = account !== undefined && poll.value.settings.require_approval;
  useRepeatedRead(account === undefined ? undefined : hash, async (poll_hash) => {
    const now = await client.polls.show({ poll_hash });
    const before = poll.value;
    const isPrepared = now.cover?.processing !== before.cover?.processing;
    // What others do, such as an approval on another device, is seen by participants too.
    if (isPrepared || now.options_count !== before.options_count) changes.value++;
    if (isPrepared || shownFacts.some((fact) => now[fact] !== before[fact])) poll.value = now;
    if (reviews) await readWaiting();
  });
  useEffect(() => {
    // The next turn may succeed.
    if (reviews) readWaiting().catch(() => undefined);
  }, [reviews]);
  const waits = waiting.value.options + waiting.value.comments;
  return (
    <p class="row facts">
      <StateChip status={status} />
      <span>{build.jobs[jobOfPoll(poll.value)][0]}</span>
      <span>{build.count(thingOfPoll(poll.value), options_count)}</span>
      <span>
        {jury === undefined
          ? admin.facts.participants(voters_count)
          : resultWords.words().jury(jury)}
      </span>
      {waits > 0 && <a href="#build">{admin.facts.waiting(waits)}</a>}
    </p>
  );
}

function WithoutAccount() {
  const { admin, bar } = adminWords.words();
  return (
    <>
      <p class="notice">{admin.secret}</p>
      <p>{admin.signIn}</p>
      <p>
        <a class="button" href={signInPath()}>
          {bar.signIn}
        </a>
      </p>
    </>
  );
}

function Management({ context }: { readonly context: PollContext }) {
  const { words, poll } = context;
  const { admin } = words;
  const isClosed = poll.value.status === "closed";
  const section = useSignal(sectionInAddress());
  const tabs = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  useWindowEvent("hashchange", () => {
    section.value = sectionInAddress();
    if (menu.current !== null) menu.current.open = false;
    // On a phone the part would open below the screen.
    const top = tabs.current?.getBoundingClientRect().top ?? 0;
    if (top > innerHeight / 3) tabs.current?.scrollIntoView();
    requestAnimationFrame(() =>
      tabs.current
        ?.querySelector("div > [aria-current]")
        ?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
  });
  // What was done in the menu is done.
  useEffect(() => {
    if (menu.current !== null) menu.current.open = false;
  }, [isClosed]);
  const Content = sections[section.value];
  const link = (name: Section) => (
    <a key={name} href={`#${name}`} aria-current={name === section.value ? "page" : undefined}>
      {admin.sections[name]}
    </a>
  );
  return (
    <>
      {isClosed && <Closed context={context} />}
      <nav ref={tabs} class="tabs" aria-label={admin.sectionsLabel}>
        <div class="scroller">{placeNames.map(link)}</div>
        <details
          ref={menu}
          class="menu"
          onToggle={({ currentTarget }) => {
            if (currentTarget.open)
              currentTarget.lastElementChild?.scrollIntoView({ block: "nearest" });
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== "Escape" || currentTarget.querySelector("dialog[open]")) return;
            currentTarget.open = false;
            currentTarget.querySelector("summary")?.focus();
          }}
        >
          <summary aria-label={admin.otherSections}>
            <Icon of={Ellipsis} />
          </summary>
          <div>
            <a href={pollPath(poll.value.member_hash)}>{admin.view}</a>
            {!isClosed && <CloseButton context={context} />}
            {(Object.keys(others) as (keyof typeof others)[]).map(link)}
          </div>
        </details>
      </nav>
      <section aria-labelledby="section-title">
        <h2 id="section-title" class={section.value in places ? "unseen" : undefined}>
          {admin.sections[section.value]}
        </h2>
        <Content context={context} />
      </section>
    </>
  );
}
