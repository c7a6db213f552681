// What a piece does, in the tooltip of every place of the picture that shows it.

const explained = new WeakSet();

/** Add the effects of the sheet's pieces to the titles in a picture; done once for each picture. */
export function explainPieces(svg, sheet) {
  if (!svg || explained.has(svg)) return;
  explained.add(svg);
  const effects = effectsOf(sheet);
  for (const title of svg.querySelectorAll("title")) {
    if (title.parentNode === svg) continue; // the title of the whole picture
    const found = effects.filter(([named]) => named.test(title.textContent)).map(([, line]) => line);
    if (found.length) title.textContent = [title.textContent, ...found].join("\n");
  }
}

/** Pairs of a pattern for the name of a piece and what it does. */
function effectsOf(sheet) {
  const entries = sheet.reference.flatMap((group) => group.entries).filter((entry) => entry.effect);
  return entries.map((entry) => {
    const name = entry.name.split(" · ").at(-1);
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return [new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, "iu"), `${name} — ${entry.effect}`];
  });
}
