-- CreateTable
CREATE TABLE "webhooks" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "owner_account_id" BIGINT,
    "owner_organization_id" BIGINT,
    "poll_id" BIGINT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "failing_since" TIMESTAMPTZ(3),
    "switched_off_at" TIMESTAMPTZ(3),
    "switched_off_because" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "poll_hash" TEXT NOT NULL,
    "subject_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "webhook_id" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "asked" INTEGER NOT NULL DEFAULT 1,
    "round_from" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "problem" TEXT,
    "last_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_watches" (
    "poll_id" BIGINT NOT NULL,
    "mark" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "next_look_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_watches_pkey" PRIMARY KEY ("poll_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhooks_public_id_key" ON "webhooks"("public_id");

-- CreateIndex
CREATE INDEX "webhooks_owner_account_id_idx" ON "webhooks"("owner_account_id");

-- CreateIndex
CREATE INDEX "webhooks_owner_organization_id_idx" ON "webhooks"("owner_organization_id");

-- CreateIndex
CREATE INDEX "webhooks_poll_id_idx" ON "webhooks"("poll_id");

-- CreateIndex
CREATE INDEX "webhooks_ended_at_idx" ON "webhooks"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_public_id_key" ON "webhook_events"("public_id");

-- CreateIndex
CREATE INDEX "webhook_events_created_at_idx" ON "webhook_events"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_public_id_key" ON "webhook_deliveries"("public_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_watches_next_look_at_idx" ON "webhook_watches"("next_look_at");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_account_id_fkey" FOREIGN KEY ("owner_account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_organization_id_fkey" FOREIGN KEY ("owner_organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_watches" ADD CONSTRAINT "webhook_watches_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- ---- what Prisma has no words for ---------------------------------------------------------------

-- A webhook has one owner.
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner"
  CHECK (("owner_account_id" IS NULL) <> ("owner_organization_id" IS NULL));

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_switched_off"
  CHECK (("switched_off_at" IS NULL) = ("switched_off_because" IS NULL));

-- What is settled has no next attempt, and what is not has one.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_state"
  CHECK ("state" IN ('pending', 'delivered', 'failed') AND ("state" = 'pending') = ("next_attempt_at" IS NOT NULL));

CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries"("webhook_id", "next_attempt_at") WHERE "state" = 'pending';

-- What waits for its time, and has no job yet.
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"("next_attempt_at") WHERE "state" = 'pending' AND "asked" <= "attempts";
