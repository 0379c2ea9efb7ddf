import path from "node:path";

/** The imports between folders: `from` → `to` → the files that import, with what they import. */
export function importsBetween(files, read) {
  const folders = new Set(files.map((file) => path.dirname(file)));
  const arrows = new Map([...folders].map((folder) => [folder, new Map()]));
  for (const file of files) {
    const from = path.dirname(file);
    for (const [, target] of read(file).matchAll(/(?:\bfrom|\bimport\()\s*"(\.[^"]+)"/g)) {
      const named = path.join(from, target);
      const to = folders.has(named) ? named : path.dirname(named);
      if (to === from || !folders.has(to)) continue;
      const lines = arrows.get(from).get(to) ?? [];
      arrows.get(from).set(to, [...lines, `${file} imports ${named}`]);
    }
  }
  return arrows;
}

/** The height of the layers, and the groups of imports by which folders import each other. */
export function heightsOf(arrows) {
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reachOf(arrows, folder)]));
  const isCircle = (from, to) => reached.get(to).has(from);
  const circles = new Map();
  for (const [from, targets] of arrows) {
    for (const [to, lines] of targets) {
      if (!isCircle(from, to)) continue;
      const members = [...arrows.keys()].filter(
        (one) => one === from || (reached.get(from).has(one) && isCircle(from, one)),
      );
      const name = members.sort().join(" ");
      circles.set(name, [...(circles.get(name) ?? []), ...lines]);
    }
  }
  if (circles.size > 0) return { circles: [...circles.values()], height: 0 };
  const heights = new Map();
  const heightOf = (folder) => {
    const known = heights.get(folder);
    if (known !== undefined) return known;
    const height = 1 + Math.max(0, ...[...arrows.get(folder).keys()].map(heightOf));
    heights.set(folder, height);
    return height;
  };
  return { circles: [], height: Math.max(0, ...[...arrows.keys()].map(heightOf)) };
}

/** The folders that a folder imports, directly or through others. */
function reachOf(arrows, start) {
  const reached = new Set();
  const next = [start];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    for (const to of arrows.get(folder).keys()) {
      if (reached.has(to)) continue;
      reached.add(to);
      next.push(to);
    }
  }
  return reached;
}
