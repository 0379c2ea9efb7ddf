-- CreateTable
CREATE TABLE "shelves" (
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "takes_polls" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "shelves_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "poll_addresses" (
    "hash" TEXT NOT NULL,
    "shelf" INTEGER NOT NULL,

    CONSTRAINT "poll_addresses_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "shelves_name_key" ON "shelves"("name");

-- The numbers of shelves keep ids below 2^53.
ALTER TABLE "shelves" ADD CONSTRAINT "shelves_number_check" CHECK ("number" BETWEEN 0 AND 8191);
