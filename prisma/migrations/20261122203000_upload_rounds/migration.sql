-- CreateTable
CREATE TABLE "upload_rounds" (
    "queue" TEXT NOT NULL,
    "served" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "upload_rounds_pkey" PRIMARY KEY ("queue")
);

INSERT INTO "upload_rounds" ("queue") VALUES ('media'), ('media-slow');
