import { waitFor } from "@polls/testing";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { type MediaJourney, startMediaJourney } from "../journeys/media-journey";
import { type Collector, type ReceivedSpan, startCollector } from "./collector";

let collector: Collector;
let all: MediaJourney;
beforeAll(async () => {
  collector = await startCollector();
  all = await startMediaJourney({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});

const isLike = (span: ReceivedSpan, { traceId, parentSpanId }: Partial<ReceivedSpan>) =>
  (traceId ?? span.traceId) === span.traceId &&
  (parentSpanId ?? span.parentSpanId) === span.parentSpanId;

test("an upload is one trace, from the request through the outbox to the job of another process", async () => {
  const before = collector.spans().length;
  const spans = () => collector.spans().slice(before);
  const spanCalled = (name: string, of: Partial<ReceivedSpan> = {}) =>
    waitFor(() => spans().find((span) => span.name === name && isLike(span, of)), {
      what: `the span "${name}"`,
      deadlineMs: 20_000,
    });
  const { makePoll, upload, processed, journey } = all;
  const poll = await makePoll("Polls::PhotoGallery");
  const option = await upload(poll, await makePicture(), "a picture.png");
  await processed(option, 45_000);

  const job = await spanCalled("job media.render-attachment");
  const outbox = await spanCalled("outbox media.render-attachment");
  const { traceId } = job;
  const request = await spanCalled("POST /api/v1/polls/:poll_id/options", { traceId });
  const transaction = await spanCalled("transaction", { parentSpanId: request.spanId });
  expect(request).toMatchObject({ service: "polls-gateway", parentSpanId: undefined });
  expect(request.facts).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/api/v1/polls/:poll_id/options",
    "http.response.status_code": 201,
  });
  expect(transaction.traceId).toBe(job.traceId);
  expect(outbox).toMatchObject({
    service: "polls-gateway",
    traceId: job.traceId,
    parentSpanId: request.spanId,
  });
  expect(job).toMatchObject({ service: "polls-media-worker", parentSpanId: outbox.spanId });
  expect(job.facts).toMatchObject({
    "polls.queue": "media",
    "polls.attempt": 1,
    "polls.outcome": "done",
  });

  const requestId = String(request.facts["polls.request_id"]);
  const lines = journey.services["media-worker"].log();
  const line = lines.find((text) => text.includes(requestId) && text.includes('"msg":"job"'));
  expect(JSON.parse(line ?? "{}").traceparent).toContain(job.traceId);
});

test("while the collector hangs, requests and jobs work as before, and the processes shut down", async () => {
  collector.hang(true);
  const { makePoll, upload, processed, journey } = all;
  const option = await upload(
    await makePoll("Polls::PhotoGallery"),
    await makePicture(),
    "another.png",
  );
  expect((await processed(option, 45_000)).processing).toBe(false);
  for (const service of Object.values(journey.services)) {
    expect(await service.stop()).toMatchObject({ code: 0 });
    await service.start();
  }
  collector.hang(false);
});
