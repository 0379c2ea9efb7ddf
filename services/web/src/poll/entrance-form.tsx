import type { Participant, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { join } from "../ballot/join";
import { refusalWords } from "../parts/feedback/refusal-words";
import { Attribute, attributeTexts, type Definitions } from "../parts/form/attributes";
import { CardForm } from "../parts/form/card-form";
import { Input } from "../parts/form/input";
import { forwardedIn } from "../parts/page/forwarded";
import { Acceptance, type AcceptedText } from "../parts/show/long-text";
import type { Visit } from "../session/visit";
import type { Words } from "../words";

type RequiredField = Extract<Poll["voter_required_fields"][number], string>;

const attributesOf = ({ settings }: Poll): Definitions =>
  Object.entries(settings.additional_attributes ?? {});

const fieldsOf = (poll: Poll): readonly RequiredField[] =>
  poll.voter_required_fields.filter((field) => typeof field === "string");

/** Whether taking part requires any field. */
export const needsForm = (poll: Poll): boolean =>
  fieldsOf(poll).length > 0 || attributesOf(poll).length > 0;

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

/** The storage key of what the visitor has entered in the form. */
export const draftOf = ({ pollId }: Visit): string => `participant of ${pollId}`;

/** The form for the required fields, which makes the visitor a participant. */
export function ParticipantForm({
  visit,
  onJoined,
}: {
  readonly visit: Visit;
  /** `before`: whether the visitor took part before, as in another tab. */
  readonly onJoined: (participant: Participant, before: boolean) => void;
}) {
  const { data, words } = visit;
  const { poll } = data;
  const problems = useSignal<readonly string[]>([]);
  const refused = useSignal(false);
  const forwarded = forwardedIn(poll.settings, location.search);

  async function send(form: FormData): Promise<void> {
    problems.value = [];
    try {
      onJoined(...(await join(visit, voterOf(form, poll))));
    } catch (error) {
      problems.value = await refusalWords(
        error,
        words,
        (field) => titleOf(field, poll, words),
        visit.explain(error),
      );
      refused.value = true;
    }
  }

  return (
    <CardForm
      title={words.participant.title}
      button={words.participant.button}
      send={send}
      draft={draftOf(visit)}
    >
      {fieldsOf(poll).map((field) => (
        <Field key={field} field={field} visit={visit} refused={refused.value} />
      ))}
      {attributesOf(poll).map(([id, definition]) => (
        <Attribute
          key={id}
          {...{ id, definition, words }}
          initial={forwarded.get(data.writtenTitles?.[id] ?? definition.title)}
        />
      ))}
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
  return (
    <label class="entry">
      {text}
      <Input
        type={type}
        name={field}
        required
        maxLength={255}
        autocomplete={fill}
        defaultValue={code ?? ""}
      />
      {field === "optin_email" && <small>{words.participant.optin_email_hint}</small>}
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

/** The name of a field of the form. */
function titleOf(field: string, poll: Poll, words: Words): string | undefined {
  if (isAccepted(field) || Object.hasOwn(inputs, field))
    return words.participant[field as RequiredField];
  const id = /^additional_attributes\.(\d+)$/.exec(field)?.[1];
  return attributesOf(poll).find(([each]) => each === id)?.[1].title;
}
