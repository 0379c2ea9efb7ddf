import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Ballot, createBallot } from "../ballot/ballot";
import { NotAdmitted } from "../ballot/not-admitted";
import { pressEnded } from "../parts/form/press";
import { type Pages, type ReadPages, usePages } from "../parts/list/pages";
import { onDemand } from "../parts/page/on-demand";
import { Over } from "../parts/show/over";
import type { Visit } from "../session/visit";
import { needsForm, ParticipantForm } from "./participant-form";
import { PasswordForm } from "./password-form";
import { acceptsVotes } from "./status";

/** What a visitor needs to take part. Forms are asked for over the page, before the first vote. */
export interface Entrance {
  readonly ballot: Ballot;
  /** The forms without which nothing can be shown, and the sheet over the page. */
  readonly forms: ComponentChildren;
  /** What is left to do before the votes count. Below what is voted on, which it does not move. */
  readonly notices: (ballot: Ballot) => ComponentChildren;
  /** Whether no password is needed any more. */
  readonly unlocked: boolean;
  /** Asks for the password, if it is needed. Rejects with `NotAdmitted`. */
  readonly unlock: () => Promise<void>;
  /** Whether the poll accepts votes now. */
  readonly open: boolean;
  /** Whether the visitor is on the waiting list, and cannot vote. */
  readonly waits: boolean;
  /** Undefined: the visitor must not see them yet. */
  readonly options: ReadPages<OptionListItem> | undefined;
  readonly problem: string | undefined;
  /** Reads the next page of options. */
  readonly more: () => Promise<void>;
}

const FeeAndConfirmation = onDemand((language) =>
  import("./fee-and-confirmation").then(({ loadFeeAndConfirmation }) =>
    loadFeeAndConfirmation(language),
  ),
);

/** The gateway renders at most this number of votes into a page. If a page has as many, there may be more. */
const FIRST_VOTES = 100;

/** After a form in place, which is gone with its focus. */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>("main h1");
  if (title === null) return;
  title.tabIndex = -1;
  title.focus();
}

type Need = "password" | "participant";

/** The sheet over the page, for one of the needs or for both. */
interface Asking {
  readonly needs: readonly Need[];
  readonly resolve: () => void;
  readonly reject: (error: NotAdmitted) => void;
  readonly promise: Promise<void>;
}

/** Without `asksForm` the page itself shows the participant's fields. */
export function useEntrance(visit: Visit, { asksForm = true } = {}): Entrance {
  const { data, words, pollId, client, password } = visit;
  const { poll } = data;
  const { double_opt_in, voting_fee_type, participant_limit } = poll.settings;
  const owes = double_opt_in || voting_fee_type || participant_limit;
  const asking = useSignal<Asking | undefined>(undefined);
  const ballot = useMemo(
    () => createBallot(visit, data, () => ask(["password", "participant"])),
    [visit],
  );
  const pages: Pages<OptionListItem> = usePages({
    read: (page) => client().options.list.page({ poll_id: pollId, page }),
    keyOf: ({ id }) => id,
    textOf: (error) => (pages.list.value === undefined ? words.poll.hidden : visit.explain(error)),
    first: data.options,
  });
  const options = pages.list.value;

  /** Loads the data that the gateway could not render into the page. */
  async function loadRest(): Promise<void> {
    if (pages.list.value === undefined) await pages.reload();
    await ballot.reload().catch(() => undefined);
  }

  const knowsPassword = password.value !== undefined;
  useEffect(() => {
    if (knowsPassword || data.votes?.length === FIRST_VOTES) void loadRest();
  }, [visit]);

  void visit.renewed.value;
  const { participant } = ballot;
  const isMissing: Readonly<Record<Need, () => boolean>> = {
    password: () => poll.settings.password_protected && password.value === undefined,
    participant: () => participant.value === undefined && needsForm(poll),
  };
  const missing = (needs: readonly Need[]): Need | undefined =>
    needs.find((need) => isMissing[need]());

  /** Resolves once nothing of it is missing. Callers share one sheet, which opens after the click of a press. */
  async function ask(needs: readonly Need[]): Promise<void> {
    if (missing(needs) !== undefined) await pressEnded();
    if (missing(needs) === undefined) return;
    if (asking.value === undefined) {
      let settle: Pick<Asking, "resolve" | "reject"> | undefined;
      const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
      if (settle !== undefined) asking.value = { ...settle, needs, promise };
    }
    return asking.value?.promise;
  }

  function end(how: (asked: Asking) => void): void {
    const { value } = asking;
    asking.value = undefined;
    if (value !== undefined) how(value);
  }
  const proceed = (): void => {
    if (asking.value === undefined) focusTitle();
    else if (missing(asking.value.needs) === undefined) end(({ resolve }) => resolve());
  };

  const unlock = async (): Promise<void> => {
    await loadRest();
    proceed();
  };
  const join = (joined: NonNullable<typeof participant.value>, before: boolean): void => {
    participant.value = joined;
    if (before) void ballot.reload();
    if (options === undefined) void pages.reload();
    proceed();
  };
  const forms: Readonly<Record<Need, () => ComponentChildren>> = {
    password: () => <PasswordForm visit={visit} onRight={unlock} />,
    participant: () => <ParticipantForm visit={visit} onJoined={join} />,
  };

  const locked = isMissing.password();
  // What only participants see, or a page with its own form, has its forms in place.
  const isHidden = options === undefined;
  const inPlace =
    isHidden || !asksForm
      ? locked && (acceptsVotes(data) || isHidden)
        ? "password"
        : isHidden && acceptsVotes(data)
          ? missing(["participant"])
          : undefined
      : undefined;
  const asked = asking.value && missing(asking.value.needs);
  // Another tab may have given what the sheet asks for.
  useEffect(() => {
    if (asking.value !== undefined) proceed();
  }, [participant.value]);
  const accepts = acceptsVotes(data);
  useEffect(() => {
    if (!accepts) end(({ reject }) => reject(new NotAdmitted(words.errors.poll_closed)));
  }, [accepts]);
  return {
    ballot,
    more: pages.more,
    unlocked: !locked,
    unlock: () => ask(["password"]),
    open: accepts && !isHidden,
    waits: participant.value?.place === "waiting",
    options,
    problem: pages.problem.value,
    notices: (of) => owes && <FeeAndConfirmation key={of} visit={visit} ballot={of} />,
    forms: (
      <>
        {inPlace !== undefined && forms[inPlace]()}
        {inPlace === undefined && asked !== undefined && (
          <Over
            label={words.participant.title}
            close={words.gallery.close}
            onLeave={() => end(({ reject }) => reject(new NotAdmitted()))}
          >
            {forms[asked]()}
          </Over>
        )}
      </>
    ),
  };
}
