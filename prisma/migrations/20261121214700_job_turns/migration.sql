-- AlterTable
ALTER TABLE "outbox" ADD COLUMN "turn" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "attachments_waiting" ON "attachments"("option_id") WHERE "processed_at" IS NULL;
