import { createHash } from "node:crypto";
import { endpoints } from "../../src/endpoints";
import type { RecordedStep, RecordedStory } from "../../src/features/docs/recorded";
import type { TestGateway } from "../start-gateway";

/** The caller that sends a request of a story. */
export interface StoryCaller {
  readonly kind: "private" | "public";
  readonly token: string;
  readonly identifier?: string;
}

export interface StepOptions {
  /** Null: the request is sent without a token. */
  readonly as: StoryCaller | null;
  /** Parameters of the path. */
  readonly in?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Fields of a form; a `Blob` is a file. */
  readonly form?: Readonly<Record<string, string | Blob>>;
  /**
   * The order of the entries differs in every run, so they are recorded in the order of `position`.
   */
  readonly shuffled?: boolean;
  /** The expected status. Default: any 2xx. */
  readonly status?: number;
}

/** Sends one request of a story and records it. Throws if the response has another status. */
export type Tell = (
  says: string,
  operation: string,
  options: StepOptions,
  // biome-ignore lint/suspicious/noExplicitAny: stories read responses of any shape
) => Promise<any>;

export interface Story {
  readonly type: string | null;
  /** The name of its guide, if it is not about a type of polls. */
  readonly guide?: string;
  readonly title: string;
  readonly about: string;
  readonly tell: (tell: Tell) => Promise<void>;
}

const LONG = 4_000;

/** Whether a response is recorded. A long one, such as a poll, is recorded once for all stories. */
export function longAnswersOnce(): (kind: string, answer: unknown) => boolean {
  const seen = new Set<string>();
  return (kind, answer) => {
    if (answer === undefined || JSON.stringify(answer).length < LONG) return true;
    const isFirst = !seen.has(kind);
    seen.add(kind);
    return isFirst;
  };
}

/** The fields of a new poll that later requests of the story need. */
function usedLater(answer: unknown): object | undefined {
  if (typeof answer !== "object" || answer === null || !("admin_hash" in answer)) return undefined;
  const { member_hash, admin_hash, options } = answer as Readonly<Record<string, unknown>>;
  return { member_hash, admin_hash, ...(options === undefined ? {} : { options }) };
}

/** Runs a story on the gateway. Returns its requests and responses, with ids and times replaced. */
export async function record(
  gateway: TestGateway,
  story: Story,
  isShown: ReturnType<typeof longAnswersOnce>,
): Promise<RecordedStory> {
  const steps: RecordedStep[] = [];
  /** Ids of responses, and their replacements, which are the same in every run. */
  const ids = new Map<string, string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string" && /^[\w-]{22}$/.test(value) && !ids.has(value)) {
      const digest = createHash("sha256").update(`${story.title} ${ids.size}`).digest("base64url");
      ids.set(value, digest.slice(0, 22));
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  const tell: Tell = async (says, operation, options) => {
    const endpoint = endpoints.find(({ id }) => id === operation);
    if (endpoint === undefined) throw new Error(`There is no operation ${operation}`);
    const { as, body, form, query = {} } = options;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => options.in?.[name] ?? name);
    const search = new URLSearchParams(query).toString();
    const target = search === "" ? path : `${path}?${search}`;
    const method = endpoint.method.toUpperCase();
    const response = await gateway.request(`${method} ${target}`, {
      token: as?.token,
      identifier: as?.identifier,
      ...(body === undefined ? {} : { body }),
      ...(form === undefined ? {} : { form: formOf(form) }),
    });
    const { status } = response;
    const isWanted = options.status === undefined ? status < 300 : status === options.status;
    if (!isWanted) throw new Error(`${operation} answered ${status}: ${response.text}`);
    const type = response.headers.get("content-type") ?? "";
    const answer = /sheet/.test(type)
      ? undefined
      : /json/.test(type)
        ? inOrder(response.body, options.shuffled)
        : response.text || undefined;
    collect(response.body);
    const shown = isShown(`${operation} ${status}`, answer) ? answer : undefined;
    const part = shown === undefined ? usedLater(answer) : undefined;
    steps.push({
      says,
      operation,
      method,
      path: target,
      token: as?.kind ?? null,
      ...(as?.identifier === undefined
        ? {}
        : { headers: { "X-SERVICE-USER-IDENTIFIER": as.identifier } }),
      ...(body === undefined ? {} : { body }),
      ...(form === undefined ? {} : { form: shownForm(form) }),
      status,
      ...(shown === undefined ? {} : { answer: shown }),
      ...(part === undefined ? {} : { part }),
    });
    return response.body;
  };
  await story.tell(tell);
  const { tell: _, ...facts } = story;
  return { ...facts, steps: replaceChanging(ids, steps) };
}

const inOrder = (body: unknown, shuffled = false): unknown =>
  shuffled && Array.isArray(body)
    ? body.toSorted((one, other) => one.position - other.position)
    : body;

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "picture.png");
  }
  return form;
}

const shownForm = (fields: Readonly<Record<string, string | Blob>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, shownValue(name, value)]),
  );

function shownValue(name: string, value: string | Blob): unknown {
  if (typeof value !== "string") return name.endsWith("[]") ? ["a file"] : "a file";
  return /^\d+$/.test(value) ? Number(value) : value;
}

const TOLD_AT = "2030-01-02T09:00:00.000Z";
const HOUR_MS = 3_600_000;

/** Replaces values that differ in every run by values that are always the same. */
function replaceChanging(
  ids: ReadonlyMap<string, string>,
  steps: readonly RecordedStep[],
): readonly RecordedStep[] {
  const now = Date.now();
  const today = new Set([now - HOUR_MS, now].map((at) => new Date(at).toISOString().slice(0, 10)));
  let text = JSON.stringify(steps);
  for (const [id, shown] of ids) text = text.replaceAll(id, shown);
  text = text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (moment) =>
      Math.abs(Date.parse(moment) - now) < 24 * HOUR_MS ? TOLD_AT : moment,
    )
    .replace(/(?<=")\d{4}-\d\d-\d\d(?=")/g, (day) => (today.has(day) ? TOLD_AT.slice(0, 10) : day))
    .replace(/\bpsk_\w{36}/g, `psk_${"x".repeat(36)}`)
    .replace(/\bppk_\w{36}/g, `ppk_${"x".repeat(36)}`)
    .replace(/whsec_[\w+/=]+/g, `whsec_${"x".repeat(43)}=`)
    .replace(/(?<=ticket(?:=|":"))[\w-]{80,}/g, "AX9mJkq3vT0")
    .replace(/("last_four":")[^"]+/g, "$1xxxx")
    .replace(/#continue=[\w-]+/g, "#continue=7Vd2kQ")
    .replace(/\b\d+-[\w-]{43}(?=\/calendar\.ics)/g, "17-9Xw4cT")
    .replace(/UID:[\w-]+/g, "UID:6Tq2hN")
    .replace(/DTSTAMP:\w+/g, "DTSTAMP:20300601T100000Z")
    .replace(/\/pay\/[\w-]+/g, "/pay/8Jm2sK")
    .replace(/\/connect\/[\w-]+/g, "/connect/5Lq7dP")
    .replace(/\/files\/[^"\\]+/g, "/files/4tR9.png")
    .replace(/(?<=event: results\\nid: |^id: |\\nid: )[\w-]+/g, "9f2c");
  return JSON.parse(text) as readonly RecordedStep[];
}
