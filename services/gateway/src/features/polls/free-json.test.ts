// Covers docs/reference/requests.md: numbers-in-json, sending-back-what-is-shown

import { buildOption, buildParticipant } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const paths: Record<string, string> = {};

beforeAll(async () => {
  const poll = await owner.buildPoll();
  const survey = await owner.buildPoll({ type: "Polls::Survey" });
  const step = await buildOption(gateway.db, survey, { type: "Options::SurveyStep" });
  const voter = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  const option = await buildOption(gateway.db, poll);
  paths.poll = `/api/v1/polls/${poll.adminHash}`;
  paths.step = `/api/v1/polls/${survey.adminHash}/options/${step.publicId}`;
  paths.option = `${paths.poll}/options/${option.publicId}`;
  paths.voter = `${paths.poll}/voters/${voter.publicId}`;
});

const send = async (where: keyof typeof paths, text: string) => {
  const { status, body } = await gateway.request(`PATCH ${paths[where]}`, {
    token: owner.privateToken,
    text,
    headers: { "Content-Type": "application/json" },
  });
  return [status, body.errors ?? body.error];
};

/**
 * Every object in a body whose keys or values the client may choose. The function puts a JSON text
 * into it.
 */
const places: readonly (readonly [string, string, (json: string) => string])[] = [
  ...[...["social_media_image_data", "thank_you_page_data", "thank_you_page_submitter_data"]].map(
    (name) => [name, "poll", (json: string) => `{"poll":{"${name}":${json}}}`] as const,
  ),
  ["additional_attributes", "poll", (json) => `{"poll":{"additional_attributes":${json}}}`],
  [
    "additional_option_attributes",
    "poll",
    (json) => `{"poll":{"additional_option_attributes":${json}}}`,
  ],
  ["data", "step", (json) => `{"option":{"data":${json}}}`],
  ["additional_attributes", "option", (json) => `{"option":{},"additional_attributes":${json}}`],
  ["additional_attributes", "voter", (json) => `{"voter":{"additional_attributes":${json}}}`],
];

describe("an object that grows by several requests can be sent back whole", () => {
  const answers = Array.from({ length: 110 }, (_, index) => String(index + 1));
  const fields = Object.fromEntries(
    answers.map((id) => [
      id,
      { title: `Field ${id}`, type: "text", required: false, allowed_values: [] },
    ]),
  );
  const long = "é".repeat(5_000);
  const page = { text: long.repeat(35) };

  test.each<[string, string, () => Promise<string>, readonly object[]]>([
    [
      "a poll",
      "poll",
      async () => {
        const { adminHash } = await owner.buildPoll();
        return `/api/v1/polls/${adminHash}`;
      },
      ["thank_you_page_data", "thank_you_page_submitter_data", "social_media_image_data"].map(
        (name) => ({ [name]: page }),
      ),
    ],
    [
      "a participant",
      "voter",
      async () => {
        const poll = await owner.buildPoll({ settings: { additional_attributes: fields } });
        const voter = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
        return `/api/v1/polls/${poll.adminHash}/voters/${voter.publicId}`;
      },
      [0, 50, 100].map((first) => ({
        additional_attributes: Object.fromEntries(
          answers.slice(first, first + 50).map((id) => [id, long]),
        ),
      })),
    ],
  ])("%s", async (_, envelope, build, parts) => {
    paths.large = await build();
    const put = (object: object) => send("large", JSON.stringify({ [envelope]: object }));
    const show = async () => (await gateway.as(owner, `GET ${paths.large}`)).body;
    const [first = {}, second = {}, third = {}] = parts;
    for (const part of [first, second]) expect((await put(part))[0]).toBe(200);
    const before = await show();
    expect(JSON.stringify(before).length).toBeGreaterThan(300_000);
    expect(await put(third)).toEqual([413, "The result would be larger than 1032192 bytes"]);
    expect(await show()).toEqual(before);
    expect((await put(before))[0]).toBe(200);
    expect(await show()).toEqual(before);
  });
});

describe("objects with any content", () => {
  test.each(places)("%s of a %s may not have the key __proto__", async (name, where, body) => {
    const refused = { [`${name}.__proto__`]: ["cannot be stored"] };
    expect(await send(where, body('{"__proto__":{"a":1}}'))).toEqual([422, refused]);
  });

  const free = places.slice(0, 3);
  test.each(free)(
    "%s of a %s may not have a number that JSON would change",
    async (name, where, body) => {
      const large = "is a number that is too large to store";
      const inexact =
        "is a whole number beyond 2^53, which cannot be stored exactly: send it as a string";
      expect(await send(where, body('{"a":[1,1e400]}'))).toEqual([
        422,
        { [`${name}.a.1`]: [large] },
      ]);
      expect(await send(where, body('{"a":{"b":-1e999}}'))).toEqual([
        422,
        { [`${name}.a.b`]: [large] },
      ]);
      for (const number of ["9007199254740993", "-12345678901234567890"]) {
        expect(await send(where, body(`{"a":${number}}`))).toEqual([
          422,
          { [`${name}.a`]: [inexact] },
        ]);
      }
      expect(await send(where, body('{"a":1e-400}'))).toEqual([
        400,
        "A number in the body is too small to store",
      ]);
      expect(await send(where, body('{"a":{"__proto__":1}}'))).toEqual([
        422,
        { [`${name}.a.__proto__`]: ["cannot be stored"] },
      ]);
    },
  );

  test("an invalid location is not reported as missing", async () => {
    const { adminHash } = await owner.buildPoll({
      settings: { option_type: "Options::LocationOption" },
    });
    paths.locations = `/api/v1/polls/${adminHash}/options`;
    const json = '{"option":{"data":{"coordinates":[[1e400,1]]}}}';
    const { status, body } = await gateway.request(`POST ${paths.locations}`, {
      token: owner.privateToken,
      text: json,
      headers: { "Content-Type": "application/json" },
    });
    const sentence = "is a number that is too large to store";
    expect([status, body.errors]).toEqual([422, { "data.coordinates.0.0": [sentence] }]);
  });

  test("accepted objects are returned unchanged", async () => {
    const json =
      '{"constructor":{"prototype":1},"n":[9007199254740991,-9007199254740991,1.0e+28,-1e300,0.1,5e-324,null,true],"toString":"x","":[]}';
    expect((await send("poll", `{"poll":{"thank_you_page_data":${json}}}`))[0]).toBe(200);
    const { body } = await gateway.as(owner, `GET ${paths.poll}`);
    expect(body.settings.thank_you_page_data).toEqual(JSON.parse(json));
  });
});

test.each(
  ["thank_you_page_data", "thank_you_page_submitter_data"].flatMap((name) =>
    ["javascript:alert(1)", "data:text/html,x", "//evil.example", 7].map((link) => [name, link]),
  ),
)("%s does not take the link %j", async (name, link) => {
  expect(await send("poll", JSON.stringify({ poll: { [name]: { link } } }))).toEqual([
    422,
    { [`${name}.link`]: ["must be a URL that begins with http:// or https://"] },
  ]);
  expect((await send("poll", JSON.stringify({ poll: { [name]: { link: "" } } })))[0]).toBe(200);
});
