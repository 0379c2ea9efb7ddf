import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { createBallot } from "../ballot/ballot";
import { leftOf } from "../ballot/limits";
import { momentText } from "../parts/dates";
import { errorWords } from "../parts/error-words";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";
import { kinds } from "../types/poll-types";
import { resultsPath } from "./addresses";
import { Frame } from "./frame";
import { OptionCard, type VotingState } from "./option-card";
import { needsForm, ParticipantForm } from "./participant-form";
import { PasswordForm } from "./password-form";

/** The page where one takes part. */
export function PollPage({ visit }: { readonly visit: Visit }) {
  const { data, words } = visit;
  const { poll } = data;
  return (
    <Frame visit={visit}>
      <h1>{poll.title}</h1>
      {poll.description !== undefined && <p class="text">{poll.description}</p>}
      {poll.location !== undefined && <p class="fine">{poll.location}</p>}
      <Status visit={visit} />
      {kinds[poll.type] === "list" ? (
        <Voting visit={visit} />
      ) : (
        <p class="notice">{words.poll.otherType}</p>
      )}
      <p class="fine">
        <a href={resultsPath(visit.pollId)}>{words.poll.results}</a>
      </p>
    </Frame>
  );
}

/** By the clock of the service: that of the device may be wrong. */
const startsLater = ({ poll: { settings }, now }: FirstData): boolean =>
  settings.start_date_voting !== undefined && settings.start_date_voting > now;

export const acceptsVotes = (data: FirstData): boolean =>
  data.poll.status === "active" && data.poll.settings.allow_voting && !startsLater(data);

/** Whether votes are accepted, and until when. */
export function Status({ visit: { data, words } }: { readonly visit: Visit }) {
  const { poll } = data;
  const { start_date_voting: start, deadline_voting: end, allow_voting } = poll.settings;
  if (poll.status === "closed") return <p class="notice">{words.poll.closed}</p>;
  if (!allow_voting) return <p class="notice">{words.poll.notAllowed}</p>;
  if (start !== undefined && startsLater(data)) {
    return <p class="notice">{words.poll.opens(momentText(start, poll, words))}</p>;
  }
  return end === undefined ? null : (
    <p class="fine">{words.poll.ends(momentText(end, poll, words))}</p>
  );
}

interface Loaded {
  readonly items: readonly OptionListItem[];
  readonly total: number;
  readonly page: number;
}

function Voting({ visit }: { readonly visit: Visit }) {
  const { data, words, pollId, client, password } = visit;
  const { poll } = data;
  const ballot = useMemo(() => createBallot(visit), [visit]);
  const loaded = useSignal<Loaded | undefined>(data.options && { ...data.options, page: 1 });
  const problem = useSignal<string | undefined>(undefined);

  async function load(page: number): Promise<void> {
    try {
      const { items, total } = await client().options.list.page({ poll_id: pollId, page });
      const before = page === 1 ? [] : (loaded.value?.items ?? []);
      loaded.value = { items: [...before, ...items], total, page };
      problem.value = undefined;
    } catch (error) {
      problem.value = loaded.value === undefined ? words.poll.hidden : errorWords(error, words);
    }
  }

  const { participant } = ballot;
  const locked = poll.settings.password_protected && password.value === undefined;
  const asksPassword = locked && (acceptsVotes(data) || loaded.value === undefined);
  const asksForm = acceptsVotes(data) && participant.value === undefined && needsForm(poll);
  return (
    <>
      {asksPassword && (
        <PasswordForm
          visit={visit}
          onRight={async () => {
            if (loaded.value === undefined) await load(1);
            await ballot.reload().catch(() => undefined);
          }}
        />
      )}
      {!asksPassword && asksForm && (
        <ParticipantForm
          visit={visit}
          onJoined={(joined) => {
            participant.value = joined;
            if (loaded.value === undefined) void load(1);
          }}
        />
      )}
      {participant.value !== undefined && participant.value.user_name !== "" && (
        <p class="fine">{words.participant.thanks(participant.value.user_name)}</p>
      )}
      {loaded.value === undefined ? (
        <p class="notice">{problem.value ?? words.poll.hidden}</p>
      ) : (
        <OptionList
          options={loaded.value}
          visit={visit}
          voting={{ ballot, open: acceptsVotes(data) && !asksPassword && !asksForm }}
          onMore={(page) => void load(page)}
        />
      )}
      {loaded.value !== undefined && problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}

function OptionList({
  options: { items, total, page },
  visit,
  voting,
  onMore,
}: {
  readonly options: Loaded;
  readonly visit: Visit;
  readonly voting: VotingState;
  readonly onMore: (page: number) => void;
}) {
  const { data, words } = visit;
  const { poll } = data;
  const left = leftOf(poll, voting.ballot.marks.value);
  return (
    <>
      {acceptsVotes(data) && left !== undefined && (
        <p class="left" role="status">
          {left.addsUp
            ? words.vote.left(left.left, left.of)
            : words.vote.leftOptions(left.left, left.of)}
        </p>
      )}
      {items.length === 0 && <p class="notice">{words.poll.noOptions}</p>}
      <ul class="options">
        {items.map((option) => (
          <OptionCard key={option.id} option={option} visit={visit} voting={voting} />
        ))}
      </ul>
      {items.length < total && (
        <button type="button" class="quiet" onClick={() => onMore(page + 1)}>
          {words.poll.more}
        </button>
      )}
    </>
  );
}
