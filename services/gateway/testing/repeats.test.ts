// Covers docs/reference/requests.md: idempotency

import { randomUUID } from "node:crypto";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  png,
  sampleCases,
  type TestResponse,
} from "@polls/testing";
import { endpoints } from "../src/endpoints";
import { createTableReader, type TableReader } from "../src/features/imports/table-reader";
import { hashPollPassword } from "../src/features/polls/poll-passwords";
import type { BudgetState, RateLimiter } from "../src/http/limits/rate-limit";
import { callerOf } from "./access-matrix/callers";
import { answered } from "./answered";
import { shareGateway } from "./share-gateway";
import {
  type Census,
  changeSince,
  type PrepareRequest,
  takeCensusOf,
  type WriteFixture,
  type WriteRequest,
  writeFixture,
  writeRequests,
} from "./write-requests";

/** The budgets that are spent. */
let spent = /^$/;
const budget = (key: string, limit: number): BudgetState => {
  const allowed = !spent.test(key);
  return { allowed, limit, remaining: allowed ? limit : 0, resetSeconds: 1 };
};
const rateLimiter: RateLimiter = { take: budget, peek: budget };

let fixture: WriteFixture;
let census: Census;
let sesameHash: string;
let changedHash: string;
/** What the next file of an import waits for. */
let beforeRead: () => Promise<unknown> = async () => {};
const { read } = createTableReader();
const tableReader: TableReader = {
  read: async (...file) => {
    const wait = beforeRead;
    beforeRead = async () => {};
    await wait();
    return read(...file);
  },
};
const gateway = shareGateway({ deps: { rateLimiter, tableReader } });
beforeAll(async () => {
  fixture = await writeFixture(gateway, gateway.db);
  census = await takeCensusOf(gateway.db);
  sesameHash = await hashPollPassword("sesame");
  changedHash = await hashPollPassword("changed");
});
beforeEach(async () => {
  spent = /^$/;
  await gateway.db.prisma.storageUsage.updateMany({ data: { bytes: 0 } });
  await gateway.db.prisma.webhook.deleteMany();
  await gateway.db.prisma.organizationMember.updateMany({
    where: { accountId: fixture.cast.chief.id },
    data: { role: "owner" },
  });
});

const storedFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of gateway.deps.storage.list("originals/")) keys.push(key);
  return keys.sort();
};

const owner = () => callerOf(fixture.cast, "owner by the admin hash").credentials;
const galleryOf = () =>
  buildPoll(gateway.db, {
    ownerAccountId: fixture.cast.owner.id,
    type: "Polls::PhotoGallery",
    settings: { allow_new_options: true },
  });
const photo = () => {
  const form = new FormData();
  form.append("option[content]", "Fog");
  form.append("option_attachments[]", new Blob([png(40, 30)]), "fog.png");
  return form;
};

const photoRequest: PrepareRequest = async () => {
  const { adminHash } = await galleryOf();
  const line = `POST /api/v1/polls/${adminHash}/options`;
  return { line, options: { ...owner(), form: photo() }, status: 201 };
};

const duplicateOfPhotos: PrepareRequest = async (given) => {
  const { line, options } = await photoRequest(given);
  for (let count = 0; count < 3; count++) await gateway.request(line, options);
  const path = line.replace("/options", "/duplicate");
  return { line: path, options: owner(), status: 201 };
};

const castWithPassword: PrepareRequest = async () => {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: fixture.cast.owner.id,
    passwordHash: sesameHash,
  });
  const option = await buildOption(gateway.db, poll);
  const { ownKey: ownerKey } = callerOf(fixture.cast, "owner by the admin hash");
  const voter = await buildParticipant(gateway.db, poll, { ownerKey });
  const body = { voter_id: voter.publicId, option_id: option.publicId, vote: { vote: 1 } };
  const line = `POST /api/v1/polls/${poll.adminHash}/votes`;
  return { line, options: { ...owner(), password: "sesame", body }, status: 201 };
};

const withFiles: readonly (readonly [string, PrepareRequest])[] = [
  ["POST /api/v1/polls/:poll_id/options, a form", photoRequest],
  [
    "POST /api/v1/polls/:poll_id/options, a data: URI",
    async (given) => {
      const { line } = await photoRequest(given);
      const attachment = `data:image/png;base64,${png(8, 8).toString("base64")}`;
      return { line, options: { ...owner(), body: { option: { attachment } } }, status: 201 };
    },
  ],
  [
    "PATCH /api/v1/polls/:poll_id/options/:id, a form",
    async (given) => {
      const { line, options } = await photoRequest(given);
      const { body } = await gateway.request(line, options);
      const path = `${line.replace("POST", "PATCH")}/${body.id}`;
      return { line: path, options: { ...owner(), form: photo() }, status: 200 };
    },
  ],
  ["POST /api/v1/polls/:poll_id/duplicate, three photos", duplicateOfPhotos],
  ["POST /api/v1/polls/:poll_id/votes, a poll password", castWithPassword],
  [
    "POST /api/v1/polls/:poll_id/voters, a poll password",
    async (given) => {
      const { line, options } = await castWithPassword(given);
      const body = { voter: { user_name: "Ada" } };
      return {
        line: line.replace("/votes", "/voters"),
        options: { ...options, body },
        status: 201,
      };
    },
  ],
];

/** What changes between a request and its repeat, one after the other. */
const meanwhile: Readonly<Record<string, () => Promise<unknown>>> = {
  "nothing changes": async () => undefined,
  "limits and windows": () =>
    gateway.db.pool.query(
      `UPDATE polls SET settings = settings || '{"option_limit": 1, "allow_new_options": false,
         "vote_limit_per_voter": 1, "allow_voting": false, "limit_voters": 1,
         "start_date_voting": "2199-01-01T00:00:00.000Z", "allowed_hosts": ["other.example"]}'`,
    ),
  "polls are closed": () =>
    gateway.db.prisma.poll.updateMany({ data: { status: "closed", closedAt: new Date() } }),
  "the storage is used up": () =>
    gateway.db.prisma.storageUsage.updateMany({
      data: { bytes: gateway.deps.config.storageQuotaBytes },
    }),
  "passwords are changed": () =>
    gateway.db.prisma.poll.updateMany({ data: { passwordHash: changedHash } }),
  "budgets are spent": async () => {
    spent = /^(?!account:|address:)/;
  },
  "rights are withdrawn": async () => {
    await gateway.db.prisma.organizationMember.updateMany({ data: { role: "member" } });
    await gateway.db.pool.query(
      `UPDATE polls SET owner_organization_id = NULL, owner_account_id = $1,
         created_by_account_id = $1, admin_hash = md5(random()::text)`,
      [fixture.cast.creator.id],
    );
  },
  "sources are deleted": async () => {
    await gateway.db.prisma.webhook.deleteMany();
    await gateway.db.prisma.poll.deleteMany();
    await gateway.db.prisma.namedToken.deleteMany();
  },
};

const takesKey = (line: string) => /^(POST|PATCH) \/api\//.test(line);
const requests = [...writeRequests, ...withFiles].filter(([name]) => takesKey(name));
const numbered = requests.map(([name, prepare], at) => [name, prepare, at] as const);

const send = ({ line, options }: WriteRequest, idempotencyKey: string) =>
  answered(() => gateway.request(line, { ...options, idempotencyKey }));
const seen = ({ status, text }: TestResponse) => [status, text];

test.each(numbered)(
  "a repeat has the stored answer after any change: %s",
  async (_, prepare, at) => {
    const request = await prepare(fixture);
    const key = randomUUID();
    const first = await send(request, key);
    expect(first.status).toBe(request.status);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    for (const [what, change] of sampleCases(Object.entries(meanwhile), 3, at)) {
      await change();
      const [rows, files] = [await census(), await storedFiles()];
      const again = await send(request, key);
      expect([what, ...seen(again)]).toEqual([what, ...seen(first)]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expect(changeSince(rows, await census())).toEqual({});
      expect(await storedFiles()).toEqual(files);
    }
  },
);

test.each(requests.filter(([name]) => name.startsWith("PATCH") && !name.includes("form")))(
  "nothing is kept of a change that changes nothing: %s",
  async (_, prepare) => {
    const request = await prepare(fixture);
    const first = await send(request, randomUUID());
    expect(first.status).toBe(request.status);
    const rows = await census();
    for (let count = 0; count < 3; count++) {
      const again = await send(request, randomUUID());
      expect(again.status).toBe(request.status);
      expect(again.headers.get("idempotency-replayed")).toBeNull();
    }
    expect(changeSince(rows, await census())).toEqual({});
  },
);

test.each(sampleCases(requests, 2, 0))(
  "when an account has stored too many bytes, a repeat is answered with the resource: %s",
  async (_, prepare) => {
    const request = await prepare(fixture);
    spent = /^replies:/;
    const key = randomUUID();
    const first = await send(request, key);
    expect(first.status).toBe(request.status);
    const isSmall = first.bytes.length <= 500;
    const newest = { orderBy: { createdAt: "desc" } } as const;
    const { sealed } = await gateway.db.prisma.idempotencyKey.findFirstOrThrow(newest);
    expect(sealed !== null).toBe(isSmall);
    const rows = await census();
    const again = await send(request, key);
    expect(again.status).toBe(first.status);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(changeSince(rows, await census())).toEqual({});
    if (isSmall) expect(again.text).toBe(first.text);
    else
      expect(again.body.id ?? again.body.member_hash).toBe(first.body.id ?? first.body.member_hash);
  },
);

test("a repeated batch of an account that has stored too many bytes has a status and no body", async () => {
  const { line, options } = await castWithPassword(fixture);
  const vote = options.body;
  const batch = {
    ...options,
    body: { votes: [vote, { ...(vote as object), voter_id: "x" }, vote] },
  };
  spent = /^replies:/;
  const request = { line: `${line}/batch`, options: batch, status: 200 };
  const key = randomUUID();
  const first = await send(request, key);
  expect([first.status, first.bytes.length > 500]).toEqual([200, true]);
  const again = await send(request, key);
  expect(seen(again)).toEqual([200, ""]);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

test("every endpoint that keeps answers is tried", () => {
  const tried = requests.map(([name]) => name);
  const keeping = endpoints
    .filter(
      ({ method, run }) =>
        ["post", "patch"].includes(method) && ["transaction", "batch"].includes(run),
    )
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(keeping.filter((line) => !tried.includes(line))).toEqual([
    // No row of the tables has a payment that can be refunded.
    "POST /api/v1/polls/:poll_id/payments/:id/refund",
  ]);
});

describe("files of a request that is not carried out", () => {
  test("the same key with another body is 422, and no file is added", async () => {
    for (const [name, prepare] of withFiles) {
      const request = await prepare(fixture);
      const key = randomUUID();
      const first = await send(request, key);
      expect([name, first.status]).toEqual([name, request.status]);
      const files = await storedFiles();
      const { form: _, ...options } = request.options;
      const other = await send({ ...request, options: { ...options, body: { other: 1 } } }, key);
      expect([name, other.status, other.body.code]).toEqual([name, 422, "idempotency_key_reused"]);
      expect(await storedFiles()).toEqual(files);
    }
  });

  test("six at once with one key duplicate a poll once, and leave no file of their own", async () => {
    const request = await duplicateOfPhotos(fixture);
    const before = await storedFiles();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(request, key)));
    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has("idempotency-replayed"),
    );
    expect(fresh).toHaveLength(1);
    for (const { status, text, body } of answers) {
      expect(status === 201 ? text : body.code).toBe(
        status === 201 ? fresh[0]?.text : "idempotency_key_in_use",
      );
    }
    expect((await storedFiles()).length - before.length).toBe(3);
  });
});

describe("requests with one key while the first is prepared", () => {
  const toPoll = async (verb: string, path: string, body: object, status: number) => {
    const { adminHash } = await buildPoll(gateway.db, { ownerAccountId: fixture.cast.owner.id });
    const line = `${verb} /api/v1/polls/${adminHash}${path}`;
    return { line, options: { ...owner(), body }, status };
  };
  const importOfOne = () =>
    toPoll("POST", "/import", { kind: "options", csv: "content\nSoup" }, 200);

  test("an import that is being read is not read again", async () => {
    const request = await importOfOne();
    const key = randomUUID();
    const reading = new Promise<void>((begins) => {
      beforeRead = () => {
        begins();
        return repeated;
      };
    });
    const first = send(request, key);
    const repeated = reading.then(() => send(request, key));
    const { status, body } = await repeated;
    expect([status, body.code]).toEqual([409, "idempotency_key_in_use"]);
    expect((await first).status).toBe(200);
  });

  const secret = { poll: { title: "Secret", password: "sesame" } };
  test.each<[name: string, PrepareRequest]>([
    ["an import", importOfOne],
    ["another password of a poll", () => toPoll("PATCH", "", secret, 200)],
  ])(
    "many of %s: it takes effect, and the others get 409 or its answer",
    async (_name, prepare) => {
      const request = await prepare(fixture);
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 24 }, () => send(request, key)));
      const [fresh, ...others] = answers.filter(
        ({ status, headers }) => status < 300 && !headers.has("idempotency-replayed"),
      );
      expect([fresh?.status, others]).toEqual([request.status, []]);
      for (const { status, text, body } of answers) {
        if (status === request.status) expect(text).toBe(fresh?.text);
        else expect([status, body.code]).toEqual([409, "idempotency_key_in_use"]);
      }
    },
  );
});

test("a revoked token ends it", async () => {
  const { id: accountId, privateToken: token } = fixture.cast.creator;
  const line = "POST /api/v1/polls";
  const options = { token, body: { poll: { title: "Kept" } }, idempotencyKey: randomUUID() };
  expect((await gateway.request(line, options)).status).toBe(201);
  await gateway.db.prisma.apiToken.deleteMany({ where: { accountId } });
  gateway.deps.authenticator.forget();
  expect((await gateway.request(line, options)).status).toBe(401);
});
