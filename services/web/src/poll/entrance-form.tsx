import { hasCode, NotFoundError, type Participant, type Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { useEffect } from "preact/hooks";
import { join } from "../ballot/join";
import { refusalWords } from "../parts/feedback/refusal-words";
import { Attribute, attributeTexts } from "../parts/form/attributes";
import { CardForm } from "../parts/form/card-form";
import { Input } from "../parts/form/input";
import { forwardedIn } from "../parts/page/forwarded";
import { Acceptance, type AcceptedText } from "../parts/show/long-text";
import type { Visit } from "../session/visit";
import { attributesOf, draftOf, fieldsOf, labelsOf, type Need, type RequiredField } from "./needs";

/** Of the fields that are boxes. */
const isAccepted = (field: string): field is AcceptedText =>
  field === "terms" || field === "privacy_policy";

/** The input of each other required field. */
const inputs: Readonly<
  Record<
    Exclude<RequiredField, AcceptedText>,
    { readonly type: "text" | "email"; readonly fill: string }
  >
> = {
  user_name: { type: "text", fill: "name" },
  optin_email: { type: "email", fill: "email" },
  invitation: { type: "text", fill: "off" },
};

const FIELDS = "form :is(input:not([type=hidden]), select, textarea)";

interface Props {
  readonly visit: Visit;
  readonly needs: readonly Need[];
  /** Called once the password is right, where nothing else is needed. */
  readonly onUnlocked?: () => unknown;
  /** `before`: whether the visitor took part before, as in another tab. */
  readonly onJoined?: (participant: Participant, before: boolean) => void;
  /** Default: what suits the needs. */
  readonly title?: string;
  readonly button?: string;
  readonly leave?: ComponentProps<typeof CardForm>["leave"];
}

/** One form for all that the poll needs: its password, and the fields that make the visitor a participant. */
export function EntranceForm({ visit, needs, onUnlocked, onJoined, title, button, leave }: Props) {
  const { data, words, password } = visit;
  const { poll } = data;
  const problems = useSignal<readonly string[]>([]);
  const isWrong = useSignal(false);
  const refused = useSignal(false);
  const forwarded = forwardedIn(poll.settings, location.search);
  const joins = needs.includes("participant");
  useEffect(() => document.querySelector<HTMLElement>(`:is(.over, .last) ${FIELDS}`)?.focus(), []);

  async function send(form: FormData): Promise<void> {
    problems.value = [];
    isWrong.value = false;
    try {
      const given = form.get("password");
      if (given !== null) {
        await checkPassword(visit, String(given));
        password.value = String(given);
      }
      if (!joins) return void (await onUnlocked?.());
      refused.value = true;
      onJoined?.(...(await join(visit, voterOf(form, poll))));
    } catch (error) {
      isWrong.value = hasCode(error, "poll_password_wrong");
      if (isWrong.value) {
        // The tab may have kept one from before it was changed: the form asks for it again.
        password.value = undefined;
        document.querySelector<HTMLElement>("[name=password]")?.focus();
        return;
      }
      problems.value = await refusalWords(
        error,
        words,
        (field) => labelsOf(visit).get(field),
        visit.explain(error),
      );
    }
  }

  return (
    <CardForm
      title={title ?? (joins ? words.participant.title : words.password.title)}
      button={button ?? words.participant.button}
      send={send}
      draft={draftOf(visit)}
      {...(leave && { leave })}
    >
      {needs.includes("password") && (
        <>
          <label class="entry">
            {words.password.label}
            <input name="password" type="password" required maxLength={128} autocomplete="off" />
          </label>
          <p class="state failed" role="alert">
            {isWrong.value && words.password.wrong}
          </p>
        </>
      )}
      {joins && (
        <>
          {fieldsOf(poll).map((field) => (
            <Field key={field} field={field} visit={visit} refused={refused.value} />
          ))}
          {attributesOf(poll).map(([id, definition]) => (
            <Attribute
              key={id}
              {...{ id, definition }}
              initial={forwarded.get(data.writtenTitles?.[id] ?? definition.title)}
            />
          ))}
        </>
      )}
      {problems.value.length > 0 && (
        <div class="problem" role="alert">
          <p>{words.participant.problems}</p>
          <ul>
            {problems.value.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </CardForm>
  );
}

/** Rejects for a wrong one. Votes can be read with only the password; a jury or invitations are checked after it. */
async function checkPassword({ client, pollId }: Visit, text: string): Promise<void> {
  const asking = client().with({ pollPassword: text });
  await asking.votes.list({ poll_id: pollId, per_page: 1 }).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}

interface FieldProps {
  readonly field: RequiredField;
  readonly visit: Visit;
  /** Whether the service has refused the fields before: then the code of a link can be corrected. */
  readonly refused: boolean;
}

function Field({ field, visit, refused }: FieldProps) {
  const { words } = visit;
  if (isAccepted(field)) return <Acceptance field={field} visit={visit} />;
  const code = field === "invitation" ? visit.invitation.value : undefined;
  if (code !== undefined && !refused) return <input type="hidden" name={field} value={code} />;
  const { type, fill } = inputs[field];
  const text = words.participant[field];
  const isInvited = field === "optin_email" && visit.data.invitedByMail;
  return (
    <label class="entry">
      {text}
      <Input
        type={type}
        name={field}
        required={!isInvited}
        maxLength={255}
        autocomplete={fill}
        defaultValue={(field === "user_name" ? visit.givenName.value : code) ?? ""}
      />
      {field === "optin_email" && <small>{words.participant.optin_email_hint}</small>}
      {isInvited && <small>{words.participant.invited_hint}</small>}
    </label>
  );
}

/** The request body that creates the participant. */
function voterOf(form: FormData, poll: Poll) {
  const fields = Object.fromEntries(
    fieldsOf(poll).map((field) => [
      field,
      isAccepted(field) ? form.has(field) : String(form.get(field)),
    ]),
  );
  const additional_attributes = attributeTexts(form, attributesOf(poll));
  return Object.keys(additional_attributes).length === 0
    ? fields
    : { ...fields, additional_attributes };
}
