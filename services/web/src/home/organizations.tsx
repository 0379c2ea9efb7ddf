import type { Organization, OrganizationMember } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { problemText, useDeskAttempts } from "../parts/feedback/problem-text";
import { Field } from "../parts/form/field";
import { Menu, Select } from "../parts/form/menu";
import { SavedField } from "../parts/form/saved-field";
import { submitting } from "../parts/form/submitting";
import { allItems } from "../parts/list/all-items";
import { useRead } from "../parts/list/use-read";
import { Row } from "../parts/show/row";
import { pollsPath } from "../poll/addresses";
import type { PageContext } from "../session/page-context";
import { Webhooks } from "../webhooks/webhooks";

type Role = Organization["role"];
const roles: readonly Role[] = ["owner", "admin", "member"];

/** The organizations of the account, their members, and a new one. */
export function Organizations({
  context,
  accountId,
}: {
  readonly context: PageContext;
  readonly accountId: string;
}) {
  const { words, client } = context;
  const { organizations: texts } = words;
  const { known, busy, problem, attempt, load, readAgain } = useRead(problemText, () =>
    allItems(client.organizations.list.all({})),
  );

  return (
    <section aria-labelledby="organizations">
      <h2 id="organizations">{texts.title}</h2>
      <p>{texts.text}</p>
      {known.value?.length === 0 && <p class="fine">{texts.none}</p>}
      <ul class="rows">
        {known.value?.map((organization) => (
          <Row
            key={organization.id}
            title={organization.name}
            facts={[texts.yourRole(roleText(organization, words))]}
          >
            <a href={pollsPath(organization.id)}>{words.polls.titleOf(organization.name)}</a>
            <Members {...{ organization, context, accountId }} left={load} />
            {organization.role !== "member" && <WebhooksOf {...{ organization, context }} />}
          </Row>
        ))}
      </ul>
      <form
        class="card"
        onSubmit={submitting((form) => {
          const name = String(new FormData(form).get("name"));
          void attempt(async () => {
            await client.organizations.create({ body: { organization: { name } } });
            form.reset();
            await readAgain();
          });
        })}
      >
        <Field label={texts.name} name="name" required maxLength={255} autocomplete="off" />
        <Problem text={problem.value} />
        <button type="submit" disabled={busy.value}>
          {texts.create}
        </button>
      </form>
    </section>
  );
}

/** A role, and where it comes from if groups give it. */
const roleText = (
  { role, role_provider }: Pick<OrganizationMember, "role" | "role_provider">,
  { organizations: texts }: PageContext["words"],
): string =>
  role_provider === undefined
    ? texts.roles[role]
    : texts.roleByGroups(texts.roles[role], role_provider);

/** The webhooks for all polls of the organization. */
function WebhooksOf({
  organization: { id, name },
  context,
}: {
  readonly organization: Organization;
  readonly context: PageContext;
}) {
  const { webhooks: texts, admin } = context.words;
  const isOpen = useSignal(false);
  const inside = useMemo(
    () => ({ ...context, client: context.client.with({ organizationId: id }) }),
    [context, id],
  );
  return (
    <details
      class="under"
      onToggle={({ currentTarget }) => {
        isOpen.value ||= currentTarget.open;
      }}
    >
      <summary aria-label={texts.titleOf(name)}>{admin.sections.webhooks}</summary>
      {isOpen.value && <Webhooks context={inside} text={texts.textOfOrganization(name)} />}
    </details>
  );
}

interface MembersProps {
  readonly organization: Organization;
  readonly context: PageContext;
  readonly accountId: string;
  /** Called when the account has left or changed its role. */
  readonly left: () => Promise<void>;
}

function Members({ organization, context, accountId, left }: MembersProps) {
  const { words, client } = context;
  const { organizations: texts } = words;
  const { id, name, role } = organization;
  const list = useSignal<readonly OrganizationMember[] | undefined>(undefined);
  const { busy, problem, attempt } = useDeskAttempts();
  const invited = useSignal(false);
  const manages = role !== "member";

  async function read(): Promise<void> {
    list.value = await allItems(client.organizations.members.list.all({ id }));
  }

  return (
    <details
      class="under"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && list.value === undefined) void attempt(read);
      }}
    >
      <summary aria-label={texts.membersOf(name)}>{texts.members}</summary>
      <ul class="rows">
        {list.value?.map((member) => (
          <Member
            key={member.account_id}
            {...{ member, organization, context }}
            isSelf={member.account_id === accountId}
            changed={() => (member.account_id === accountId ? left() : read())}
          />
        ))}
      </ul>
      <Problem text={problem.value} />
      {manages && (
        <form
          class="card"
          onSubmit={submitting((form) => {
            const data = new FormData(form);
            void attempt(async () => {
              await client.organizations.members.add({
                id,
                body: {
                  member: {
                    email: String(data.get("email")),
                    role: data.get("role") as Role,
                  },
                },
              });
              form.reset();
              invited.value = true;
            });
          })}
        >
          <label class="entry">
            {words.problems.fields.email}
            <input name="email" type="email" required maxLength={255} autocomplete="off" />
            <small>{texts.emailText}</small>
          </label>
          <Menu
            label={texts.role}
            name="role"
            values={rolesFor(role, "member")}
            textOf={(each) => texts.roles[each]}
            initial="member"
          />
          <button type="submit" disabled={busy.value}>
            {texts.invite}
          </button>
          <p role="status">{invited.value && texts.invited}</p>
        </form>
      )}
    </details>
  );
}

/** Only owners can make owners. */
const rolesFor = (own: Role, chosen: Role): readonly Role[] =>
  own === "owner" || chosen === "owner" ? roles : roles.filter((role) => role !== "owner");

interface MemberProps {
  readonly member: OrganizationMember;
  readonly organization: Organization;
  readonly context: PageContext;
  readonly isSelf: boolean;
  readonly changed: () => Promise<void>;
}

function Member({ member, organization, context, isSelf, changed }: MemberProps) {
  const { words, client } = context;
  const { organizations: texts } = words;
  const { account_id, name, email, role, role_provider } = member;
  const { id, name: organizationName, role: own } = organization;
  const manages = own === "owner" || (own === "admin" && role !== "owner");
  const changes = manages && role_provider === undefined;
  const title = isSelf ? texts.leave(organizationName) : texts.remove(name);
  return (
    <Row title={name} heading="h4" facts={[email, !changes && roleText(member, words)]}>
      <div class="row">
        {changes && (
          <SavedField field="role">
            {(save, described) => (
              <Select
                label={texts.roleOf(name)}
                described={described}
                values={rolesFor(own, role)}
                textOf={(each) => texts.roles[each]}
                initial={role}
                set={(wanted) =>
                  save(async () => {
                    const body = { member: { role: wanted } };
                    await client.organizations.members.update({ id, account_id, body });
                    await changed();
                  })
                }
              />
            )}
          </SavedField>
        )}
        {(manages || isSelf) && (
          <Ask
            button={isSelf ? texts.leaveLink : words.actions.remove}
            title={title}
            text={isSelf ? texts.leaveText : texts.removeText(name)}
            act={async () => {
              await client.organizations.members.remove({ id, account_id });
              await changed();
            }}
          />
        )}
      </div>
    </Row>
  );
}
