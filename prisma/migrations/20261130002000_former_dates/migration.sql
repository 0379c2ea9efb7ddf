-- AlterTable
ALTER TABLE "decided_dates" ADD COLUMN "former_option_id" BIGINT;
