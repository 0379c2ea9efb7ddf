-- CreateTable
CREATE TABLE "kept_counts" (
    "poll_id" BIGINT NOT NULL,
    "settings" TEXT NOT NULL,
    "fingerprint" TEXT,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "figures" TEXT NOT NULL,

    CONSTRAINT "kept_counts_pkey" PRIMARY KEY ("poll_id")
);

-- AddForeignKey
ALTER TABLE "kept_counts" ADD CONSTRAINT "kept_counts_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;
