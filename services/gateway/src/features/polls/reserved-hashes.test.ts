// Covers docs/reference/polls.md: addresses

import { isReservedHash } from "@polls/domain/polls";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { createApp } from "../../app";
import { endpoints } from "../../endpoints";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const choose = (hash: string) =>
  gateway.as(owner, "POST /api/v1/polls", { poll: { title: "T", member_hash: hash } });

/** The segments of a path that are no parameters, without file extensions. */
const fixedParts = (path: string): readonly string[] =>
  path
    .split("/")
    .map((part) => part.replace(/[.{].*$/, ""))
    .filter((part) => /^[a-z][a-z0-9_-]*$/.test(part));

test("every fixed segment of a path of the service is reserved, if it could be a hash", () => {
  const pages = createApp(gateway.deps).router.stack.flatMap(({ route }) =>
    route === undefined ? [] : [String(route.path)],
  );
  expect(pages.length).toBeGreaterThan(20);
  const paths = [...pages, ...endpoints.map(({ path }) => path)];
  const parts = new Set(paths.flatMap(fixedParts).filter((part) => part.length >= 4));
  expect(parts).toContain("opt-in");
  expect([...parts].filter((part) => !isReservedHash(part))).toEqual([]);
});

test.each(["results", "login", "sign-in", "sign_in", "signin", "a-d-m-i-n", "support", "api-"])(
  "%s is refused as a member hash, on create and update",
  async (hash) => {
    const refused = [422, { member_hash: ["is reserved"] }];
    const made = await choose(hash);
    expect([made.status, made.body.errors]).toEqual(refused);
    const { adminHash } = await owner.buildPoll();
    const changed = await gateway.as(owner, `PATCH /api/v1/polls/${adminHash}`, {
      poll: { member_hash: hash },
    });
    expect([changed.status, changed.body.errors]).toEqual(refused);
  },
);

test("words that only begin with a reserved word are free", async () => {
  for (const hash of ["results-2030", "team-lunch", "newsroom"]) {
    expect((await choose(hash)).status).toBe(201);
  }
});

test("a poll that already has a reserved hash can be sent back whole", async () => {
  const { memberHash } = await owner.buildPoll({ memberHash: "support" });
  const address = `/api/v1/polls/${memberHash}`;
  const shown = await gateway.as(owner, `GET ${address}`);
  const sent = await gateway.as(owner, `PATCH ${address}`, { poll: shown.body });
  expect(sent.status).toBe(200);
});
