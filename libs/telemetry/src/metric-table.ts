/** The processes of the service by their names in metrics. */
export const reporters = [
  "gateway",
  "media-worker",
  "mail-worker",
  "payment-worker",
  "webhook-worker",
] as const;
export type Reporter = (typeof reporters)[number];

const gateway = ["gateway"] as const;
const workers = ["media-worker", "mail-worker", "payment-worker", "webhook-worker"] as const;

const requestBuckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

type Kind = "counter" | "gauge" | "histogram";

type Split<Labels> = Labels extends `${infer First},${infer Rest}` ? First | Split<Rest> : Labels;

/** The facts of metrics by name, from their help by name with labels as in Prometheus: `name{label,label}`. */
const metrics = <Of extends Kind, const Helps extends Readonly<Record<string, string>>>(
  kind: Of,
  from: readonly Reporter[],
  helps: Helps,
  buckets?: readonly number[],
) =>
  Object.fromEntries(
    Object.entries<string>(helps).map(([named, help]) => {
      const [name = "", ...labels] = named.split(/[{,}]/).filter((part) => part !== "");
      return [name, { kind, labels, help, from, ...(buckets && { buckets }) }];
    }),
  ) as unknown as {
    readonly [Named in keyof Helps as Named extends `${infer Name}{${string}` ? Name : Named]: {
      readonly kind: Of;
      readonly labels: readonly (Named extends `${string}{${infer Labels}}`
        ? Split<Labels>
        : never)[];
      readonly help: string;
      readonly from: readonly Reporter[];
      readonly buckets?: readonly number[];
    };
  };

/**
 * Every metric beside those of Node; the list in docs/operations.md is generated from it. A label
 * has few values: never an id or a path.
 */
export const metricTable = {
  ...metrics("gauge", reporters, {
    "build_info{version,node}": "Always 1: the release and the version of Node are in the labels",
    "part_ready{part}": "1 while a part that the process uses answers, else 0",
    "queue_jobs{queue,state}":
      "Jobs of a queue by the state that BullMQ gives them; absent while the queue does not answer",
    "queue_oldest_age_seconds{queue}":
      "Age of the oldest job of a queue that has not ended, since it came into the queue",
    outbox_pending:
      "Outbox rows that are neither done nor dead, from 1000 on by the statistics of PostgreSQL",
    outbox_oldest_age_seconds: "Age of the oldest outbox row that is neither done nor dead",
    outbox_dead:
      "Outbox rows that were given up and wait for an operator, from 1000 on by the statistics of PostgreSQL",
    database_up: "1 where the database answered the figures of this scrape in time, else 0",
    "database_pool_size{pool}":
      "The most connections that the process opens: of the main pool, and of the pipelined one for votes and jobs",
    "database_pool_connections{pool,state}": "Open connections of a pool that are used or idle",
    "database_pool_waiting{pool}": "Requests for a connection that wait now",
    database_server_connections: "Connections to this database, of all programs",
    database_server_connections_limit:
      "Connections that the server allows, without those kept for administrators",
    database_oldest_transaction_seconds: "Age of the oldest open transaction in this database",
    votes_held:
      "Votes that wait until the address of their participant is confirmed, from 1000 on by the statistics of PostgreSQL",
    "uploads_waiting{kind}":
      "Uploads that wait for their derivatives, by kind, from 1000 on by the statistics of PostgreSQL",
    "mails_waiting{kind}":
      "Mails that are queued, by kind, from 1000 on by the statistics of PostgreSQL",
    "payments_waiting{state}":
      "Payments that the provider is still asked about, by state, counted up to 10000 in all",
    webhook_deliveries_waiting:
      "Deliveries of webhooks that are neither delivered nor failed, from 1000 on by the statistics of PostgreSQL",
    webhook_deliveries_late_seconds:
      "How long the first delivery that no job was sent for has been due",
  }),
  ...metrics("counter", reporters, {
    "database_pool_waits_total{pool}":
      "Requests for a connection that found none idle, and waited for a free or a new one",
    "database_pool_wait_seconds_total{pool}": "How long those requests waited, added up",
  }),
  ...metrics(
    "histogram",
    gateway,
    {
      "http_request_duration_seconds{method,route,status}":
        "Duration of HTTP requests by route and status; 499: the client left before the answer",
    },
    requestBuckets,
  ),
  ...metrics("gauge", gateway, {
    http_requests_waiting: "HTTP requests that wait for their answers",
    result_streams: "Open streams of live results",
    result_streams_limit: "Streams that this gateway opens at most",
    tally_drift: "Wrong counts of votes that this process found in its last round over all polls",
    relay_up: "1 while the relay of this gateway can send jobs to all queues, else 0",
  }),
  ...metrics("counter", gateway, {
    "http_requests_refused_total{method,route}":
      "HTTP requests refused with 503 because too many wait, by route",
    "votes_total{outcome}":
      "Casts, changes and withdrawals of votes: accepted, to_pay, held, released (held before), changed, withdrawn, and replayed for a repeated Idempotency-Key",
    "votes_refused_total{code}":
      "Casts of votes that were refused, by the code of the error; without those of http_requests_refused_total",
    "outbox_relayed_total{outcome}":
      "What the relay did with outbox rows: sent, left, unpublishable or dead",
  }),
  ...metrics(
    "histogram",
    workers,
    {
      "job_duration_seconds{queue,name,outcome}":
        "Duration of job attempts by outcome: done, duplicate, interrupted, retried, failed or dead",
    },
    jobBuckets,
  ),
  ...metrics("counter", workers, {
    "queue_events_total{queue,event}": "Errors, stalled jobs and lost locks of a queue's worker",
  }),
  ...metrics("counter", ["mail-worker"], {
    "mails_settled_total{kind,state}":
      "Mails that ended, by kind and state: sent, failed, bounced, withheld, or withdrawn as their reason was gone. A mail that bounces after it was sent counts as both",
  }),
  ...metrics("counter", ["payment-worker"], {
    "payments_changed_total{kind,state}":
      "Payments that came into a state, by kind: open, paid, expired, failed, refunded or disputed",
  }),
  ...metrics("gauge", ["payment-worker"], {
    "payment_discrepancies{kind}":
      "Payments whose figures contradict each other, as the hourly reconciliation of this process found them",
  }),
  ...metrics("gauge", ["media-worker"], {
    "decoder_confinement{measure}": "1 where a measure that confines decoders works, else 0",
  }),
  ...metrics(
    "histogram",
    ["media-worker"],
    {
      "media_render_seconds{kind}":
        "Time from fetching an upload to its stored derivatives, by kind",
    },
    jobBuckets,
  ),
  ...metrics("counter", ["media-worker"], {
    "media_files_total{kind,outcome}":
      "Uploads that were processed, by kind: rendered, or the problem that they have",
    "media_bytes_total{kind,direction}":
      "Bytes of uploads that were read, and of derivatives that were written",
  }),
  ...metrics("counter", ["webhook-worker"], {
    "webhook_attempts_total{outcome}":
      "Attempts of deliveries: delivered, retried, failed for good, or put_off until the pace allows them",
  }),
};

type Table = typeof metricTable;
export type MetricName = keyof Table;

export type NamesOf<Of extends Kind> = {
  [Name in MetricName]: Table[Name]["kind"] extends Of ? Name : never;
}[MetricName];

export type LabelsOf<Name extends MetricName> = Readonly<
  Record<Table[Name]["labels"][number], string>
>;
