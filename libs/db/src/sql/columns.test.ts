import { column } from "./columns";

test("a column has the value of each row, as the driver sends it", () => {
  const moment = new Date("2030-05-15T12:00:00.123Z");
  const values = [undefined, null, 7n, 7n, 0, "", false, moment, moment, undefined, 7n];
  expect(column(values, (value) => value)).toEqual([
    ...[null, null, "7", "7", 0, "", false],
    ...[moment.toISOString(), moment.toISOString(), null, "7"],
  ]);
});
