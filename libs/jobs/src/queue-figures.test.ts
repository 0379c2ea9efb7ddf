import { firstJobs } from "./queue-figures";

const ofShelf = (shelf: bigint, row: bigint): string => String(shelf * 2n ** 40n + row);

test("each shelf and each try has its own first job, because ids of shelves do not ascend together", () => {
  const ids = [
    `ob-${ofShelf(0n, 9n)}-1`,
    `ob-${ofShelf(0n, 10n)}-1`,
    `ob-${ofShelf(0n, 8n)}-2`,
    `ob-${ofShelf(3n, 5n)}-1`,
    `ob-${ofShelf(3n, 4n)}-1`,
  ];
  expect(firstJobs(ids)).toEqual([ids[0], ids[2], ids[4]]);
});
