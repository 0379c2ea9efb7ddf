import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChild, ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Ballot, createBallot } from "../ballot/ballot";
import { FormLeft, NotAdmitted } from "../ballot/not-admitted";
import { pressEnded } from "../parts/form/press";
import { type Pages, type ReadPages, usePages } from "../parts/list/pages";
import { onDemand } from "../parts/page/on-demand";
import { Over } from "../parts/show/over";
import type { Visit } from "../session/visit";
import { EntranceForm } from "./entrance-form";
import { labelsOf, type Need, needsFields, takesAnyone } from "./needs";
import { acceptsVotes, isOutsideJury } from "./status";

/** What a visitor needs to take part. One form asks for all of it, as late as possible. */
export interface Entrance {
  readonly ballot: Ballot;
  /** The form without which nothing can be shown, or in a sheet over the page. */
  readonly forms: ComponentChildren;
  /** Whether the fields are asked for at the end. Answers wait in the tab until then. */
  readonly isLate: boolean;
  /** The form at the end, while it is asked for. */
  readonly lastForm: ComponentChildren | undefined;
  /** Leaves the form that is asked for. */
  readonly leave: () => void;
  /** What is left to do before the votes count. Below what is voted on, which it does not move. */
  readonly notices: (ballot: Ballot) => ComponentChild;
  /** Whether no password is needed any more. */
  readonly unlocked: boolean;
  /** Asks for the password, if it is needed. Rejects with `NotAdmitted`. */
  readonly unlock: () => Promise<void>;
  /** Whether the poll accepts votes now. */
  readonly open: boolean;
  /** Whether the visitor sees the controls, but waits for a place or is not on the jury. */
  readonly looksOn: boolean;
  /** Undefined: the visitor must not see them yet. */
  readonly options: ReadPages<OptionListItem> | undefined;
  readonly problem: string | undefined;
  /** Reads the next page of options. */
  readonly more: () => Promise<void>;
}

const FeeAndConfirmation = onDemand(() => import("./fee-and-confirmation"), "FeeAndConfirmation");

/** The gateway renders at most this number of votes into a page. If a page has as many, there may be more. */
const FIRST_VOTES = 100;

/** After a form in place, which is gone with its focus. */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>("main h1");
  if (title === null) return;
  title.tabIndex = -1;
  title.focus();
}

const both: readonly Need[] = ["password", "participant"];

/** What the page asks for now, and what waits for it. */
interface Asking {
  readonly needs: readonly Need[];
  readonly resolve: () => void;
  readonly reject: (error: NotAdmitted) => void;
  readonly promise: Promise<void>;
}

/**
 * @param asks Where the fields are asked for. "first": in a sheet, before the first vote. "last": after the last answer,
 * where anyone may take part. "elsewhere": by a form of the page itself.
 */
export function useEntrance(
  visit: Visit,
  asks: "first" | "last" | "elsewhere" = "first",
): Entrance {
  const { data, words, pollId, client, password } = visit;
  const { poll } = data;
  const { double_opt_in, voting_fee_type, participant_limit, password_protected, jury_mode } =
    poll.settings;
  const owes = double_opt_in || voting_fee_type || participant_limit;
  const asking = useSignal<Asking | undefined>(undefined);
  const isLast = asks === "last" && needsFields(visit) && takesAnyone(poll);
  const ballot = useMemo(() => createBallot(visit, data, () => ask(both), isLast), [visit]);
  const pages: Pages<OptionListItem> = usePages({
    read: (page) => client().options.list.page({ poll_id: pollId, page, data: true }),
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
  const missing = (needs: readonly Need[]) =>
    needs.filter((need) =>
      need === "password"
        ? password_protected && password.value === undefined
        : participant.value === undefined && needsFields(visit),
    );

  /** Resolves once nothing of it is missing. Callers share one sheet, which opens after the click of a press. */
  async function ask(needs: readonly Need[]): Promise<void> {
    if (missing(needs).length > 0) await pressEnded();
    if (missing(needs).length === 0) return;
    if (!asking.value) {
      let settle!: Pick<Asking, "resolve" | "reject">;
      const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
      asking.value = { ...settle, needs, promise };
    }
    return asking.value.promise;
  }

  /** Stops asking: everything is given, or else `why` not. */
  const end = (why?: NotAdmitted): void => {
    const { value } = asking;
    asking.value = undefined;
    if (why) value?.reject(why);
    else value?.resolve();
  };
  const proceed = (): void => {
    const { value } = asking;
    if (!value) focusTitle();
    else if (missing(value.needs).length === 0) end();
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
  const asked = missing(asking.value?.needs ?? []);
  const leave = (): void =>
    end(
      new FormLeft(
        words.participant.left(
          asked
            .flatMap((need) =>
              need === "password" ? words.password.label : [...labelsOf(visit).values()],
            )
            .join(", "),
        ),
      ),
    );
  const formFor = (needs: readonly Need[]) => (
    <EntranceForm
      {...{ visit, needs }}
      onUnlocked={unlock}
      onJoined={join}
      {...(isLast && {
        title: words.survey.about,
        ...(visit.finalVotes === undefined && { button: words.survey.finish }),
        leave: { text: words.survey.back, go: leave },
      })}
    />
  );

  const accepts = acceptsVotes(data);
  const isHidden = options === undefined;
  // What the visitor must not see yet has its form in place. The password opens it, unless it is for invited people.
  const opens =
    password_protected && !jury_mode && !poll.voter_required_fields.includes("invitation");
  const inPlace: readonly Need[] = missing(
    isHidden
      ? opens || !accepts
        ? ["password"]
        : both
      : asks === "elsewhere" && accepts
        ? ["password"]
        : [],
  );
  const isAsked = inPlace.length === 0 && asked.length > 0;
  // Another tab may have given what the sheet asks for.
  useEffect(() => {
    if (asking.value) proceed();
  }, [participant.value]);
  useEffect(() => {
    if (!accepts) end(new NotAdmitted(words.errors.poll_closed));
  }, [accepts]);
  return {
    ballot,
    more: pages.more,
    unlocked: missing(["password"]).length === 0,
    unlock: () => ask(["password"]),
    open: accepts && !isHidden,
    looksOn: participant.value?.place === "waiting" || isOutsideJury(visit),
    options,
    problem: pages.problem.value,
    notices: (of) => (owes ? <FeeAndConfirmation key={of} visit={visit} ballot={of} /> : undefined),
    isLate: isLast && missing(both).length > 0,
    leave,
    lastForm: isAsked && isLast ? formFor(asked) : undefined,
    forms: (
      <>
        {inPlace.length > 0 && formFor(inPlace)}
        {isAsked && !isLast && (
          <Over label={words.participant.title} close={words.gallery.close} onLeave={leave}>
            {formFor(asked)}
          </Over>
        )}
      </>
    ),
  };
}
