-- CreateTable
CREATE TABLE "decisions" (
    "poll_id" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "decided_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "reopens" BOOLEAN NOT NULL,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("poll_id")
);

-- CreateTable
CREATE TABLE "decided_dates" (
    "uid" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "option_id" BIGINT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "canceled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "decided_dates_pkey" PRIMARY KEY ("uid")
);

-- CreateIndex
CREATE INDEX "decided_dates_poll_id_option_id_idx" ON "decided_dates"("poll_id", "option_id");

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decided_dates" ADD CONSTRAINT "decided_dates_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decided_dates" ADD CONSTRAINT "decided_dates_poll_id_option_id_fkey" FOREIGN KEY ("poll_id", "option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
