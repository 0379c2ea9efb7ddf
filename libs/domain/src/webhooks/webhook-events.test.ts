// Covers docs/reference/webhooks.md: events

import {
  eventSubjectOf,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "./webhook-events";

const poll = "https://polls.example/api/v1/polls/lunch";

/** The expected data of each event. A missing event is a compile error. */
const data: Readonly<Record<WebhookEventType, object>> = {
  "poll.updated": { url: poll },
  "poll.opened": { url: poll },
  "poll.closed": { url: poll },
  "poll.deleted": {},
  "option.created": { option_id: "its-id", url: `${poll}/options/its-id` },
  "option.updated": { option_id: "its-id", url: `${poll}/options/its-id` },
  "option.deleted": { option_id: "its-id" },
  "participant.created": { voter_id: "its-id", url: `${poll}/voters/its-id` },
  "participant.confirmed": { voter_id: "its-id", url: `${poll}/voters/its-id` },
  "participant.moved_up": { voter_id: "its-id", url: `${poll}/voters/its-id` },
  "comment.created": {
    comment_id: "its-id",
    option_id: "one",
    url: `${poll}/options/one/comments/its-id`,
  },
  "payment.paid": { payment_id: "its-id", url: `${poll}/payments` },
  "payment.refunded": { payment_id: "its-id", url: `${poll}/payments` },
  "vote.cast": { vote_ids: ["one", "two"], url: `${poll}/votes` },
  "results.changed": { url: `${poll}/results` },
  "webhook.test": { webhook_id: "its-id" },
};

test.each(webhookEventTypes)(
  "the event %s refers to its object and contains nothing else",
  (type) => {
    const ofPoll = eventSubjectOf(type).about === undefined;
    const body = webhookBody(
      {
        publicId: "event-id",
        type,
        pollHash: ofPoll ? "lunch" : null,
        subjectId: "its-id",
        subjectIds: ["one", "two"],
        createdAt: new Date("2030-01-02T03:04:05.678Z"),
      },
      "https://polls.example",
    );
    expect(JSON.parse(body)).toEqual({
      id: "event-id",
      type,
      timestamp: "2030-01-02T03:04:05.678Z",
      data: { ...(ofPoll ? { poll_id: "lunch" } : {}), ...data[type] },
    });
  },
);
