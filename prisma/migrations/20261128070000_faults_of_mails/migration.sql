-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "fault" TEXT;
