/** The processes of the service by their names in metrics. */
export const reporters = [
  "gateway",
  "media-worker",
  "mail-worker",
  "payment-worker",
  "webhook-worker",
] as const;
export type Reporter = (typeof reporters)[number];

interface MetricFacts {
  readonly kind: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  readonly help: string;
  readonly from: readonly Reporter[];
  readonly buckets?: readonly number[];
}

const gateway = ["gateway"] as const;
const workers = ["media-worker", "mail-worker", "payment-worker", "webhook-worker"] as const;

const requestBuckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/**
 * Every metric beside those of Node; the list in docs/operations.md is generated from it. A label
 * has few values: never an id or a path.
 */
export const metricTable = {
  build_info: {
    kind: "gauge",
    labels: ["version", "node"],
    help: "Always 1: the release and the version of Node are in the labels",
    from: reporters,
  },
  part_ready: {
    kind: "gauge",
    labels: ["part"],
    help: "1 while a part that the process uses answers, else 0",
    from: reporters,
  },
  http_request_duration_seconds: {
    kind: "histogram",
    labels: ["method", "route", "status"],
    help: "Duration of HTTP requests by route and status; 499: the client left before the answer",
    from: gateway,
    buckets: requestBuckets,
  },
  http_requests_waiting: {
    kind: "gauge",
    labels: [],
    help: "HTTP requests that wait for their answers",
    from: gateway,
  },
  http_requests_refused_total: {
    kind: "counter",
    labels: ["method", "route"],
    help: "HTTP requests refused with 503 because too many wait, by route",
    from: gateway,
  },
  votes_total: {
    kind: "counter",
    labels: ["outcome"],
    help: "Casts, changes and withdrawals of votes: accepted, to_pay, held, released (held before), changed, withdrawn, and replayed for a repeated Idempotency-Key",
    from: gateway,
  },
  votes_refused_total: {
    kind: "counter",
    labels: ["code"],
    help: "Casts of votes that were refused, by the code of the error; without those of http_requests_refused_total",
    from: gateway,
  },
  result_streams: {
    kind: "gauge",
    labels: [],
    help: "Open streams of live results",
    from: gateway,
  },
  result_streams_limit: {
    kind: "gauge",
    labels: [],
    help: "Streams that this gateway opens at most",
    from: gateway,
  },
  tally_drift: {
    kind: "gauge",
    labels: [],
    help: "Wrong counts of votes that this process found in its last round over all polls",
    from: gateway,
  },
  job_duration_seconds: {
    kind: "histogram",
    labels: ["queue", "name", "outcome"],
    help: "Duration of job attempts by outcome: done, duplicate, interrupted, retried, failed or dead",
    from: workers,
    buckets: jobBuckets,
  },
  queue_events_total: {
    kind: "counter",
    labels: ["queue", "event"],
    help: "Errors, stalled jobs and lost locks of a queue's worker",
    from: workers,
  },
  queue_jobs: {
    kind: "gauge",
    labels: ["queue", "state"],
    help: "Jobs of a queue by the state that BullMQ gives them; absent while the queue does not answer",
    from: reporters,
  },
  queue_oldest_age_seconds: {
    kind: "gauge",
    labels: ["queue"],
    help: "Age of the oldest job of a queue that has not ended, since it came into the queue",
    from: reporters,
  },
  outbox_pending: {
    kind: "gauge",
    labels: [],
    help: "Outbox rows that are neither done nor dead, from 1000 on by the statistics of PostgreSQL",
    from: reporters,
  },
  outbox_oldest_age_seconds: {
    kind: "gauge",
    labels: [],
    help: "Age of the oldest outbox row that is neither done nor dead",
    from: reporters,
  },
  outbox_dead: {
    kind: "gauge",
    labels: [],
    help: "Outbox rows that were given up and wait for an operator, from 1000 on by the statistics of PostgreSQL",
    from: reporters,
  },
  outbox_relayed_total: {
    kind: "counter",
    labels: ["outcome"],
    help: "What the relay did with outbox rows: sent, left, unpublishable or dead",
    from: gateway,
  },
  relay_up: {
    kind: "gauge",
    labels: [],
    help: "1 while the relay of this gateway can send jobs to all queues, else 0",
    from: gateway,
  },
  database_up: {
    kind: "gauge",
    labels: [],
    help: "1 where the database answered the figures of this scrape in time, else 0",
    from: reporters,
  },
  database_pool_size: {
    kind: "gauge",
    labels: ["pool"],
    help: "The most connections that the process opens: of the main pool, and of the pipelined one for votes and jobs",
    from: reporters,
  },
  database_pool_connections: {
    kind: "gauge",
    labels: ["pool", "state"],
    help: "Open connections of a pool that are used or idle",
    from: reporters,
  },
  database_pool_waiting: {
    kind: "gauge",
    labels: ["pool"],
    help: "Requests for a connection that wait now",
    from: reporters,
  },
  database_pool_waits_total: {
    kind: "counter",
    labels: ["pool"],
    help: "Requests for a connection that found none idle, and waited for a free or a new one",
    from: reporters,
  },
  database_pool_wait_seconds_total: {
    kind: "counter",
    labels: ["pool"],
    help: "How long those requests waited, added up",
    from: reporters,
  },
  database_server_connections: {
    kind: "gauge",
    labels: [],
    help: "Connections to this database, of all programs",
    from: reporters,
  },
  database_server_connections_limit: {
    kind: "gauge",
    labels: [],
    help: "Connections that the server allows, without those kept for administrators",
    from: reporters,
  },
  database_oldest_transaction_seconds: {
    kind: "gauge",
    labels: [],
    help: "Age of the oldest open transaction in this database",
    from: reporters,
  },
  votes_held: {
    kind: "gauge",
    labels: [],
    help: "Votes that wait until the address of their participant is confirmed, from 1000 on by the statistics of PostgreSQL",
    from: reporters,
  },
  uploads_waiting: {
    kind: "gauge",
    labels: ["kind"],
    help: "Uploads that wait for their derivatives, by kind, from 1000 on by the statistics of PostgreSQL",
    from: reporters,
  },
  mails_waiting: {
    kind: "gauge",
    labels: ["kind"],
    help: "Mails that are queued, by kind, from 1000 on by the statistics of PostgreSQL",
    from: reporters,
  },
  payments_waiting: {
    kind: "gauge",
    labels: ["state"],
    help: "Payments that the provider is still asked about, by state, counted up to 10000 in all",
    from: reporters,
  },
  mails_settled_total: {
    kind: "counter",
    labels: ["kind", "state"],
    help: "Mails that ended, by kind and state: sent, failed, bounced, withheld, or withdrawn as their reason was gone. A mail that bounces after it was sent counts as both",
    from: ["mail-worker"],
  },
  payments_changed_total: {
    kind: "counter",
    labels: ["kind", "state"],
    help: "Payments that came into a state, by kind: open, paid, expired, failed, refunded or disputed",
    from: ["payment-worker"],
  },
  payment_discrepancies: {
    kind: "gauge",
    labels: ["kind"],
    help: "Payments whose figures contradict each other, as the hourly reconciliation of this process found them",
    from: ["payment-worker"],
  },
  decoder_confinement: {
    kind: "gauge",
    labels: ["measure"],
    help: "1 where a measure that confines decoders works, else 0",
    from: ["media-worker"],
  },
  media_render_seconds: {
    kind: "histogram",
    labels: ["kind"],
    help: "Time from fetching an upload to its stored derivatives, by kind",
    from: ["media-worker"],
    buckets: jobBuckets,
  },
  media_files_total: {
    kind: "counter",
    labels: ["kind", "outcome"],
    help: "Uploads that were processed, by kind: rendered, or the problem that they have",
    from: ["media-worker"],
  },
  media_bytes_total: {
    kind: "counter",
    labels: ["kind", "direction"],
    help: "Bytes of uploads that were read, and of derivatives that were written",
    from: ["media-worker"],
  },
  webhook_attempts_total: {
    kind: "counter",
    labels: ["outcome"],
    help: "Attempts of deliveries: delivered, retried, failed for good, or put_off until the pace allows them",
    from: ["webhook-worker"],
  },
  webhook_deliveries_waiting: {
    kind: "gauge",
    labels: [],
    help: "Deliveries of webhooks that are neither delivered nor failed, from 1000 on by the statistics of PostgreSQL",
    from: reporters,
  },
  webhook_deliveries_late_seconds: {
    kind: "gauge",
    labels: [],
    help: "How long the first delivery that no job was sent for has been due",
    from: reporters,
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;

type Table = typeof metricTable;
export type MetricName = keyof Table;

export type NamesOf<Kind extends MetricFacts["kind"]> = {
  [Name in MetricName]: Table[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

export type LabelsOf<Name extends MetricName> = Readonly<
  Record<Table[Name]["labels"][number], string>
>;
