/** The texts of places. */
export const en = {
  place: "Where is it?",
  world:
    "Map of the world: a click sets the point, the keys + and - zoom, arrows move the map, Enter sets the point in its middle",
  closer: "Zoom in",
  farther: "Zoom out",
  tap: "Tap the map where it is.",
  enter: "Enter coordinates",
  locate: "Use my position",
  noPosition: "Your position is not known. Please enter it, or click on the map.",
  latitude: "Latitude, from -90 to 90",
  longitude: "Longitude, from -180 to 180",
};

export type PlaceWords = typeof en;
