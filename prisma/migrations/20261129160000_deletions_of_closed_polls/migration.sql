-- AlterTable
ALTER TABLE "poll_notices" ADD COLUMN     "deletes_at" TIMESTAMPTZ(3);
