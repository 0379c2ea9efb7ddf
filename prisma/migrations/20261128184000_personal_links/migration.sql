-- AlterTable
ALTER TABLE "participants" ADD COLUMN     "link_revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "participant_id" BIGINT;

-- CreateTable
CREATE TABLE "linked_visitors" (
    "poll_id" BIGINT NOT NULL,
    "visitor_key" TEXT NOT NULL,
    "participant_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "linked_visitors_pkey" PRIMARY KEY ("poll_id","visitor_key")
);

-- CreateIndex
CREATE INDEX "linked_visitors_participant_id_idx" ON "linked_visitors"("participant_id");

-- AddForeignKey
ALTER TABLE "linked_visitors" ADD CONSTRAINT "linked_visitors_poll_id_participant_id_fkey" FOREIGN KEY ("poll_id", "participant_id") REFERENCES "participants"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participants"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
