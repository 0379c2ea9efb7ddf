// Covers docs/reference/payments.md: sweep

import type { PaymentState } from "@polls/domain/payments";
import { nextCheckAt } from "./next-check";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const now = new Date("2030-06-15T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

interface Case {
  readonly state: PaymentState;
  readonly ageMs: number;
  readonly unchangedForMs?: number;
  readonly owed?: boolean;
  readonly ended?: boolean;
  readonly retryInMs?: number;
  readonly isInquired?: boolean;
}

test.each<[string, Case, number | undefined]>([
  ["a new payment after ten minutes", { state: "open", ageMs: 0 }, 10 * MINUTE_MS],
  ["an older one after a quarter of its age", { state: "open", ageMs: 4 * HOUR_MS }, HOUR_MS],
  ["a very old one every six hours", { state: "open", ageMs: 119 * DAY_MS }, 6 * HOUR_MS],
  ["an open one no more after 120 days", { state: "open", ageMs: 121 * DAY_MS }, undefined],
  ["an ended one without a checkout never", { state: "created", ageMs: 0, ended: true }, undefined],
  ["a paid one never", { state: "paid", ageMs: 0 }, undefined],
  ["a disputed one every day", { state: "disputed", ageMs: DAY_MS }, DAY_MS],
  [
    "one that is disputed a year after it was made every day",
    { state: "disputed", ageMs: 365 * DAY_MS, unchangedForMs: 179 * DAY_MS },
    DAY_MS,
  ],
  [
    "a disputed one no more after 180 days without a change",
    { state: "disputed", ageMs: 365 * DAY_MS, unchangedForMs: 181 * DAY_MS },
    undefined,
  ],
  [
    "one of a year whose money must be refunded every hour",
    { state: "paid", owed: true, ageMs: 365 * DAY_MS, unchangedForMs: DAY_MS },
    HOUR_MS,
  ],
  [
    "one whose money must be refunded no more after 180 days without a change",
    { state: "paid", owed: true, ageMs: 365 * DAY_MS, unchangedForMs: 181 * DAY_MS },
    undefined,
  ],
  [
    "one with an inquiry of a bank every day",
    { state: "paid", ageMs: DAY_MS, isInquired: true },
    DAY_MS,
  ],
  [
    "one whose refund was refused when the refund is sent again",
    { state: "paid", ageMs: 0, retryInMs: HOUR_MS },
    HOUR_MS,
  ],
  [
    "one that is owed, and whose refund was refused, no later than every hour",
    { state: "paid", owed: true, ageMs: 0, retryInMs: DAY_MS },
    HOUR_MS,
  ],
])("the provider is asked about %s", (_rule, asked, inMs) => {
  const {
    state,
    ageMs,
    unchangedForMs = ageMs,
    owed = false,
    ended = false,
    retryInMs,
    isInquired = false,
  } = asked;
  const ages = { createdAt: ago(ageMs), changedAt: ago(unchangedForMs) };
  const retryAt = retryInMs === undefined ? undefined : ago(-retryInMs);
  const facts = { state, owed, ended, ...ages, retryAt, isInquired };
  const next = nextCheckAt(facts, now, 10 * MINUTE_MS);
  expect(next === null ? undefined : next.getTime() - now.getTime()).toBe(inMs);
});
