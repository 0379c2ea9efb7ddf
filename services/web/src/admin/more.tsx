import type { Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { Quiet } from "../parts/show/button";
import { Copy } from "../parts/show/copy";
import { adminPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import { thingOfPoll } from "../types/things";
import { copyTitle } from "../words/admin";
import type { PollContext } from "./poll-context";

const TITLE_MAX = 255;
/** A title that fits, with a number behind it from the second copy on. */
const numbered = (title: string, number: number): string => {
  const end = number === 1 ? "" : ` (${number})`;
  return [...title].slice(0, TITLE_MAX - end.length).join("") + end;
};

/** The first number whose title none of the polls has. */
async function freeNumber(title: string, { client }: PollContext): Promise<number> {
  const { items } = await client.polls.list.page({ search: title, per_page: 100 });
  const titles = new Set(items.map((poll) => poll.title));
  let number = 1;
  while (titles.has(numbered(title, number))) number++;
  return number;
}

type Translations = NonNullable<Poll["settings"]["translations"]>;

/** The service gives a copy with another title the translations of all other texts. */
const translatedCopies = async (
  translations: Translations,
  number: number,
): Promise<Translations> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(translations).map(async ([language, { title, ...texts }]) => [
        language,
        title ? { ...texts, title: numbered(await copyTitle(title, language), number) } : texts,
      ]),
    ),
  );

/** Duplication, the admin link, and deletion. */
export function More({ context }: { readonly context: PollContext }) {
  const { words, client, hash, poll } = context;
  const { more: texts } = words;
  const { busy, problem, attempt } = useDeskAttempts();
  /** The address of the last copy. */
  const copy = useSignal<string | undefined>(undefined);
  const { title, options_count, voters_count, admin_hash, admin_url } = poll.value;

  const contents = words.build.count(thingOfPoll(poll.value), options_count);

  return (
    <>
      <Problem text={problem.value} />
      <h2>{texts.duplicate}</h2>
      <p>{texts.duplicateText}</p>
      <Quiet
        disabled={busy.value}
        onClick={() =>
          void attempt(async () => {
            copy.value = undefined;
            const number = await freeNumber(texts.copyOf(title), context);
            const body = { poll: { title: numbered(texts.copyOf(title), number) } };
            const { admin_hash: copied } = await client.polls.duplicate({ poll_id: hash, body });
            const { translations = {} } = poll.value.settings;
            if (copied !== undefined && Object.values(translations).some((each) => each.title)) {
              const translated = await translatedCopies(translations, number);
              const changed = { poll: { translations: translated } };
              await client.polls.update({ poll_hash: copied, body: changed });
            }
            copy.value = copied === undefined ? ownPath("/polls") : adminPath(copied);
          })
        }
      >
        {texts.duplicateButton}
      </Quiet>
      <p class="state saved" role="status">
        {copy.value !== undefined && (
          <>
            {texts.duplicated} <a href={copy.value}>{texts.openCopy}</a>
          </>
        )}
      </p>
      {admin_url !== undefined && (
        <>
          <h2>{texts.adminLink}</h2>
          <p>{words.admin.secret}</p>
          <Copy label={texts.adminLink} text={admin_url} />
        </>
      )}
      {admin_hash !== undefined && (
        <Ask
          button={texts.replace}
          text={texts.replaceText}
          act={async () => {
            const changed = await client.polls.adminHash.replace({ poll_id: hash });
            if (changed.admin_hash !== undefined) location.replace(adminPath(changed.admin_hash));
          }}
        />
      )}
      <h2>{texts.programs}</h2>
      <p>
        {texts.pollId}: <code>{hash}</code> · <a href={ownPath("/docs")}>{texts.docs}</a>
      </p>
      <h2>{texts.delete}</h2>
      <p>{texts.deleteText(contents, voters_count)}</p>
      <Ask
        button={texts.delete}
        text={texts.deleteText(contents, voters_count)}
        demand={{ label: texts.typeTitle, text: title }}
        confirm={texts.deleteButton}
        act={async () => {
          await client.polls.delete({ poll_hash: hash });
          location.assign(ownPath("/polls"));
        }}
      />
    </>
  );
}
