import type { Participant, ParticipantResponse, UpdateParticipant, Vote } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { allItems } from "../parts/list/all-items";
import { answerText } from "../parts/show/answer-text";
import { Quiet } from "../parts/show/button";
import { momentText } from "../parts/show/dates";
import { Over } from "../parts/show/over";
import { factsText } from "../parts/show/row";
import { pageWords } from "../words";
import type { AdminWords } from "../words/admin";
import { Answer, saidOf } from "./answer";
import { answeredIn, type Column } from "./answer-columns";
import type { PollContext } from "./poll-context";

/** Why the votes of a participant do not count, or not yet, and what else the table says beside the name. */
export function statesOf(
  participant: Participant,
  { participants: texts }: AdminWords,
): readonly string[] {
  const { fraudulent, opt_in_confirmed, jury, paid, place, waiting_position } = participant;
  return [
    fraudulent === true && texts.fraud,
    opt_in_confirmed === false && texts.unconfirmed,
    paid === false && texts.unpaid,
    place === "waiting" && texts.waits(waiting_position),
    place === "given_up" && texts.gaveUp,
    jury === true && texts.jury,
  ].filter((state) => state !== false);
}

export const nameOfPerson = ({ user_name }: Participant): string =>
  user_name || pageWords.words().table.nameless;

interface Props {
  readonly response: ParticipantResponse;
  readonly columns: readonly Column[];
  readonly context: PollContext;
  /** Called with the participant after a change; undefined: it is deleted. */
  readonly changed: (participant: Participant | undefined) => void;
  readonly close: () => void;
}

/** All about one participant, over the page: answers, state of mails, and what an admin can do. */
export function Person({ response, columns, context, changed, close }: Props) {
  const { words, client, hash, poll, changes } = context;
  const { build, participants: texts } = words;
  const { voter, votes, votes_count: count } = response;
  const { id, optin_email: email } = voter;
  const all = useSignal<readonly Vote[]>(votes);
  const { busy, problem, attempt } = useDeskAttempts();
  useEffect(() => {
    if (count === votes.length) return;
    void attempt(
      async () =>
        (all.value = await allItems(client.votes.list.all({ poll_id: hash, voter_id: id }))),
    );
  }, []);
  const heading = useRef<HTMLHeadingElement>(null);
  // The key that opened the dialog must not press a button in it.
  useEffect(() => heading.current?.focus(), []);
  const whole = { ...response, votes: [...all.value] };
  const answered = answeredIn(columns, whole);
  const { settings } = poll.value;
  const attributes = settings.additional_attributes ?? {};
  const name = nameOfPerson(voter);
  const facts = [
    momentText(voter.created_at, words, "medium"),
    email,
    voter.opt_in_confirmed === true && email !== undefined && texts.confirmed,
    ...statesOf(voter, words),
    voter.mail_state !== undefined && texts.mail[voter.mail_state],
  ];
  const isFraud = voter.fraudulent === true;
  const act = (change: () => Promise<Participant>): void =>
    void attempt(async () => changed(await change()));
  const update = (voter: UpdateParticipant["voter"]): void =>
    act(async () => {
      const updated = await client.participants.update({ poll_id: hash, id, body: { voter } });
      changes.value++;
      return updated;
    });
  return (
    <Over label={build.answersOf(name)} close={pageWords.words().gallery.close} onLeave={close}>
      <article class="card person">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <p class="fine">{factsText(facts)}</p>
        <Problem text={problem.value} />
        <dl class="response">
          {Object.entries(voter.additional_attributes ?? {}).map(([id, text]) => (
            <div key={id}>
              <dt>{attributes[id]?.title}</dt>
              <dd>
                {answerText(
                  { input_type: attributes[id]?.type ?? "text" },
                  text,
                  pageWords.words(),
                )}
              </dd>
            </div>
          ))}
          {answered.map((column) => (
            <div key={column.option.id}>
              <dt>{column.name}</dt>
              <dd>
                <Answer column={column} response={whole} said={saidOf(column, whole, poll.value)} />
              </dd>
            </div>
          ))}
        </dl>
        {answered.length === 0 && <p class="fine">{build.noAnswers}</p>}
        <p class="row">
          {voter.opt_in_confirmed === false && email !== undefined && (
            <Quiet
              disabled={busy.value}
              onClick={() =>
                act(() => client.participants.optIn.resend({ poll_id: hash, id, body: {} }))
              }
            >
              {texts.mailAgain}
            </Quiet>
          )}
          <Quiet disabled={busy.value} onClick={() => update({ fraudulent: !isFraud })}>
            {isFraud ? texts.clearFraud : texts.markFraud}
          </Quiet>
          {settings.jury_mode && !settings.anonymize_voter_names && (
            <Quiet disabled={busy.value} onClick={() => update({ jury: voter.jury !== true })}>
              {texts[voter.jury === true ? "leaveJury" : "joinJury"]}
            </Quiet>
          )}
          <Ask
            button={words.actions.delete}
            title={words.options.remove(name)}
            text={texts.removeText(name)}
            confirm={words.actions.delete}
            act={async () => {
              await client.participants.delete({ poll_id: hash, id });
              changed(undefined);
            }}
          />
        </p>
      </article>
    </Over>
  );
}
