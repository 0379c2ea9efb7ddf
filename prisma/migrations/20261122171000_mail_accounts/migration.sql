-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "account_id" BIGINT;
