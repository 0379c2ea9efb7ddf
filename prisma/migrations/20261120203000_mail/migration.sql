-- CreateTable
CREATE TABLE "mails" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "nonce" BYTEA,
    "language" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "opt_in_id" BIGINT,
    "invitation_id" BIGINT,
    "sign_in_id" BIGINT,
    "poll_id" BIGINT,
    "since" TIMESTAMPTZ(3),
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "opt_ins" (
    "id" BIGSERIAL NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "participant_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "opt_ins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_ins" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppressed_addresses" (
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_addresses_pkey" PRIMARY KEY ("address")
);

-- CreateIndex
CREATE UNIQUE INDEX "mails_opt_in_id_key" ON "mails"("opt_in_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_invitation_id_key" ON "mails"("invitation_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_sign_in_id_key" ON "mails"("sign_in_id");

-- CreateIndex
CREATE INDEX "mails_poll_id_idx" ON "mails"("poll_id");

-- CreateIndex
CREATE UNIQUE INDEX "opt_ins_token_digest_key" ON "opt_ins"("token_digest");

-- CreateIndex
CREATE INDEX "opt_ins_poll_id_address_created_at_idx" ON "opt_ins"("poll_id", "address", "created_at");

-- CreateIndex
CREATE INDEX "opt_ins_participant_id_id_idx" ON "opt_ins"("participant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_ins_token_digest_key" ON "sign_ins"("token_digest");

-- CreateIndex
CREATE INDEX "sign_ins_account_id_created_at_idx" ON "sign_ins"("account_id", "created_at");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_opt_in_id_fkey" FOREIGN KEY ("opt_in_id") REFERENCES "opt_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_sign_in_id_fkey" FOREIGN KEY ("sign_in_id") REFERENCES "sign_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opt_ins" ADD CONSTRAINT "opt_ins_poll_id_participant_id_fkey" FOREIGN KEY ("poll_id", "participant_id") REFERENCES "participants"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- ---- what Prisma has no words for ---------------------------------------------------------------

-- An address takes part once a poll: the first to confirm does (decisions 9).
CREATE UNIQUE INDEX "opt_ins_confirmed" ON "opt_ins"("poll_id", "address") WHERE "confirmed_at" IS NOT NULL;

-- One open digest of new options a poll.
CREATE UNIQUE INDEX "mails_open_digest" ON "mails"("poll_id") WHERE "until" IS NULL AND "state" = 'queued';

ALTER TABLE "mails" ADD CONSTRAINT "mails_state" CHECK ("state" IN ('queued', 'sent', 'bounced', 'failed'));
