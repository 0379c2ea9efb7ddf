// Covers docs/reference/pages.md: managing-on-pages

import type { FirstData } from "../shell/first-data";

const sent: { readonly language: string | null; readonly labels: unknown }[] = [];
/** The places of an option as the service has stored them, one after another. */
const stored: unknown[] = [];

/** The service answers the later request first if two are under way. */
const answer = async (url: unknown, init: RequestInit): Promise<Response> => {
  if (String(url).includes("/options/")) {
    const { option } = JSON.parse(String(init.body)) as { option: { data: unknown } };
    await new Promise((done) => setTimeout(done, 20 / (stored.length + 1)));
    stored.push(option.data);
    return Response.json(option);
  }
  const { poll } = JSON.parse(String(init.body)) as { poll: { state_labels: unknown } };
  sent.push({
    language: new Headers(init.headers).get("accept-language"),
    labels: poll.state_labels,
  });
  await new Promise((done) => setTimeout(done, 20 / sent.length));
  return Response.json({ settings: poll });
};

/** What the page and the browser tell. */
const fakes = {
  document: { getElementById: () => ({ textContent: "{}" }), documentElement: { dataset: {} } },
  location: { origin: "http://polls.test", search: "" },
  navigator: { languages: ["en-GB", "en"] },
  history: { state: null },
  self: undefined,
  top: undefined,
  addEventListener: () => undefined,
  fetch: answer,
};
const before = Object.keys(fakes).map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

beforeAll(() => {
  for (const [name, value] of Object.entries(fakes)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});
// Other test files run in this process.
afterAll(() => {
  for (const [name, property] of before) {
    if (property === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, property);
  }
});

const contextOf = async (poll: object) => {
  const [{ adminWords }, { settingWords }, { pollContextOf }] = await Promise.all([
    import("../words/admin"),
    import("../words/settings"),
    import("./poll-context"),
  ]);
  await Promise.all([adminWords.load("en"), settingWords.load("en")]);
  const data = { hash: "h", language: "en", poll, now: "2030-01-01T00:00:00Z" };
  return pollContextOf(data as unknown as FirstData);
};

test("changes of an option are sent one after another, each with the result of the one before", async () => {
  const { updateOption, inTurn } = await contextOf({ settings: {} });
  let place: object = { radius: 1 };
  const change = async (part: object) => {
    const { data } = await updateOption("o", () => ({ option: { data: { ...place, ...part } } }));
    place = data as object;
  };
  await Promise.all([
    inTurn(() => new Promise((done) => setTimeout(done, 20))),
    change({ coordinates: [[13, 52]] }),
    change({ radius: 5 }),
  ]);
  expect(stored).toEqual([
    { radius: 1, coordinates: [[13, 52]] },
    { radius: 5, coordinates: [[13, 52]] },
  ]);
});

test("a change of a part begins with the result of the one before, in the region of the browser", async () => {
  const { update, poll: shown } = await contextOf({ settings: { state_labels: {} } });
  const name = (state: string) =>
    update(({ settings }) => ({ state_labels: { ...settings.state_labels, [state]: "New" } }));
  await Promise.all([name("incoming"), name("planned"), name("done")]);
  expect(shown.value.settings.state_labels).toEqual({
    incoming: "New",
    planned: "New",
    done: "New",
  });
  expect(sent.map(({ language }) => language)).toEqual(["en-GB", "en-GB", "en-GB"]);
});
