import type { OptionListItem } from "@polls/client";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Ballot, createBallot } from "../ballot/ballot";
import { errorWords } from "../parts/error-words";
import { later } from "../parts/later";
import { type Pages, type ReadPages, usePages } from "../parts/pages";
import type { Visit } from "../session/visit";
import { needsForm, ParticipantForm } from "./participant-form";
import { PasswordForm } from "./password-form";
import { acceptsVotes } from "./status";

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
  readonly options: ReadPages<OptionListItem> | undefined;
  readonly problem: string | undefined;
  /** Reads the next page of options. */
  readonly more: () => Promise<void>;
}

const Dues = later(() => import("./dues").then(({ Dues }) => Dues));

/** What is left to do before the votes count. */
export function Notices(props: { readonly visit: Visit; readonly ballot: Ballot }) {
  const { double_opt_in, voting_fee_type } = props.visit.data.poll.settings;
  return double_opt_in || voting_fee_type !== undefined ? <Dues {...props} /> : null;
}

/** The gateway renders at most this number of votes into a page. If a page has as many, there may be more. */
const FIRST_VOTES = 100;

/** Without `asksForm` the page itself shows the participant's fields. */
export function useEntrance(visit: Visit, { asksForm: asks = true } = {}): Entrance {
  const { data, words, pollId, client, password } = visit;
  const { poll } = data;
  const ballot = useMemo(() => createBallot(visit), [visit]);
  const pages: Pages<OptionListItem> = usePages({
    read: (page) => client().options.list.page({ poll_id: pollId, page }),
    keyOf: ({ id }) => id,
    textOf: (error) =>
      pages.list.value === undefined ? words.poll.hidden : errorWords(error, words),
    first: data.options,
  });
  const options = pages.list.value;

  /** Loads the data that the gateway could not render into the page. */
  async function loadRest(): Promise<void> {
    if (options === undefined) await pages.reload();
    await ballot.reload().catch(() => undefined);
  }

  const knowsPassword = password.value !== undefined;
  useEffect(() => {
    if (knowsPassword || data.votes?.length === FIRST_VOTES) void loadRest();
  }, [visit]);

  const { participant } = ballot;
  const locked = poll.settings.password_protected && !knowsPassword;
  const asksPassword = locked && (acceptsVotes(data) || options === undefined);
  // Some polls show their options only to participants.
  const asksForm =
    (asks || options === undefined) &&
    acceptsVotes(data) &&
    participant.value === undefined &&
    needsForm(poll);
  const name = participant.value?.user_name ?? "";
  return {
    ballot,
    more: pages.more,
    unlocked: !asksPassword,
    passed: !asksPassword && !asksForm,
    open: acceptsVotes(data) && !asksPassword && !asksForm,
    options,
    problem: pages.problem.value,
    forms: (
      <>
        {asksPassword && <PasswordForm visit={visit} onRight={loadRest} />}
        {!asksPassword && asksForm && (
          <ParticipantForm
            visit={visit}
            onJoined={(joined, before) => {
              participant.value = joined;
              if (before) void ballot.reload();
              if (options === undefined) void pages.reload();
            }}
          />
        )}
        {name !== "" && <p class="fine">{words.participant.thanks(name)}</p>}
        <Notices visit={visit} ballot={ballot} />
      </>
    ),
  };
}
