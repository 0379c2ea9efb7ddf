-- AlterTable
ALTER TABLE "attachments" ADD COLUMN     "thumbhash" TEXT;
