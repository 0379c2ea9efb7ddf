-- AlterTable
ALTER TABLE "account_sessions" ADD COLUMN     "provider" TEXT;
