-- AlterTable
ALTER TABLE "organization_members" ADD COLUMN     "provider" TEXT;
