import { Flag, Mail, Trash } from "virtual:icons";
import type { Participant } from "@polls/client";
import { Ask } from "../parts/feedback/ask";
import { Problem, problemText } from "../parts/feedback/problem";
import { More, usePages } from "../parts/list/pages";
import { momentText } from "../parts/show/dates";
import { Icon } from "../parts/show/icon";
import { Invitations } from "./invitations";
import { useLiveList } from "./live-list";
import type { PollContext } from "./poll-context";

/** Participants and invitations. */
export function Participants({ context }: { readonly context: PollContext }) {
  const { words, client, hash } = context;
  const { participants: texts } = words;
  const pages = usePages<Participant>({
    read: (page) => client.participants.list.page({ poll_id: hash, page }),
    keyOf: ({ id }) => id,
    textOf: (error) => problemText(error, words),
  });
  const { list, problem, attempt, readFirst, reload } = pages;
  useLiveList(pages, context.poll.value);

  const act = (change: () => Promise<unknown>): Promise<void> =>
    attempt(async () => {
      await change();
      await readFirst();
    });

  const known = list.value;
  return (
    <>
      <h2>{texts.title}</h2>
      <Problem text={problem.value} />
      {known === undefined && problem.value === undefined && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {known?.total === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {known?.items.map((participant) => (
          <Row key={participant.id} {...{ participant, context, act, reload }} />
        ))}
      </ul>
      <More pages={pages} text={words.admin.more} />
      <Invitations context={context} />
    </>
  );
}

interface RowProps {
  readonly participant: Participant;
  readonly context: PollContext;
  readonly act: (change: () => Promise<unknown>) => Promise<void>;
  readonly reload: () => Promise<void>;
}

function Row({ participant, context, act, reload }: RowProps) {
  const { words, client, hash } = context;
  const { participants: texts } = words;
  const { id, user_name: name, fraudulent, optin_email, opt_in_confirmed, jury } = participant;
  const facts = [
    momentText(participant.created_at, words, "medium"),
    optin_email,
    opt_in_confirmed === true && optin_email !== undefined && texts.confirmed,
    opt_in_confirmed === false && texts.unconfirmed,
    participant.mail_state !== undefined && texts.mail[participant.mail_state],
    jury === true && texts.jury,
    participant.place === "waiting" && texts.waits(participant.waiting_position),
    participant.place === "given_up" && texts.gaveUp,
    participant.paid === false && texts.unpaid,
    fraudulent === true && texts.fraud,
  ].filter((fact) => typeof fact === "string");
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p class="fine">{facts.join(" · ")}</p>
      </div>
      <div class="row actions">
        {opt_in_confirmed === false && optin_email !== undefined && (
          <button
            type="button"
            class="clear tool"
            aria-label={texts.mailAgain(name)}
            title={texts.mailAgainLink}
            onClick={() =>
              void act(() => client.participants.optIn.resend({ poll_id: hash, id, body: {} }))
            }
          >
            <Icon of={Mail} />
            <span>{texts.mailAgainLink}</span>
          </button>
        )}
        <button
          type="button"
          class="clear tool"
          aria-label={fraudulent === true ? texts.clearFraud(name) : texts.markFraud(name)}
          title={fraudulent === true ? texts.clearFraudLink : texts.markFraudLink}
          onClick={() =>
            void act(() =>
              client.participants.update({
                poll_id: hash,
                id,
                body: { voter: { fraudulent: fraudulent !== true } },
              }),
            )
          }
        >
          <Icon of={Flag} />
          <span>{fraudulent === true ? texts.clearFraudLink : texts.markFraudLink}</span>
        </button>
        <Ask
          button={<Icon of={Trash} />}
          title={words.options.remove(name)}
          text={texts.removeText(name)}
          confirm={words.options.removeLink}
          act={async () => {
            await client.participants.delete({ poll_id: hash, id });
            await reload();
          }}
        />
      </div>
    </li>
  );
}
