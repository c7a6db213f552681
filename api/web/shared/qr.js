// A QR code of a link, made in the page: the secret in an invitation never leaves the browser.
// Byte mode, error correction L, versions 1 to 9, mask 0: up to 230 bytes.

const NS = "http://www.w3.org/2000/svg";
const DATA = [0, 19, 34, 55, 80, 108, 136, 156, 194, 232]; // data codewords by version
const CHECKS = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30]; // error correction codewords of each block
const LOGS = new Uint8Array(256);
const POWERS = new Uint8Array(512);
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = POWERS[power + 255] = value;
  LOGS[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

const product = (one, other) => (one && other ? POWERS[LOGS[one] + LOGS[other]] : 0);

/** The rows of the code as arrays of booleans; null for a text that is too long. */
export function qrMatrix(text) {
  const bytes = new TextEncoder().encode(text);
  const version = DATA.findIndex((room) => room >= bytes.length + 2);
  if (version < 1) return null;
  const grid = new Grid(version);
  grid.fill(codewords(bytes, version));
  return grid.dark;
}

/** An SVG element, white around the code as readers need it. */
export function qrCode(text) {
  const rows = qrMatrix(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const picture = document.createElementNS(NS, "svg");
  const path = document.createElementNS(NS, "path");
  const ground = document.createElementNS(NS, "path");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("class", "qr");
  picture.setAttribute("role", "img");
  ground.setAttribute("d", `M0 0h${size}v${size}h-${size}z`);
  ground.setAttribute("fill", "#fff");
  path.setAttribute("d", rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join(""));
  picture.append(ground, path);
  return picture;
}

/** The text as codewords, with those that correct errors, in the order in which they are drawn. */
function codewords(bytes, version) {
  const bits = [];
  const put = (value, count) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  bytes.forEach((byte) => put(byte, 8));
  put(0, 4);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join("").padEnd(8, "0"), 2));
  for (let pad = 0xec; data.length < DATA[version]; pad ^= 0xec ^ 0x11) data.push(pad);
  const count = version > 5 ? 2 : 1;
  const length = data.length / count;
  const blocks = Array.from({ length: count }, (_, block) => data.slice(block * length, (block + 1) * length));
  const interleaved = (parts) => parts[0].flatMap((_, at) => parts.map((part) => part[at]));
  return [...interleaved(blocks), ...interleaved(blocks.map((block) => corrections(block, CHECKS[version])))];
}

/** Reed-Solomon: the remainder of the data by the generator of this degree. */
function corrections(data, degree) {
  let generator = [1];
  for (let root = 0; root < degree; root += 1) {
    generator = [...generator, 0].map((factor, at) => factor ^ product(generator[at - 1] ?? 0, POWERS[root]));
  }
  const rest = [...data, ...Array(degree).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at];
    generator.forEach((factor, shift) => {
      rest[at + shift] ^= product(factor, lead);
    });
  });
  return rest.slice(data.length);
}

/** The bits of a value followed by its remainder by a generator. */
function protectedBits(value, generator, degree) {
  let rest = value << degree;
  for (let at = 31 - Math.clz32(rest); at >= degree; at = 31 - Math.clz32(rest)) rest ^= generator << (at - degree);
  return (value << degree) | rest;
}

class Grid {
  constructor(version) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.kept = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.patterns(version);
  }

  set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = Boolean(dark);
    this.kept[y][x] = true;
  }

  /** A square pattern around a middle: rings by distance from it. */
  square(x, y, reach, isDark) {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) this.set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }

  patterns(version) {
    const last = this.size - 1;
    for (let at = 0; at < this.size; at += 1) {
      this.set(at, 6, at % 2 === 0);
      this.set(6, at, at % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]]) this.square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    const far = last - 6;
    const lines = version < 2 ? [] : version < 7 ? [6, far] : [6, (6 + far) / 2, far];
    for (const x of lines) {
      for (const y of lines) {
        if (!(x === 6 && y === 6) && !(x === 6 && y === far) && !(x === far && y === 6)) this.square(x, y, 2, (ring) => ring !== 1);
      }
    }
    const format = protectedBits(0b01000, 0x537, 10) ^ 0x5412; // level L, mask 0
    for (let at = 0; at < 15; at += 1) {
      const dark = (format >> at) & 1;
      this.set(8, at < 6 ? at : at < 8 ? at + 1 : last - 14 + at, dark);
      this.set(at < 8 ? last - at : at < 9 ? 7 : 14 - at, 8, dark);
    }
    this.set(8, last - 7, true);
    const info = version < 7 ? 0 : protectedBits(version, 0x1f25, 12);
    for (let at = 0; version > 6 && at < 18; at += 1) {
      const [near, wide] = [Math.floor(at / 3), last - 10 + (at % 3)];
      this.set(near, wide, (info >> at) & 1);
      this.set(wide, near, (info >> at) & 1);
    }
  }

  /** Lay the codewords in columns of two, upwards and downwards in turn, under mask 0. */
  fill(words) {
    const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, at) => (word >> (7 - at)) & 1));
    let next = 0;
    for (let right = this.size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
      for (let step = 0; step < this.size; step += 1) {
        const y = up ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.kept[y][x]) continue;
          const bit = bits[next] ?? 0;
          next += 1;
          this.dark[y][x] = Boolean(bit) !== ((x + y) % 2 === 0);
        }
      }
    }
  }
}
