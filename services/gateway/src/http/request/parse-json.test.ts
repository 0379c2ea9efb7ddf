import { parseJson } from "./parse-json";

describe("numbers of a body that are too small to be kept", () => {
  test.each(["1e-400", '{"a":[-2.5E-0400]}', `{"a":0.${"0".repeat(400)}1}`, '{"\\"":1e-999}'])(
    "%.30s is refused",
    (text) => {
      expect(() => parseJson(text)).toThrow("too small to be kept");
    },
  );

  test.each(["0", "0e-999", "-0.0", "1e-300", "5e-324", '"1e-400"', '{"a \\" 1e-400":1}', "1e-2"])(
    "%s is not",
    (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    },
  );

  test("a text that is no JSON is an error of its own", () => {
    expect(() => parseJson("{1e-400")).toThrow(SyntaxError);
  });
});
