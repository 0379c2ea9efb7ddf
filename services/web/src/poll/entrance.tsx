import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Ballot, createBallot } from "../ballot/ballot";
import { errorWords } from "../parts/error-words";
import { later } from "../parts/later";
import type { Visit } from "../session/visit";
import { needsForm, ParticipantForm } from "./participant-form";
import { PasswordForm } from "./password-form";
import { acceptsVotes } from "./status";

export interface LoadedOptions {
  readonly items: readonly OptionListItem[];
  readonly total: number;
  readonly page: number;
}

/** The forms that a visitor must fill in before taking part, and the content after them. */
export interface Entrance {
  readonly ballot: Ballot;
  /** The remaining forms, and the participant. */
  readonly forms: ComponentChildren;
  /** Whether no form is left. */
  readonly passed: boolean;
  /** Whether no password is needed any more. */
  readonly unlocked: boolean;
  /** Whether this visitor can vote now. */
  readonly open: boolean;
  /** Undefined: the visitor must not see them yet. */
  readonly options: LoadedOptions | undefined;
  readonly problem: string | undefined;
  /** Reads the next page of options. */
  readonly load: (page: number) => Promise<void>;
}

const Dues = later(() => import("./dues").then(({ Dues }) => Dues));

/** What is left to do before the votes count. */
export function Notices(props: { readonly visit: Visit; readonly ballot: Ballot }) {
  const { double_opt_in, voting_fee_type } = props.visit.data.poll.settings;
  return double_opt_in || voting_fee_type !== undefined ? <Dues {...props} /> : null;
}

/** Votes are read up to this number of pages. */
const FIRST_VOTES = 100;

/** Without `asksForm` the page itself shows the participant's fields. */
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
      // A submitted option, which is already shown first, is not shown a second time.
      const known = new Set(before.map(({ id }) => id));
      const others = items.filter(({ id }) => !known.has(id));
      loaded.value = { items: [...before, ...others], total, page };
      problem.value = undefined;
    } catch (error) {
      problem.value = loaded.value === undefined ? words.poll.hidden : errorWords(error, words);
    }
  }

  /** Loads the data that the gateway could not render into the page. */
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
  // Some polls show their options only to participants.
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
        <Notices visit={visit} ballot={ballot} />
      </>
    ),
  };
}
