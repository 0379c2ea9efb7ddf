import { type CreateInvitation, hasCode, type Invitation, type NewInvitation } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { Check } from "../parts/form/check";
import { Field, TextArea } from "../parts/form/field";
import { bytesOf, textOf } from "../parts/form/read-text";
import { submitting } from "../parts/form/submitting";
import { More, usePages } from "../parts/list/pages";
import { Copy } from "../parts/show/copy";
import { Row } from "../parts/show/row";
import { useLiveList } from "./live-list";
import type { PollContext } from "./poll-context";
import { MessageField, Reminder } from "./reminder";
import { linkToSetting } from "./setting-entry";
import { refusedAddresses, writtenAddresses } from "./written-addresses";

/** Who is invited, and while the poll is open, who else can be. */
export function Invitations({ context }: { readonly context: PollContext }) {
  const { words, client, hash, poll } = context;
  const { invitations: texts } = words;
  const pages = usePages<Invitation>({
    read: (page) => client.invitations.list.page({ poll_id: hash, page }),
    keyOf: ({ id }) => id,
    textOf: problemText,
  });
  useLiveList(pages, poll.value.voters_count, ({ mail_state }) => mail_state === "queued");
  const shown = pages.list.value;
  const isOpen = poll.value.status === "active";
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{texts.title}</h2>
      {isOpen ? (
        <Invite context={context} invited={pages.readFirst} />
      ) : (
        <p class="fine">{texts.closed}</p>
      )}
      <Problem text={pages.problem.value} />
      {isOpen && shown?.items.some(({ email, used }) => email !== null && !used) === true && (
        <Reminder context={context} invitations={shown} />
      )}
      {shown?.total === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {shown?.items.map(({ id, email, jury, used, used_at, mail_state }) => {
          const name = email ?? texts.code;
          return (
            <Row
              key={id}
              title={name}
              facts={[
                texts[used ? "used" : used_at === null ? "open" : "freed"],
                mail_state !== null && words.participants.mail[mail_state],
                jury && poll.value.settings.jury_mode && words.participants.jury,
              ]}
            >
              {!used && (
                <Ask
                  button={texts.withdrawLink}
                  title={texts.withdraw(name)}
                  text={words.confirm.title}
                  act={async () => {
                    await client.invitations.withdraw({ poll_id: hash, id });
                    await pages.reload();
                  }}
                />
              )}
            </Row>
          );
        })}
      </ul>
      <More pages={pages} />
    </section>
  );
}

/** Invites a list of addresses, or makes codes to hand out. */
function Invite({
  context: { words, client, hash, poll, account, organization },
  invited,
}: {
  readonly context: PollContext;
  readonly invited: () => Promise<void>;
}) {
  const { invitations: texts } = words;
  const { busy, problem, attempt } = useAttempts((error) => refusalText(error));
  const written = useRef<readonly string[]>([]);
  const made = useSignal<readonly NewInvitation[]>([]);
  const list = useRef<HTMLTextAreaElement>(null);

  /** Puts the addresses of a file into the list, where one sees them before they are invited. */
  async function readFile({ files }: HTMLInputElement): Promise<void> {
    const [file] = files ?? [];
    if (file === undefined || list.current === null) return;
    const found = addressesIn(textOf(await bytesOf(file)).text);
    problem.value = found.length === 0 ? texts.noAddresses : undefined;
    if (found.length > 0) list.current.value = found.join("\n");
  }

  function refusalText(error: unknown): string {
    const refused = refusedAddresses(error, written.current);
    const sentence = hasCode(error, "already_invited") ? texts.alreadyInvited : texts.noAddress;
    return refused.length === 0 ? problemText(error) : `${sentence} ${refused.join(", ")}`;
  }

  const sends = (
    bodyOf: (data: FormData) => Parameters<typeof client.invitations.create>[0]["body"],
  ) =>
    submitting((form) =>
      attempt(async () => {
        made.value = [];
        const body = bodyOf(new FormData(form));
        made.value = await client.invitations.create({ poll_id: hash, body });
        form.reset();
        await invited();
      }),
    );
  const byAddress = sends((data) => {
    const jury = data.has("jury");
    written.current = writtenAddresses(String(data.get("list")));
    const invitations = written.current.map((email): CreateInvitation => ({ email, jury }));
    return { invitations, message: String(data.get("message")) };
  });
  const byCode = sends((data) => {
    written.current = [];
    const jury = data.has("jury");
    return { invitations: Array.from({ length: Number(data.get("number")) }, () => ({ jury })) };
  });
  const inviter = poll.value.settings.publisher ?? organization;
  const jury = poll.value.settings.jury_mode && (
    <Check label={texts.jury} name="jury" defaultChecked />
  );
  const codes = made.value.filter(({ email }) => email === null);
  return (
    <>
      <p>{texts.text}</p>
      {inviter !== undefined && <p class="fine">{texts.from(inviter)}</p>}
      {inviter === undefined && account !== undefined && (
        <p class="fine">
          {texts.fromUnknown}{" "}
          <a href={linkToSetting("publisher")}>{words.admin.sections.settings}</a>
        </p>
      )}
      {poll.value.settings.jury_mode ? (
        <p class="fine">{texts.juryOnly}</p>
      ) : (
        poll.value.settings.participant_limitation_type !== "check_invitation" && (
          <p class="fine">{texts.only}</p>
        )
      )}
      <form class="card" onSubmit={byAddress}>
        <TextArea label={texts.list} ref={list} name="list" rows={4} required autocomplete="off" />
        <Field
          label={texts.file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ currentTarget }) => void readFile(currentTarget)}
        />
        <MessageField />
        {jury}
        <button type="submit" disabled={busy.value}>
          {texts.send}
        </button>
      </form>
      <Problem text={problem.value} />
      <div role="status">
        {made.value.length > 0 && <p>{texts.sent(made.value.length)}</p>}
        {codes.length > 0 && (
          <Copy
            label={texts.made}
            text={codes.map(({ url }) => url).join("\n")}
            rows={Math.min(8, codes.length)}
          />
        )}
      </div>
      <details class="card">
        <summary>{texts.makeCodes}</summary>
        <form onSubmit={byCode}>
          <Field label={texts.codes} name="number" type="number" min={1} max={1_000} required />
          {jury}
          <button type="submit" class="quiet" disabled={busy.value}>
            {texts.makeCodes}
          </button>
        </form>
      </details>
    </>
  );
}

/** The addresses of a table, in whichever column they are. */
const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[^\s<>"',;|]+@[^\s<>"',;|]+/g)),
];
