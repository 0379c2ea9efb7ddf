-- CreateTable
CREATE TABLE "payments" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "participant_id" BIGINT,
    "option_id" BIGINT,
    "vote_public_id" TEXT,
    "poll_title" TEXT NOT NULL,
    "subject" TEXT,
    "quantity" INTEGER NOT NULL,
    "unit_amount" INTEGER,
    "currency" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'created',
    "received" BIGINT NOT NULL DEFAULT 0,
    "refunded" BIGINT NOT NULL DEFAULT 0,
    "credited" INTEGER NOT NULL DEFAULT 0,
    "rejection" TEXT,
    "accepted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "next_look_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkouts" (
    "id" BIGSERIAL NOT NULL,
    "payment_id" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "session_id" TEXT,
    "payment_intent_id" TEXT,
    "url" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "payment_id" BIGINT NOT NULL,
    "checkout_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "provider_refund_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_entries" (
    "id" BIGSERIAL NOT NULL,
    "payment_id" BIGINT NOT NULL,
    "before" TEXT,
    "after" TEXT NOT NULL,
    "received" BIGINT NOT NULL DEFAULT 0,
    "refunded" BIGINT NOT NULL DEFAULT 0,
    "credited" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT,
    "payment_ref" TEXT,
    "intent_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payments_public_id_key" ON "payments"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_token_key" ON "payments"("token");

-- CreateIndex
CREATE INDEX "payments_poll_id_id_idx" ON "payments"("poll_id", "id");

-- CreateIndex
CREATE INDEX "payments_vote_public_id_idx" ON "payments"("vote_public_id");

-- CreateIndex
CREATE INDEX "payments_participant_id_idx" ON "payments"("participant_id");

-- CreateIndex
CREATE INDEX "payments_option_id_idx" ON "payments"("option_id");

-- CreateIndex
CREATE INDEX "payments_next_look_at_idx" ON "payments"("next_look_at");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_session_id_key" ON "checkouts"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_payment_intent_id_key" ON "checkouts"("payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_payment_id_attempt_key" ON "checkouts"("payment_id", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_public_id_key" ON "refunds"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_provider_refund_id_key" ON "refunds"("provider_refund_id");

-- CreateIndex
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");

-- CreateIndex
CREATE INDEX "refunds_checkout_id_idx" ON "refunds"("checkout_id");

-- CreateIndex
CREATE INDEX "payment_entries_payment_id_idx" ON "payment_entries"("payment_id");

-- CreateIndex
CREATE INDEX "provider_events_received_at_idx" ON "provider_events"("received_at");

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_entries" ADD CONSTRAINT "payment_entries_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- ---- what Prisma has no words for ---------------------------------------------------------------

-- One payment at a time that can still be paid, for a vote and for a fee (decisions 10).
CREATE UNIQUE INDEX "payments_one_a_vote" ON "payments"("vote_public_id") WHERE "state" IN ('created', 'open', 'expired', 'failed') AND "ended_at" IS NULL;

ALTER TABLE "payments" ADD CONSTRAINT "payments_kind" CHECK ("kind" IN ('votes', 'voting_fee', 'voting_donation', 'submission_fee', 'submission_donation'));
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("state" IN ('created', 'open', 'paid', 'expired', 'failed', 'refunded', 'disputed'));
ALTER TABLE "payments" ADD CONSTRAINT "payments_credited" CHECK ("credited" BETWEEN 0 AND "quantity");
ALTER TABLE "payments" ADD CONSTRAINT "payments_money" CHECK ("received" >= 0 AND "refunded" BETWEEN 0 AND "received");
ALTER TABLE "payments" ADD CONSTRAINT "payments_quantity" CHECK ("quantity" > 0 AND "unit_amount" > 0);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_state" CHECK ("state" IN ('asked', 'open', 'processing', 'paid', 'expired', 'failed'));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("state" IN ('asked', 'sent', 'done', 'failed'));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("amount" > 0);

-- The ledger is only added to.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment_entries are only added to';
END $$;
CREATE TRIGGER "payment_entries_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "payment_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
