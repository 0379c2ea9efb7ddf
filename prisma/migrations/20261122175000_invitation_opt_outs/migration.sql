-- CreateTable
CREATE TABLE "invitation_opt_outs" (
    "id" BIGSERIAL NOT NULL,
    "address_key" BYTEA NOT NULL,
    "poll_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_opt_outs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "invitation_opt_outs_poll_id_idx" ON "invitation_opt_outs"("poll_id");

-- AddForeignKey
ALTER TABLE "invitation_opt_outs" ADD CONSTRAINT "invitation_opt_outs_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- ---- what Prisma has no words for ---------------------------------------------------------------

-- An address opts out of a poll once, and of all polls once.
CREATE UNIQUE INDEX "invitation_opt_outs_address" ON "invitation_opt_outs"("address_key", "poll_id") NULLS NOT DISTINCT;
