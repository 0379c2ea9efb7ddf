import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Ballot, createBallot } from "../ballot/ballot";
import { errorWords } from "../parts/error-words";
import type { Visit } from "../session/visit";
import { needsForm, ParticipantForm } from "./participant-form";
import { PasswordForm } from "./password-form";
import { acceptsVotes } from "./status";

export interface LoadedOptions {
  readonly items: readonly OptionListItem[];
  readonly total: number;
  readonly page: number;
}

/** What a visitor has to give before taking part, and what is there then. */
export interface Entrance {
  readonly ballot: Ballot;
  /** The forms that are left, and who takes part. */
  readonly forms: ComponentChildren;
  /** Nothing is left to be given. */
  readonly passed: boolean;
  /** No password is left to be given. */
  readonly unlocked: boolean;
  /** Votes are accepted of this visitor now. */
  readonly open: boolean;
  /** Undefined: the visitor must not see them yet. */
  readonly options: LoadedOptions | undefined;
  readonly problem: string | undefined;
  /** Reads a page of options, behind those that are there. */
  readonly load: (page: number) => Promise<void>;
}

/** Without these pages of votes, more are read. */
const FIRST_VOTES = 100;

/** Without `asksForm` the page asks for the participant's fields itself. */
export function useEntrance(visit: Visit, { asksForm: asks = true } = {}): Entrance {
  const { data, words, pollId, client, password } = visit;
  const { poll } = data;
  const ballot = useMemo(() => createBallot(visit), [visit]);
  const loaded = useSignal<LoadedOptions | undefined>(data.options && { ...data.options, page: 1 });
  const problem = useSignal<string | undefined>(undefined);

  async function load(page: number): Promise<void> {
    try {
      const { items, total } = await client().options.list.page({ poll_id: pollId, page });
      const before = page === 1 ? [] : (loaded.value?.items ?? []);
      // A submitted option, which came first, is not shown a second time.
      const known = new Set(before.map(({ id }) => id));
      const others = items.filter(({ id }) => !known.has(id));
      loaded.value = { items: [...before, ...others], total, page };
      problem.value = undefined;
    } catch (error) {
      problem.value = loaded.value === undefined ? words.poll.hidden : errorWords(error, words);
    }
  }

  /** What the gateway could not write into the page. */
  async function loadRest(): Promise<void> {
    if (loaded.value === undefined) await load(1);
    await ballot.reload().catch(() => undefined);
  }

  const knowsPassword = password.value !== undefined;
  useEffect(() => {
    if (knowsPassword || data.votes?.length === FIRST_VOTES) void loadRest();
  }, [visit]);

  const { participant } = ballot;
  const locked = poll.settings.password_protected && !knowsPassword;
  const asksPassword = locked && (acceptsVotes(data) || loaded.value === undefined);
  // Some polls show their options to participants alone.
  const asksForm =
    (asks || loaded.value === undefined) &&
    acceptsVotes(data) &&
    participant.value === undefined &&
    needsForm(poll);
  const name = participant.value?.user_name ?? "";
  return {
    ballot,
    load,
    unlocked: !asksPassword,
    passed: !asksPassword && !asksForm,
    open: acceptsVotes(data) && !asksPassword && !asksForm,
    options: loaded.value,
    problem: problem.value,
    forms: (
      <>
        {asksPassword && <PasswordForm visit={visit} onRight={loadRest} />}
        {!asksPassword && asksForm && (
          <ParticipantForm
            visit={visit}
            onJoined={(joined) => {
              participant.value = joined;
              if (loaded.value === undefined) void load(1);
            }}
          />
        )}
        {name !== "" && <p class="fine">{words.participant.thanks(name)}</p>}
      </>
    ),
  };
}
