/**
 * Every document has one colour, everywhere it appears. It is a pure function of the document's id
 * and the colour scheme: hue, lightness and chroma from a hash of the id. Three steps of lightness and
 * two of chroma keep documents of one hue apart; every step stands at
 * 3:1 or better on the scheme's surfaces (WCAG 1.4.11, graphical objects).
 */

export type Scheme = "light" | "dark";

const LIGHTNESS = { light: [0.4, 0.51, 0.62], dark: [0.66, 0.76, 0.86] } as const;
const CHROMA = { light: [0.16, 0.08], dark: [0.14, 0.07] } as const;

/** FNV-1a over UTF-16 units, then a finaliser (Murmur3's), so that near ids get far hues. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function toLinearRgb(l: number, c: number, hue: number): [number, number, number] {
  const a = c * Math.cos(hue);
  const b = c * Math.sin(hue);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function encode(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, "0");
}

/** OKLCH (Ottosson 2020) to `#rrggbb`; chroma shrinks until the colour is inside sRGB. */
export function oklchToHex(lightness: number, chroma: number, hueDegrees: number): string {
  const hue = (hueDegrees * Math.PI) / 180;
  let c = chroma;
  let rgb = toLinearRgb(lightness, c, hue);
  while (c > 0 && rgb.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    c -= 0.005;
    rgb = toLinearRgb(lightness, Math.max(0, c), hue);
  }
  return `#${rgb.map(encode).join("")}`;
}

const known = new Map<string, string>();

/** The document's colour as `#rrggbb`, fit for CSS, canvas and charts alike. */
export function documentColor(id: string, scheme: Scheme): string {
  const key = `${scheme}:${id}`;
  let color = known.get(key);
  if (color === undefined) {
    const h = hash(id);
    const [darkest, middle, lightest] = LIGHTNESS[scheme];
    const lightness = [darkest, middle, lightest][(h & 0xff) % 3] ?? middle;
    const [full, muted] = CHROMA[scheme];
    const chroma = (h >>> 8) & 1 ? muted : full;
    color = oklchToHex(lightness, chroma, ((h >>> 10) * 360) / 2 ** 22);
    known.set(key, color);
  }
  return color;
}
