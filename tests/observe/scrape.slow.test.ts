import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startFakeProvider, startMailSink } from "@polls/devstack";
import { metricTable, type Reporter, reporters } from "@polls/telemetry";
import {
  atFileEnd,
  describeWithPromtool,
  type Journey,
  promtool,
  startJourney,
  waitFor,
} from "@polls/testing";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { renderTools } from "../../services/media-worker/testing/render-tools";
import { openPollClient } from "../journeys/poll-client";
import {
  allExpressions,
  isOfOtherProgram,
  type Matcher,
  type Selector,
  selectorsOf,
} from "./observe-files";

jest.setTimeout(300_000);

let journey: Journey<Reporter>;
const scrape = async (name: Reporter): Promise<string> => {
  const response = await fetch(`${journey.services[name].metricsUrl}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
};
const scrapeAll = async (): Promise<readonly string[]> => Promise.all(reporters.map(scrape));

/** A running stack with a cast vote, a refused vote, uploaded files and a sent mail. */
beforeAll(async () => {
  const work = await mkdtemp(path.join(tmpdir(), "observe-"));
  atFileEnd("files", () => rm(work, { recursive: true, force: true }));
  const sink = await startMailSink();
  atFileEnd("the mail sink", () => sink.stop());
  const fakeServer = await startFakeProvider({
    webhooks: { address: () => undefined, secret: "whsec_of_no_use" },
  });
  atFileEnd("the fake payment provider", () => fakeServer.stop());
  const { programs } = await renderTools();
  journey = await startJourney({
    services: reporters,
    env: {
      MEDIA_WORK_DIR: work,
      FFMPEG_PATH: programs.ffmpeg,
      SMTP_URL: sink.smtpUrl,
      MAIL_FROM: "polls@example.org",
      STRIPE_SECRET_KEY: "sk_test_observe",
      STRIPE_API_URL: fakeServer.url,
    },
  });
  const { db, owner, visitor, makePoll, upload } = await openPollClient(journey);

  const poll_id = await makePoll("Polls::Voting", { vote_limit_per_voter: 1 });
  const { id: option_id } = await owner.options.create({
    poll_id,
    body: { option: { content: "Tea" } },
  });
  const client = visitor("visitor");
  const { id: voter_id } = await client.participants.create({
    poll_id,
    body: { voter: { user_name: "visitor", optin_email: "v@example.org" } },
  });
  const cast = (id: string) =>
    client.votes.cast({ poll_id, body: { voter_id, option_id: id, vote: { vote: 1 } } });
  await cast(option_id);
  await expect(cast("unknown")).rejects.toMatchObject({ code: "option_not_found" });
  await upload(await makePoll("Polls::ImageGallery"), await makePicture(), "a.png");

  // A job that fails permanently.
  await db.pool.query("INSERT INTO outbox (job, payload) VALUES ('media.delete-attachment', '{}')");
  // Periodic tasks have metrics after their first run.
  for (const name of ["gateway", "payment-worker"] as const) {
    const swept = await fetch(`${journey.services[name].metricsUrl}/sweep`, { method: "POST" });
    expect(swept.status).toBe(200);
  }
});

/** The labels of each series, by metric. */
function seriesOf(texts: readonly string[]): ReadonlyMap<string, readonly Map<string, string>[]> {
  const series = new Map<string, Map<string, string>[]>();
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const [, name, labels = ""] = /^([a-z_]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, label = "", value = ""]) => [label, value] as const,
    );
    series.set(name, [...(series.get(name) ?? []), new Map(pairs)]);
  }
  return series;
}

/** Prometheus adds the job label itself; a working stack has no failed requests. */
const ofNoProcess = (label: string): boolean => label === "job" || label === "status";

function fits(labels: ReadonlyMap<string, string>, matchers: readonly Matcher[]): boolean {
  return matchers
    .filter(({ label }) => !ofNoProcess(label))
    .every(({ label, operator, value }) => {
      const found = labels.get(label) ?? "";
      const same = operator.includes("~")
        ? new RegExp(`^(?:${value})$`).test(found)
        : found === value;
      return operator.startsWith("!") ? !same : same;
    });
}

const textOf = ({ metric, matchers }: Selector): string =>
  `${metric}{${matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`)}}`;

test("every series in a dashboard or an alert exists", async () => {
  const wanted = allExpressions()
    .flatMap(({ expr }) => selectorsOf(expr))
    .filter(({ metric }) => !isOfOtherProgram(metric));
  expect(wanted.length).toBeGreaterThan(80);
  let missing: readonly string[] = [];
  await waitFor(
    async () => {
      const series = seriesOf(await scrapeAll());
      missing = wanted
        .filter(({ metric, matchers }) =>
          (series.get(metric) ?? []).every((labels) => !fits(labels, matchers)),
        )
        .map(textOf);
      return missing.length === 0;
    },
    { what: "all series", everyMs: 1_000 },
  ).catch((error: unknown) => {
    expect([...new Set(missing)]).toEqual([]);
    throw error;
  });
});

/** The services that report each metric. */
async function reportersOf(): Promise<ReadonlyMap<string, readonly Reporter[]>> {
  const texts = await scrapeAll();
  return new Map(
    Object.keys(metricTable).map((metric) => [
      metric,
      reporters.filter((_, index) => texts[index]?.includes(`# TYPE ${metric} `)),
    ]),
  );
}

test("every metric of the table is reported, only by its services", async () => {
  const found = await waitFor(
    async () => {
      const all = await reportersOf();
      return [...all.values()].every(({ length }) => length > 0) ? all : undefined;
    },
    { what: "every metric", everyMs: 1_000 },
  );
  for (const [metric, { from }] of Object.entries(metricTable)) {
    const allowed: readonly Reporter[] = from;
    const others = found.get(metric)?.filter((name) => !allowed.includes(name));
    expect([metric, others]).toEqual([metric, []]);
  }
});

describeWithPromtool("promtool check metrics", () => {
  test.each(reporters)("accepts the metrics of the %s", async (name) => {
    expect(promtool(["check", "metrics"], await scrape(name))).toEqual({ status: 0, said: "" });
  });
});
