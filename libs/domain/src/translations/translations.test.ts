// Covers docs/reference/translations.md: reading, texts, writing

import { admit } from "../access/admit";
import { readCreateOption } from "../options/read-create-option";
import { ordinaryOption } from "../options/testing/option";
import { translateOption } from "../options/translate-option";
import { noStoredVotes } from "../polls/fixed-settings";
import { readUpdatePoll } from "../polls/read-update-poll";
import { translatePoll } from "../polls/translate-poll";
import type { FieldErrors } from "../refusals/refusal";
import { euros, now, ordinaryPoll, stranger } from "../votes/testing/ordinary";
import { textLanguage } from "./text-language";

describe("textLanguage", () => {
  const texts = { language: "en", translations: { de: {}, "pt-BR": {}, fr: {} } };
  test.each<[string, readonly string[], string | undefined]>([
    ["a reader without a wish", [], undefined],
    ["a translation", ["de"], "de"],
    ["the first wish that can be met", ["it", "fr", "de"], "fr"],
    ["the language in which the poll is written, before a translation", ["en", "de"], undefined],
    ["a translation, before the language in which the poll is written", ["de", "en"], "de"],
    ["the language of a region", ["de-at"], "de"],
    ["the region that there is", ["pt"], "pt-BR"],
    ["another region of the language", ["pt-pt"], "pt-BR"],
    ["no language whose name only begins alike", ["d", "f"], undefined],
    ["any language", ["it", "*", "de"], undefined],
    ["no wish that can be met", ["it", "es"], undefined],
  ])("chooses for %s", (_case, wishes, expected) => {
    expect(textLanguage(texts, wishes)).toBe(expected);
  });

  test.each<[string, Parameters<typeof textLanguage>[0]]>([
    ["without translations", { language: "en", translations: {} }],
    ["without a language", { language: undefined, translations: undefined }],
  ])("a poll %s has only its own texts", (_case, own) => {
    expect(textLanguage(own, ["de", "en"])).toBeUndefined();
  });

  const poll = ordinaryPoll({ settings: { language: "en", translations: { de: {} } } });
  test.each([
    ["member", "de"],
    ["admin", undefined],
  ])("a reader of German by the %s hash gets: %s", (pollHash, expected) => {
    const admission = admit(
      { password: "none", restricted: false },
      {
        actor: stranger,
        pollHash,
        origin: undefined,
        ownHosts: [],
        matchedPasswordHash: undefined,
        lockedOwners: new Set(),
        languages: ["de"],
      },
      { poll, participations: [] },
    );
    expect(admission).toMatchObject({ kind: "admitted", textLanguage: expected });
  });
});

describe("translations in a request", () => {
  const written = { language: "en", translations: { de: { title: "Mittagessen" } } };
  const many = Object.fromEntries(
    [..."abcdefghijklmnopqrstu"].map((letter) => [`a${letter}`, {}] as const),
  );
  /** Translations of so many characters of JSON. */
  const textsOfLength = (length: number) => {
    const of = (last: number) =>
      Object.fromEntries(
        ["de", "es", "fr", "it", "pt", "sv"].map((tag) => [
          tag,
          { description: "é".repeat(tag === "sv" ? last : 16_000) },
        ]),
      );
    return of(length - JSON.stringify(of(0)).length);
  };
  const errorsOf = (change: object, settings = {}): FieldErrors => {
    const facts = {
      ...{ now, hasOptions: true, hasVotes: true, hasParticipants: true, amounts: euros },
      ...{ storedVotes: noStoredVotes, categoriesWithVotes: new Set<number>() },
      hasEqualRanks: false,
    };
    const read = readUpdatePoll({ poll: change }, ordinaryPoll({ settings }), facts);
    return read.ok ? {} : read.errors;
  };

  test.each<[string, object, object, FieldErrors]>([
    ["texts with their language", {}, written, {}],
    ["a further language", written, { translations: { de: {}, fr: {} } }, {}],
    ["no translations any more", written, { translations: null, language: null }, {}],
    [
      "texts of a poll without a language",
      {},
      { translations: { de: {} } },
      { translations: ["needs language"] },
    ],
    [
      "the language taken away",
      written,
      { language: null },
      { language: ["is needed by translations de"] },
    ],
    [
      "a translation into the language of the poll",
      written,
      { language: "de" },
      { language: ["contradicts translations"] },
    ],
    [
      "no language",
      {},
      { language: "German" },
      { language: ["must be a language such as de or pt-BR"] },
    ],
    [
      "a translation into no language, or into one in another spelling",
      { language: "en" },
      { translations: { "": {}, "pt-br": {}, deutsch_1: {} } },
      {
        "translations.": ["must be a language such as de or pt-BR"],
        "translations.pt-br": ["must be a language such as de or pt-BR"],
        "translations.deutsch_1": ["must be a language such as de or pt-BR"],
      },
    ],
    [
      "too many languages",
      { language: "en" },
      { translations: many },
      { translations: ["must have at most 20 entries"] },
    ],
    [
      "very many languages, of which the first are read",
      { language: "en" },
      {
        translations: {
          ...many,
          ...Object.fromEntries([...Array(9_000).keys()].map((at) => [`x_${at}`, {}])),
        },
      },
      { translations: ["must have at most 20 entries"] },
    ],
    [
      "an unknown text",
      { language: "en" },
      { translations: { de: { timezone: "UTC", thank_you_page_data: { color: "red" } } } },
      {
        "translations.de.timezone": ["is not a known field"],
        "translations.de.thank_you_page_data.color": ["is not a known field"],
      },
    ],
    [
      "a text that is null",
      written,
      { translations: { de: { title: null } } },
      { "translations.de.title": ["must be a string"] },
    ],
    ["a language that only has the form of one", written, { translations: { "xx-QQ": {} } }, {}],
    [
      "a text that is too long",
      { language: "en" },
      { translations: { de: { title: "x".repeat(256) } } },
      { "translations.de.title": ["must have at most 255 characters"] },
    ],
    ...["thank_you_page_data", "thank_you_page_submitter_data"].map(
      (name): [string, object, object, FieldErrors] => [
        `a link of ${name} that runs a script`,
        { language: "en" },
        { translations: { de: { [name]: { link: "javascript:alert(1)" } } } },
        {
          [`translations.de.${name}.link`]: ["must be a URL that begins with http:// or https://"],
        },
      ],
    ),
    [
      "a link to a page",
      { language: "en" },
      { translations: { de: { thank_you_page_data: { link: "https://example.org/de" } } } },
      {},
    ],
    [
      "as much text as there may be",
      { language: "en" },
      { translations: textsOfLength(100_000) },
      {},
    ],
    [
      "more text than there may be",
      { language: "en" },
      { translations: textsOfLength(100_001) },
      { translations: ["must have at most 100000 characters in all"] },
    ],
    [
      "a key that the database does not store",
      { language: "en" },
      { translations: { de: { voting_categories: { "\u0000": "x" } } } },
      { "translations.de.voting_categories": ["has invalid characters"] },
    ],
  ])("%s", (_case, settings, change, expected) => {
    expect(errorsOf(change, settings)).toEqual(expected);
  });

  test("of an option are for admins, with its texts alone", () => {
    const facts = {
      poll: ordinaryPoll({ settings: { allow_new_options: true } }),
      ...{ parent: undefined, parentDepth: 0, uploads: 0, earlierOptions: new Map() },
    };
    const create = (texts: object, access: "admin" | "member") =>
      readCreateOption(
        { option: { content: "Soup", settings: { translations: { de: texts } } } },
        { ...facts, access },
      );
    expect(create({ content: "Suppe" }, "admin")).toMatchObject({
      ok: true,
      value: { settings: { translations: { de: { content: "Suppe" } } } },
    });
    expect(create({ content: "Suppe" }, "member")).toMatchObject({
      errors: { settings: ["is for admins only"] },
    });
    expect(create({ title: "Suppe" }, "admin")).toMatchObject({
      errors: { "settings.translations.de.title": ["is not a known field"] },
    });
  });
});

describe("translatePoll", () => {
  const color = { title: "Color", type: "select", required: true, allowed_values: ["Red", "Blue"] };
  const poll = ordinaryPoll({
    description: "At noon",
    votingCategories: [
      { id: 1, title: "Taste" },
      { id: 2, title: "Price" },
    ],
    settings: {
      language: "en",
      terms: "Be kind",
      thank_you_page_data: { title: "Thanks", text: "Bye", count: 3 },
      state_labels: { planned: "On our list" },
      additional_attributes: { "1": color } as never,
      translations: {
        de: {
          title: "Mittagessen",
          location: "Kantine",
          terms: "Seid nett",
          voting_categories: { 1: "Geschmack", 7: "Lage" },
          thank_you_page_data: { title: "Danke", link_title: "Weiter" },
          state_labels: { planned: "Auf unserer Liste", done: "Fertig" },
          additional_attributes: {
            1: { title: "Farbe", value_labels: { Red: "Rot", Green: "Grün" } },
            9: { title: "Alter" },
          },
        },
        fr: { title: "Déjeuner" },
      },
    },
  });

  test("gives each text that the poll has in the language, or else as it was written", () => {
    const { settings, ...german } = translatePoll(poll, "de");
    expect(german).toMatchObject({
      title: "Mittagessen",
      description: "At noon",
      location: undefined,
      votingCategories: [
        { id: 1, title: "Geschmack" },
        { id: 2, title: "Price" },
      ],
    });
    expect(settings).toMatchObject({
      language: "de",
      translations: undefined,
      terms: "Seid nett",
      thank_you_page_data: { title: "Danke", text: "Bye", count: 3 },
      state_labels: { planned: "Auf unserer Liste" },
      additional_attributes: {
        1: { ...color, title: "Farbe", value_labels: { Red: "Rot", Blue: "Blue" } },
      },
    });
    expect(Object.keys(settings.thank_you_page_data)).not.toContain("link_title");
    expect(Object.keys(settings.state_labels)).toEqual(["planned"]);
    expect(Object.keys(settings.additional_attributes)).toEqual(["1"]);
  });

  test("without a translation gives all as it was written", () => {
    const settings = { ...poll.settings, translations: undefined };
    expect(translatePoll(poll, undefined)).toEqual({ ...poll, settings });
  });
});

test("translateOption keeps values, and puts their labels beside them", () => {
  const option = ordinaryOption({
    content: "Color",
    infoLinkTitle: "More",
    settings: {
      allowed_values: ["Red", "constructor"],
      translations: {
        de: {
          content: "Farbe",
          subtitle: "Welche?",
          info_link_title: "Mehr",
          value_labels: { Red: "Rot", Green: "Grün" },
        },
      },
    },
  });
  expect(translateOption(option, "de")).toMatchObject({
    content: "Farbe",
    subtitle: undefined,
    infoLinkTitle: "Mehr",
    settings: {
      allowed_values: ["Red", "constructor"],
      value_labels: { Red: "Rot", constructor: "constructor" },
      translations: undefined,
    },
  });
  expect(translateOption(option, undefined)).toMatchObject({
    content: "Color",
    settings: { allowed_values: ["Red", "constructor"], translations: undefined },
  });
});
