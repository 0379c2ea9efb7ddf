import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Saver } from "../parts/form/saver";
import { pollPath, pollsPath, resultsPath } from "../poll/addresses";
import { signInPath } from "../session/desk";
import type { FirstData } from "../shell/first-data";
import { optionClassOf } from "../types/option-types";
import { thingOf } from "../types/things";
import type { AdminWords } from "../words/admin";
import { More } from "./more";
import { nameOf } from "./option-name";
import { Options } from "./options";
import { Participants } from "./participants";
import { Payments } from "./payments";
import type { PollDesk } from "./poll-desk";
import { Responses } from "./responses";
import { Results } from "./results";
import { Settings } from "./settings";
import { Share } from "./share";
import { ShareLink } from "./share-link";
import { Webhooks } from "./webhooks";

type Section = "options" | "answers" | keyof AdminWords["admin"]["sections"];

const sections: Readonly<Record<Section, ComponentType<{ readonly desk: PollDesk }>>> = {
  options: Options,
  answers: Responses,
  results: Results,
  settings: Settings,
  participants: Participants,
  payments: Payments,
  webhooks: Webhooks,
  share: Share,
  more: More,
};
const names = Object.keys(sections) as Section[];

const sectionInAddress = (): Section => {
  const name = location.hash.slice(1);
  return names.find((each) => each === name) ?? "options";
};

/** The admin page of a poll; without a signed-in account it shows only the poll and its link. */
export function AdminPage({ desk, data }: { readonly desk: PollDesk; readonly data: FirstData }) {
  const { words, poll } = desk;
  const { admin, build, types } = words;
  const { title, type, status, options_count, voters_count, member_hash } = poll.value;
  const [things] = build.things[thingOf(optionClassOf(poll.value), { poll: poll.value })];
  const facts: readonly (readonly [string, string])[] = [
    [admin.facts.status, status === "closed" ? admin.facts.closed : admin.facts.open],
    [admin.facts.type, types[type][0]],
    [things, String(options_count)],
    [admin.facts.participants, String(voters_count)],
  ];
  return (
    <main>
      <p class="of">
        {admin.manage}
        {data.organization !== undefined && (
          <>
            {" · "}
            <a href={pollsPath(data.organization.id)}>{data.organization.name}</a>
          </>
        )}
      </p>
      <h1>{title}</h1>
      {data.option !== undefined && <p class="lead">{nameOf(data.option, desk)}</p>}
      <ShareLink desk={desk} />
      <dl>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="row manage">
        <a class="button quiet" href={pollPath(member_hash)}>
          {admin.view}
        </a>
        <a class="button quiet" href={resultsPath(member_hash)}>
          {admin.results}
        </a>
        <a class="button quiet" href={`${resultsPath(member_hash)}?present`}>
          {admin.present}
        </a>
        {desk.account !== undefined && <CloseButton desk={desk} />}
      </div>
      {desk.account === undefined ? <WithoutAccount desk={desk} /> : <Management desk={desk} />}
    </main>
  );
}

function WithoutAccount({ desk }: { readonly desk: PollDesk }) {
  const { admin } = desk.words;
  return (
    <>
      <p class="notice">{admin.secret}</p>
      <p>{admin.signIn}</p>
      <p>
        <a class="button" href={signInPath()}>
          {desk.words.bar.signIn}
        </a>
      </p>
      <Share desk={desk} />
    </>
  );
}

function CloseButton({ desk: { words, poll, update } }: { readonly desk: PollDesk }) {
  const isClosed = poll.value.status === "closed";
  return (
    <Saver words={words} field="status">
      {(save) => (
        <button
          type="button"
          class="quiet"
          onClick={() => save(() => update({ status: isClosed ? "active" : "closed" }))}
        >
          {isClosed ? words.admin.reopen : words.admin.close}
        </button>
      )}
    </Saver>
  );
}

function Management({ desk }: { readonly desk: PollDesk }) {
  const { words, poll } = desk;
  const { admin } = words;
  const section = useSignal(sectionInAddress());
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const follow = () => {
      section.value = sectionInAddress();
      // On a phone the part would open below the screen.
      const top = tabs.current?.getBoundingClientRect().top ?? 0;
      if (top > innerHeight / 3) tabs.current?.scrollIntoView();
      const chosen = tabs.current?.querySelector(`[href="#${section.value}"]`);
      chosen?.scrollIntoView({ block: "nearest", inline: "center" });
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const isClosed = poll.value.status === "closed";
  const [things] = words.build.things[thingOf(optionClassOf(poll.value), { poll: poll.value })];
  const titles = { ...admin.sections, options: things, answers: words.build.answers };
  const titleOf = (name: Section) => titles[name];
  const Content = sections[section.value];
  return (
    <>
      {isClosed && <p class="notice">{admin.closed}</p>}
      <nav ref={tabs} class="tabs" aria-label={admin.sectionsLabel}>
        {names.map((name) => (
          <a
            key={name}
            href={`#${name}`}
            aria-current={name === section.value ? "page" : undefined}
          >
            {titleOf(name)}
          </a>
        ))}
      </nav>
      <section aria-labelledby="section-title">
        <h2 id="section-title">{titleOf(section.value)}</h2>
        <Content desk={desk} />
      </section>
    </>
  );
}
