-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN "subject_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "webhook_cursors" (
    "poll_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "next_look_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_cursors_pkey" PRIMARY KEY ("poll_id","kind")
);

-- CreateIndex
CREATE INDEX "webhook_cursors_kind_next_look_at_idx" ON "webhook_cursors"("kind", "next_look_at");

-- AddForeignKey
ALTER TABLE "webhook_cursors" ADD CONSTRAINT "webhook_cursors_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- ---- what Prisma has no words for ---------------------------------------------------------------

ALTER TABLE "webhook_cursors" ADD CONSTRAINT "webhook_cursors_position"
  CHECK (("kind" = 'votes' AND "position" ~ '^[0-9]+$') OR ("kind" = 'phase' AND "position" IN ('waiting', 'open', 'closed')));
