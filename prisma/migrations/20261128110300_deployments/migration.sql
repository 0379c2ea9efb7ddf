-- CreateTable
CREATE TABLE "deployments" (
    "id" UUID NOT NULL,
    "only" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("only")
);

ALTER TABLE "deployments" ADD CONSTRAINT "deployments_only_check" CHECK ("only");
