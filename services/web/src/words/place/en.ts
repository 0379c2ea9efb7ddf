/** The texts of places. */
export const en = {
  place: "Where is it?",
  world:
    "Map of the world: a click sets the point, the keys + and - zoom, arrows move the map, Enter sets the point in its middle",
  closer: "Zoom in",
  farther: "Zoom out",
  all: "All places",
  tap: "Tap the map where it is.",
  enter: "Enter coordinates or a link",
  locate: "Use my position",
  noPosition: "Your position is not known. Please enter it, or click on the map.",
  coordinates: "Coordinates or the link of a map",
  example: "Such as 52.52, 13.4. Of a link, the address in the browser names the place.",
  shortLink:
    "This short link does not say where it leads. Please open it, and copy the long address of the browser.",
  notRead:
    "Please enter a latitude from -90 to 90 and a longitude from -180 to 180, or the link of a map that has them in its address.",
};

export type PlaceWords = typeof en;
