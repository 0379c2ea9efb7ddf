import type { AttributeDefinition, Option, OptionTexts, Poll, PollTexts } from "@polls/client";

/** Texts in one language, by field and key. */
export interface Texts {
  readonly [key: string]: string | Texts | undefined;
}

/** A text as it was written, and where a translation has it. */
export interface WrittenText {
  readonly path: readonly [string, ...string[]];
  readonly text: string;
}

type Found = readonly (readonly [path: readonly string[], text: unknown])[];

const only = (text: unknown): Found => [[[], text]];
const byKey = (texts: Readonly<Record<string, unknown>>): Found =>
  Object.entries(texts).map(([key, text]) => [[key], text]);
const choices = (values: readonly string[] = []): Found => values.map((value) => [[value], value]);

const attributes = (definitions: Readonly<Record<string, AttributeDefinition>>): Found =>
  Object.entries(definitions).flatMap(([id, { title, allowed_values: values }]) => [
    [[id, "title"], title] as const,
    ...choices(values).map(([path, text]) => [[id, "value_labels", ...path], text] as const),
  ]);

const thanks = (shown: boolean, data: Readonly<Record<string, unknown>>): Found =>
  shown ? ["title", "text", "link_title"].map((key) => [[key], data[key]]) : [];

type Finders<Fields, Noun> = Readonly<Record<keyof Fields, (noun: Noun) => Found>>;

/** The texts of a poll by field: a missing field does not compile. */
const inPoll: Finders<PollTexts, Poll> = {
  title: ({ title }) => only(title),
  description: ({ description }) => only(description),
  location: ({ location }) => only(location),
  voting_categories: ({ settings }) =>
    settings.voting_category_ids.map(({ id, title }) => [[String(id)], title]),
  state_labels: ({ settings }) => byKey(settings.state_labels),
  additional_attributes: ({ settings }) => attributes(settings.additional_attributes),
  additional_option_attributes: ({ settings }) => attributes(settings.additional_option_attributes),
  terms: ({ settings }) => only(settings.terms),
  privacy_policy: ({ settings }) => only(settings.privacy_policy),
  publisher_info: ({ settings }) => only(settings.publisher_info),
  voting_fee_title: ({ settings }) => only(settings.voting_fee_title),
  submission_fee_title: ({ settings }) => only(settings.submission_fee_title),
  thank_you_page_data: ({ settings }) =>
    thanks(settings.thank_you_page, settings.thank_you_page_data),
  thank_you_page_submitter_data: ({ settings }) =>
    thanks(settings.thank_you_page_submitter, settings.thank_you_page_submitter_data),
  social_media_title: ({ settings }) => only(settings.social_media_title),
  social_media_description: ({ settings }) => only(settings.social_media_description),
};

type TranslatableOption = Pick<
  Option,
  "content" | "subtitle" | "description" | "info_link_title" | "settings"
>;

const inOption: Finders<OptionTexts, TranslatableOption> = {
  content: ({ content }) => only(content),
  subtitle: ({ subtitle }) => only(subtitle),
  description: ({ description }) => only(description),
  info_link_title: ({ info_link_title: title }) => only(title),
  value_labels: ({ settings }) => choices(settings?.allowed_values),
};

const textsIn = <Noun>(
  fields: Readonly<Record<string, (noun: Noun) => Found>>,
  noun: Noun,
): readonly WrittenText[] =>
  Object.entries(fields).flatMap(([field, find]) =>
    find(noun).flatMap(([path, text]) =>
      typeof text === "string" && text !== "" ? [{ path: [field, ...path] as const, text }] : [],
    ),
  );

/** The texts of a poll that can be translated, in the order of the page. */
export const textsOfPoll = (poll: Poll): readonly WrittenText[] => textsIn(inPoll, poll);

export const textsOfOption = (option: TranslatableOption): readonly WrittenText[] =>
  textsIn(inOption, option);

/** The translation of a text; undefined if there is none. */
export function textAt(texts: Texts, path: readonly string[]): string | undefined {
  const [key = "", ...rest] = path;
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (typeof found === "object") return textAt(found, rest);
  return rest.length === 0 ? found : undefined;
}

/** The translations with another text. An empty text is none. */
export function withText(texts: Texts, path: readonly string[], text: string): Texts {
  const [key = "", ...rest] = path;
  const { [key]: before, ...others } = texts;
  const after =
    rest.length === 0 ? text : withText(typeof before === "object" ? before : {}, rest, text);
  const isNone = after === "" || Object.keys(after).length === 0;
  return isNone ? others : { ...others, [key]: after };
}
