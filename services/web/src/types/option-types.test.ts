import { optionTypes } from "@polls/domain/option-types";
import { takesFiles } from "./option-forms";
import { optionTypeOf } from "./option-types";

const types = optionTypes.all.map((type) => ({
  type,
  shown: optionTypeOf({ type: type.name as Parameters<typeof optionTypeOf>[0]["type"] }),
}));

test.each(types)("pages and the service agree on $type.name", ({ type, shown }) => {
  expect([shown.kind, shown.wholeDays, shown.door]).toEqual([
    type.kind,
    type.dates === "days",
    type.opensAtStartDate,
  ]);
  if (shown.submission?.by === "file") expect(type.fileKinds).not.toEqual([]);
  if (type.requires.includes("attachment")) expect(takesFiles(type.name)).toBe(true);
});
