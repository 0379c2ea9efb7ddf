import { withoutSharpS } from "./sharp-s";

test("texts have no ß, and inserted names keep theirs", () => {
  const words = withoutSharpS({
    close: "Schließen",
    many: { places: ["Straße", "Weg"] },
    moved: (name: string, at: number) => `${name} heißt Platz ${at}`,
  });
  expect(words.close).toBe("Schliessen");
  expect(words.many.places).toEqual(["Strasse", "Weg"]);
  expect(words.moved("Weiß", 2)).toBe("Weiß heisst Platz 2");
});
