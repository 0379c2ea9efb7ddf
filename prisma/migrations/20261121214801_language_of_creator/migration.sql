-- AlterTable
ALTER TABLE "polls" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';
