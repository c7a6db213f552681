// A small drawing for each game; one that it does not know gets a die.

const NS = "http://www.w3.org/2000/svg";
const SHAPES = {
  bakong: [["polygon", "16,5 26,12 22,26 10,26 6,12", "mark"], ["polyline", "6,12 16,15 26,12", "edge"], ["polyline", "16,15 16,26", "edge"]],
  mekong: [["polyline", "3,22 8,18 13,22 18,18 23,22 29,18", "edge"], ["polyline", "3,27 8,23 13,27 18,23 23,27 29,23", "edge"], ["polygon", "5,13 27,7 28,10 6,16", "mark"]],
  babord: [["polygon", "5,21 27,21 23,27 9,27", "mark"], ["polygon", "15,5 15,19 6,19", "soft"], ["polygon", "17,8 17,19 25,19", "soft"]],
  kimbac: [["polygon", "4,14 16,5 28,14", "mark"], ["polygon", "8,15 24,15 24,18 8,18", "soft"], ["polygon", "6,19 26,19 28,27 4,27", "mark"]],
  bailouke: [["polygon", "6,6 15,6 15,26 6,26", "soft"], ["polygon", "17,6 26,6 26,26 17,26", "mark"], ["polyline", "19,12 24,12", "edge"], ["polyline", "19,16 24,16", "edge"]],
};
const DIE = [["polygon", "7,7 25,7 25,25 7,25", "mark"]];

export function emblem(slug) {
  const picture = document.createElementNS(NS, "svg");
  picture.setAttribute("viewBox", "0 0 32 32");
  picture.setAttribute("class", "emblem");
  picture.setAttribute("aria-hidden", "true");
  for (const [tag, points, look] of SHAPES[slug] ?? DIE) {
    const shape = document.createElementNS(NS, tag);
    shape.setAttribute("points", points);
    shape.setAttribute("class", look);
    picture.append(shape);
  }
  return picture;
}
