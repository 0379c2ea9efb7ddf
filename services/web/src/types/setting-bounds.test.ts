import { settingFacts } from "@polls/domain/polls";
import { boundsOf } from "./setting-bounds";
import { type SettingName, settingRows } from "./settings";

const numbers = (Object.keys(settingRows) as SettingName[]).filter(
  (name) => settingRows[name][1] === "number" && !name.endsWith("_fee"),
);

test.each(numbers)("pages and the service have the same bounds for %s", (name) => {
  const { min, max } = boundsOf(name);
  expect([min, max]).toEqual(settingFacts(name).bounds);
});
