// Covers docs/reference/translations.md: reading, texts, writing

import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const german = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.5" };
const member = () => ({ token: owner.publicToken, identifier: "ada" });
const admin = () => ({ token: owner.privateToken });
const at = ({ memberHash }: Poll, path = "") => `/api/v1/polls/${memberHash}${path}`;
const translations = { de: { title: "Wo essen wir?" } };

const surveyed = async () => {
  const poll = await owner.buildPoll({
    type: "Polls::Survey",
    settings: { language: "en", translations },
  });
  const step = await buildOption(gateway.db, poll, {
    content: "About you",
    settings: {
      survey_step_type: "input",
      translations: { de: { content: "Über dich" }, fr: { content: "Toi" } },
    },
  });
  const input = await buildOption(gateway.db, poll, {
    parent: step,
    type: "Options::InputOption",
    content: "Color",
    description: "Only one",
    inputType: "select",
    settings: {
      allowed_values: ["Red", "Blue"],
      translations: { de: { content: "Farbe", value_labels: { Red: "Rot" } } },
    },
  });
  return { poll, step, input };
};

describe("writing", () => {
  test("a poll with as many translations as it may have is sent back whole", async () => {
    const poll = await owner.buildPoll();
    const texts = { description: "語".repeat(16_000) };
    const full = { de: texts, es: texts, fr: texts, it: texts, ja: texts, ko: texts };
    const change = { language: "en", translations: full };
    const send = (body: object) => gateway.request(`PATCH ${at(poll)}`, { ...admin(), body });
    expect((await send({ poll: change })).status).toBe(200);
    const read = await gateway.request(`GET ${at(poll)}`, admin());
    expect(read.body.settings.translations).toEqual(full);
    // Some clients escape each character outside of ASCII.
    const escaped = JSON.stringify({ poll: read.body }).replace(/語/g, "\\u8a9e");
    expect(escaped.length).toBeGreaterThan(500_000);
    const sent = await gateway.request(`PATCH ${at(poll)}`, {
      ...admin(),
      text: escaped,
      headers: { "Content-Type": "application/json" },
    });
    expect([sent.status, sent.body]).toEqual([200, read.body]);
  });

  test("a poll with translations is created, changed and sent back whole", async () => {
    const created = await gateway.request("POST /api/v1/polls", {
      ...admin(),
      headers: german,
      body: {
        poll: { title: "Where do we eat?", language: "en", translations },
        options: [{ content: "Soup", settings: { translations: { de: { content: "Suppe" } } } }],
      },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      title: "Where do we eat?",
      settings: { language: "en", languages: ["en", "de"], translations },
    });
    const path = `/api/v1/polls/${created.body.member_hash}`;
    const read = await gateway.request(`GET ${path}`, { ...admin(), headers: german });
    const sent = await gateway.request(`PATCH ${path}`, { ...admin(), body: { poll: read.body } });
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual(read.body);
    const [soup] = created.body.options;
    const option = await gateway.request(`GET ${path}/options/${soup.id}`, admin());
    expect(option.body.settings.translations).toEqual({ de: { content: "Suppe" } });
    const more = { ...translations, fr: {} };
    const changed = await gateway.as(admin(), `PATCH ${path}`, { poll: { translations: more } });
    expect(changed.body.settings).toMatchObject({ languages: ["en", "de", "fr"] });
    const refused = await gateway.as(admin(), `PATCH ${path}`, {
      poll: { translations: { en: {}, de: { color: "rot" } } },
    });
    expect(refused.body.errors).toEqual({
      "translations.de.color": ["is not a known field"],
    });
  });

  test("a copy of a poll has its translations, without that of a title of its own", async () => {
    const { poll } = await surveyed();
    const copy = (body?: object) => gateway.as(admin(), `POST ${at(poll, "/duplicate")}`, body);
    expect((await copy()).body.settings.translations).toEqual(translations);
    const renamed = await copy({ poll: { title: "Next week" } });
    expect(renamed.body.settings.translations).toEqual({ de: {} });
    const options = await gateway.request(
      `GET /api/v1/polls/${renamed.body.member_hash}/options?settings=true`,
      admin(),
    );
    expect(options.body[0].settings.translations).toMatchObject({ fr: { content: "Toi" } });
  });
});

describe("reading", () => {
  // Settings: language, translations
  test.each<[string, Readonly<Record<string, string>>, () => object, object]>([
    ["a member that wishes German", german, member, { title: "Wo essen wir?", language: "de" }],
    ["a member that wishes English", {}, member, { title: "Where do we eat", language: "en" }],
    ["an admin that wishes German", german, admin, { title: "Where do we eat", language: "en" }],
  ])("%s gets the poll in its language", async (_case, headers, caller, expected) => {
    const { poll } = await surveyed();
    const { body } = await gateway.request(`GET ${at(poll)}`, { ...caller(), headers });
    const { title, settings } = body;
    expect({ title, language: settings.language }).toEqual(expected);
    expect(settings.languages).toEqual(["en", "de"]);
    expect(settings.translations).toEqual(caller === admin ? translations : undefined);
  });

  test("options are in the language of the poll, field by field, and values stay", async () => {
    const { poll, step, input } = await surveyed();
    const listed = await gateway.request(
      `GET ${at(poll, `/options?settings=true&parent_option_id=${step.publicId}`)}`,
      { ...member(), headers: german },
    );
    expect(listed.body).toMatchObject([
      { content: "Farbe", settings: { allowed_values: ["Red", "Blue"] } },
    ]);
    expect(listed.body[0].settings.value_labels).toEqual({ Red: "Rot", Blue: "Blue" });
    expect(listed.body[0].settings).not.toHaveProperty("translations");
    const path = `GET ${at(poll, `/options/${input.publicId}`)}`;
    const shown = await gateway.request(path, { ...member(), headers: german });
    expect(shown.body).toMatchObject({ content: "Farbe", description: "Only one" });
    const french = { "Accept-Language": "fr" };
    const french2 = await gateway.request(path, { ...member(), headers: french });
    expect(french2.body).toMatchObject({ content: "Color" });
    const original = await gateway.request(path, { ...admin(), headers: german });
    expect(original.body).toMatchObject({ content: "Color" });
    expect(original.body.settings).not.toHaveProperty("value_labels");
    expect(original.body.settings.translations).toEqual({
      de: { content: "Farbe", value_labels: { Red: "Rot" } },
    });
  });

  test("a translation shows nothing that is hidden", async () => {
    const poll = await owner.buildPoll({
      type: "Polls::ImageGallery",
      settings: { language: "en", translations, hidden_image_name: true },
    });
    const option = await buildOption(gateway.db, poll, {
      content: "By Ada",
      settings: { translations: { de: { content: "Von Ada" } } },
    });
    const path = `GET ${at(poll, `/options/${option.publicId}`)}`;
    const { text } = await gateway.request(path, { ...member(), headers: german });
    expect(text).not.toContain("Ada");
  });

  test("a vote names an option that is no longer offered in the language of its participant", async () => {
    const poll = await owner.buildPoll({
      settings: { language: "en", translations, require_voter_name: false },
    });
    const option = await buildOption(gateway.db, poll, {
      content: "Soup",
      settings: { translations: { de: { content: "Suppe" } } },
    });
    const voter = await gateway.as(member(), `POST ${at(poll, "/voters")}`, { voter: {} });
    const cast = await gateway.request(`POST ${at(poll, "/votes")}`, {
      ...member(),
      body: { voter_id: voter.body.id, option_id: option.publicId, vote: { vote: 1 } },
    });
    await gateway.db.prisma.option.update({ where: { id: option.id }, data: { archived: true } });
    const path = `GET ${at(poll, `/votes/${cast.body.id}`)}`;
    const names = [german, {}].map(async (headers) => {
      const { body } = await gateway.request(path, { ...member(), headers });
      return body.option.content;
    });
    expect(await Promise.all(names)).toEqual(["Suppe", "Soup"]);
  });

  test("authors read and change the option as they wrote it", async () => {
    const poll = await owner.buildPoll({
      settings: { language: "en", translations, allow_new_options: true },
    });
    const created = await gateway.as(member(), `POST ${at(poll, "/options")}`, {
      option: { content: "Soup" },
    });
    const path = at(poll, `/options/${created.body.id}`);
    const body = { option: { settings: { translations: { de: { content: "Suppe" } } } } };
    expect((await gateway.request(`PATCH ${path}`, { ...admin(), body })).status).toBe(200);
    const own = await gateway.request(`GET ${path}`, { ...member(), headers: german });
    expect(own.body.content).toBe("Soup");
    const sent = await gateway.request(`PATCH ${path}`, {
      ...member(),
      headers: german,
      body: { option: own.body },
    });
    expect(sent.body).toEqual(own.body);
    const other = { token: owner.publicToken, identifier: "bob", headers: german };
    expect((await gateway.request(`GET ${path}`, other)).body.content).toBe("Suppe");
  });
});

describe("results", () => {
  const readers = [
    ["a German member", german, member, ["Über dich", "Farbe", { Red: "Rot", Blue: "Blue" }]],
    ["an English member", {}, member, ["About you", "Color", undefined]],
    ["an admin", german, admin, ["About you", "Color", undefined]],
  ] as const;

  test.each(readers)("%s reads them in its language", async (_case, headers, caller, expected) => {
    const { poll } = await surveyed();
    const { body } = await gateway.request(`GET ${at(poll, "/results")}`, { ...caller(), headers });
    const [option] = body.options;
    expect([body.groups[0].title, option.content, option.value_labels]).toEqual(expected);
    expect(option.allowed_values).toEqual(["Red", "Blue"]);
  });

  test("titles of matrix columns and voting categories are translated, their values are not", async () => {
    const { poll } = await surveyed();
    await gateway.db.prisma.poll.update({
      where: { id: poll.id },
      data: {
        votingCategories: [{ id: 1, title: "Taste" }],
        settings: {
          language: "en",
          translations: { de: { voting_categories: { 1: "Geschmack" } } },
        },
      },
    });
    const step = await buildOption(gateway.db, poll, {
      settings: {
        survey_step_type: "matrix",
        allowed_values: ["Bad", "Good"],
        translations: { de: { value_labels: { Good: "Gut" } } },
      },
    });
    await buildOption(gateway.db, poll, { parent: step, type: "Options::TextOption" });
    const { body } = await gateway.request(`GET ${at(poll, "/results")}`, {
      ...member(),
      headers: german,
    });
    expect(body.voting_categories).toEqual([{ id: 1, title: "Geschmack" }]);
    expect(body.groups.at(-1).columns).toEqual([
      { value: 1, title: "Bad" },
      { value: 2, title: "Gut" },
    ]);
  });

  test("a ticket keeps the language of its reader; the browser may send another one", async () => {
    const { poll } = await surveyed();
    for (const [headers, expected] of [
      [german, "Farbe"],
      [{ "Accept-Language": "en" }, "Color"],
    ] as const) {
      const ticket = await gateway.request(`POST ${at(poll, "/results/stream_tickets")}`, {
        ...member(),
        headers,
      });
      const stream = await gateway.request(`GET ${ticket.body.url}`, {
        headers: { "Accept-Language": "fr" },
      });
      expect(stream.text).toContain(`"content":"${expected}"`);
    }
  });
});
