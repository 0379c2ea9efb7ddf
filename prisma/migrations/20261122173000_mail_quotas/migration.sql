-- CreateTable
CREATE TABLE "mail_counts" (
    "subject" BYTEA NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "mail_counts_pkey" PRIMARY KEY ("subject", "day")
);

-- CreateTable
CREATE TABLE "invited_addresses" (
    "poll_id" BIGINT NOT NULL,
    "address_key" BYTEA NOT NULL,

    CONSTRAINT "invited_addresses_pkey" PRIMARY KEY ("poll_id", "address_key")
);

-- CreateIndex
CREATE INDEX "mail_counts_day_idx" ON "mail_counts"("day");

-- AddForeignKey
ALTER TABLE "invited_addresses" ADD CONSTRAINT "invited_addresses_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- ---- what Prisma has no words for ---------------------------------------------------------------

ALTER TABLE "mails" DROP CONSTRAINT "mails_state",
  ADD CONSTRAINT "mails_state" CHECK ("state" IN ('queued', 'sent', 'bounced', 'failed', 'withheld')) NOT VALID;
