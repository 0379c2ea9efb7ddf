-- AlterTable
ALTER TABLE "opt_ins" ADD COLUMN     "denied_at" TIMESTAMPTZ(3),
ADD COLUMN     "requester_key" BYTEA;
