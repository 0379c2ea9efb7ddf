-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN "sealed" BYTEA;

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN "previous_secret" BYTEA,
ADD COLUMN "previous_secret_until" TIMESTAMPTZ(3),
ADD COLUMN "secret" BYTEA;

-- CreateTable
CREATE TABLE "stored_keys" (
    "name" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_keys_pkey" PRIMARY KEY ("name")
);
