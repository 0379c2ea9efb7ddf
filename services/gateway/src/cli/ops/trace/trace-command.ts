import { isRequestId } from "../../../http/request/request-id";
import { command, Printed, UsageError } from "../../command/command";
import { withShards } from "../../command/with-shards";
import type { OpsEnvironment } from "../environment";
import { tableOf } from "../table";
import { MOST_JOBS, readTrace, type Trace, type TracedJob } from "./read-trace";

const moment = (at: Date | null): string => at?.toISOString() ?? "";

const idsAsText = (payload: TracedJob["payload"]): string =>
  Object.entries(payload)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");

const inQueueAsText = ({ in_queue, tries }: TracedJob): string => {
  if (tries === 0) return "not sent";
  if (in_queue === null) return "unknown";
  const { state, starts } = in_queue;
  return `${state}, ${starts} ${starts === 1 ? "start" : "starts"}`;
};

const jobHeads = ["id", "job", "state", "tries", "created", "sent", "ended", "in the queue", "of"];
const mailHeads = ["mail", "kind", "state", "created", "settled"];
const deliveryHeads = ["delivery", "event", "webhook", "state", "attempts", "answer", "next"];

const tableUnder = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ["", tableOf([heads, ...rows])];

function textOf(trace: Trace): string {
  const { request_id, jobs, more_jobs, mails, deliveries, unavailable_queues } = trace;
  if (jobs.length === 0) {
    return `No job of request ${request_id}: it caused none, or they were done more than a day ago.`;
  }
  return [
    tableOf([
      jobHeads,
      ...jobs.map((each) => [
        ...[each.id, each.job, each.state, String(each.tries), moment(each.created_at)],
        ...[moment(each.sent_at), moment(each.ended_at), inQueueAsText(each)],
        idsAsText(each.payload),
      ]),
    ]),
    ...(more_jobs ? [`There are more: these are the first ${MOST_JOBS}.`] : []),
    ...tableUnder(
      mailHeads,
      mails.map(({ id, kind, state, created_at, settled_at }) => [
        ...[id, kind, state, moment(created_at), moment(settled_at)],
      ]),
    ),
    ...tableUnder(
      deliveryHeads,
      deliveries.map((each) => [
        ...[each.id, each.event, each.webhook_id, each.state, String(each.attempts)],
        ...[String(each.response_status ?? ""), moment(each.next_attempt_at)],
      ]),
    ),
    ...(jobs.some(({ state }) => state === "dead")
      ? ["", "Why a job is dead: `ops outbox list`."]
      : []),
    ...(unavailable_queues.length === 0
      ? []
      : ["", `Queues that do not respond: ${unavailable_queues.join(", ")}.`]),
  ].join("\n");
}

/** `ops trace` shows the jobs that a request caused, and their results. */
export const traceCommand = (readEnvironment: () => OpsEnvironment) =>
  command({
    name: "ops trace",
    summary: "Shows the jobs, mails and deliveries that a request caused.",
    options: {
      request: { value: "ID", description: "the X-Request-Id of a response", required: true },
      json: { description: "prints JSON in place of tables" },
    },
    argument: "request",
    async run(db, { request, json }) {
      if (!isRequestId(request)) throw new UsageError("ID must be the X-Request-Id of a response");
      const { backend } = readEnvironment();
      const trace = await withShards(db, (shards) => readTrace(shards, backend, request));
      return new Printed(
        json ? trace : textOf(trace),
        trace.unavailable_queues.length === 0 ? 0 : 1,
      );
    },
  });
