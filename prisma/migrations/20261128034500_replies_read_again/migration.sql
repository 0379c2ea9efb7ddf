-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN "resource" BYTEA;
