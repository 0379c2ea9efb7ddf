-- AlterTable
ALTER TABLE "account_sessions" ADD COLUMN     "browser" TEXT;
