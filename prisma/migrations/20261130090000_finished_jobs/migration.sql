-- CreateTable
CREATE TABLE "finished_jobs" (
    "id" BIGINT NOT NULL,
    "job" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "request_id" TEXT,
    "tries" INTEGER NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "finished_jobs_pkey" PRIMARY KEY ("done_at", "id")
);
