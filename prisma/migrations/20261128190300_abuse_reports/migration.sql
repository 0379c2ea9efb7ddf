-- CreateTable
CREATE TABLE "abuse_reports" (
    "id" BIGSERIAL NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "reporter_key" BYTEA NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "abuse_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "abuse_reports_poll_id_reporter_key_key" ON "abuse_reports"("poll_id", "reporter_key");

-- AddForeignKey
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Reports that no operator has closed.
CREATE INDEX "abuse_reports_open" ON "abuse_reports"("id") WHERE "closed_at" IS NULL;
