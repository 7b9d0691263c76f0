import { drawing, line, round, widthOf } from './drawing/svg.ts';

export interface Banner {
  title: string;
  subtitle: string;
  /** 0 to 359. */
  hue: number;
  motif: string;
  /** Whether a click leads somewhere: then a button is drawn. */
  leads: boolean;
}

type Motif = (width: number, height: number, colours: Tones) => string;

interface Tones {
  dark: string;
  main: string;
  light: string;
  glow: string;
}

function tonesOf(hue: number): Tones {
  return {
    dark: `hsl(${hue} 46% 22%)`,
    main: `hsl(${hue} 44% 34%)`,
    light: `hsl(${(hue + 14) % 360} 46% 54%)`,
    glow: `hsl(${(hue + 28) % 360} 70% 78%)`,
  };
}

/** A motif fills the right part; its unit is the banner's height, so that it fits a strip as well as a stage. */
const MOTIFS: Readonly<Record<string, Motif>> = {
  waves: (w, h, { light, glow }) =>
    [0, 1, 2, 3]
      .map((index) => {
        const y = h * (0.42 + index * 0.16);
        return `<path d="M${w * 0.42} ${round(h + 4)}C${w * 0.55} ${round(y)} ${w * 0.68} ${round(y + h * 0.3)} ${w * 0.8} ${round(y)}S${w * 0.96} ${round(y - h * 0.24)} ${w + 4} ${round(y - h * 0.1)}V${h + 4}z" fill="${index % 2 ? glow : light}" opacity="${0.16 + index * 0.06}"/>`;
      })
      .join(''),
  capsules: (w, h, { light, glow }) =>
    [
      [0.74, 0.62, 0.15, -32],
      [0.86, 0.36, 0.12, 24],
      [0.94, 0.76, 0.1, -12],
      [0.67, 0.24, 0.07, 40],
    ]
      .map(([x = 0, y = 0, r = 0, turn = 0]) => {
        const size = r * h;
        return `<g transform="translate(${round(w * x)} ${round(h * y)}) rotate(${turn})"><path d="M${-size * 1.9} ${-size}H0v${size * 2}h${-size * 1.9}a${size} ${size} 0 0 1 0 ${-size * 2}z" fill="${glow}" opacity=".9"/><path d="M0 ${-size}h${size * 1.9}a${size} ${size} 0 0 1 0 ${size * 2}H0z" fill="#fff" opacity=".92"/><path d="M${-size * 1.7} ${-size * 0.55}h${size * 3.4}" stroke="#fff" stroke-width="${round(size * 0.2)}" stroke-linecap="round" opacity=".5"/><ellipse cy="${size * 1.5}" rx="${size * 2.2}" ry="${size * 0.24}" fill="${light}" opacity=".28"/></g>`;
      })
      .join(''),
  leaves: (w, h, { light, glow }) =>
    [
      [0.66, 0.72, 0.42, -38],
      [0.76, 0.5, 0.5, -8],
      [0.87, 0.66, 0.46, 28],
      [0.95, 0.34, 0.34, 12],
    ]
      .map(([x = 0, y = 0, s = 0, turn = 0], index) => {
        const u = s * h;
        return `<g transform="translate(${round(w * x)} ${round(h * y)}) rotate(${turn})"><path d="M0 ${u * 0.6}C${-u * 0.5} ${u * 0.25} ${-u * 0.42} ${-u * 0.4} 0 ${-u * 0.68} ${u * 0.42} ${-u * 0.4} ${u * 0.5} ${u * 0.25} 0 ${u * 0.6}z" fill="${index % 2 ? glow : light}" opacity=".78"/><path d="M0 ${u * 0.7}V${-u * 0.45}M0 ${u * 0.2}l${u * 0.2} ${-u * 0.2}M0 0l${-u * 0.19} ${-u * 0.19}M0 ${-u * 0.18}l${u * 0.13} ${-u * 0.13}" stroke="#fff" stroke-opacity=".55" stroke-width="${round(Math.max(1.4, u * 0.026))}" fill="none" stroke-linecap="round"/></g>`;
      })
      .join(''),
  shield: (w, h, { light, glow }) => {
    const u = h * 0.4;
    return `<g transform="translate(${round(w * 0.8)} ${round(h * 0.5)})"><circle r="${u * 1.5}" fill="${light}" opacity=".2"/><circle r="${u * 1.1}" fill="${light}" opacity=".26"/><path d="M0 ${-u}l${u * 0.8} ${u * 0.3}v${u * 0.55}c0 ${u * 0.6} ${-u * 0.4} ${u * 0.95} ${-u * 0.8} ${u * 1.15}c${-u * 0.4} ${-u * 0.2} ${-u * 0.8} ${-u * 0.55} ${-u * 0.8} ${-u * 1.15}v${-u * 0.55}z" fill="#fff" opacity=".94"/><path d="M${-u * 0.12} ${-u * 0.36}h${u * 0.24}v${u * 0.34}h${u * 0.34}v${u * 0.24}h${-u * 0.34}v${u * 0.34}h${-u * 0.24}v${-u * 0.34}h${-u * 0.34}v${-u * 0.24}h${u * 0.34}z" fill="${light}"/><circle cx="${u * 1.25}" cy="${-u * 0.7}" r="${u * 0.13}" fill="${glow}"/><circle cx="${-u * 1.3}" cy="${u * 0.5}" r="${u * 0.09}" fill="${glow}"/></g>`;
  },
  boxes: (w, h, { light, glow }) =>
    [
      [0.66, 0.9, 0.42],
      [0.79, 0.9, 0.62],
      [0.91, 0.9, 0.36],
    ]
      .map(([x = 0, y = 0, s = 0], index) => {
        const u = s * h;
        const d = u * 0.2;
        const left = w * x - u * 0.4;
        const top = h * y - u;
        return `<path d="M${round(left)} ${round(top)}l${round(d)} ${round(-d * 0.5)}h${round(u * 0.8)}l${round(-d)} ${round(d * 0.5)}z" fill="#fff" opacity=".75"/><path d="M${round(left + u * 0.8)} ${round(top)}l${round(d)} ${round(-d * 0.5)}v${round(u)}l${round(-d)} ${round(d * 0.5)}z" fill="${light}"/><rect x="${round(left)}" y="${round(top)}" width="${round(u * 0.8)}" height="${round(u)}" fill="#fff" opacity=".93"/><rect x="${round(left)}" y="${round(top + u * 0.62)}" width="${round(u * 0.8)}" height="${round(u * 0.38)}" fill="${index === 1 ? glow : light}" opacity=".85"/><rect x="${round(left + u * 0.1)}" y="${round(top + u * 0.16)}" width="${round(u * 0.48)}" height="${round(u * 0.09)}" rx="${round(u * 0.04)}" fill="${light}"/><rect x="${round(left + u * 0.1)}" y="${round(top + u * 0.32)}" width="${round(u * 0.32)}" height="${round(u * 0.06)}" rx="${round(u * 0.03)}" fill="${glow}"/>`;
      })
      .join(''),
  droplets: (w, h, { light, glow }) =>
    [
      [0.68, 0.58, 0.3],
      [0.8, 0.46, 0.46],
      [0.91, 0.62, 0.28],
      [0.6, 0.34, 0.14],
    ]
      .map(([x = 0, y = 0, s = 0], index) => {
        const u = s * h;
        const side = index % 2 ? glow : light;
        return `<g transform="translate(${round(w * x)} ${round(h * y)})"><path d="M0 ${-u * 0.75}C${u * 0.34} ${-u * 0.26} ${u * 0.5} ${-u * 0.02} ${u * 0.5} ${u * 0.24}a${u * 0.5} ${u * 0.5} 0 0 1 ${-u} 0C${-u * 0.5} ${-u * 0.02} ${-u * 0.34} ${-u * 0.26} 0 ${-u * 0.75}z" fill="${index === 1 ? '#fff' : side}" opacity="${index === 1 ? 0.92 : 0.8}"/><path d="M${-u * 0.28} ${u * 0.26}a${u * 0.28} ${u * 0.28} 0 0 0 ${u * 0.2} ${u * 0.24}" stroke="${index === 1 ? light : '#fff'}" stroke-width="${round(u * 0.07)}" fill="none" stroke-linecap="round" opacity=".7"/></g>`;
      })
      .join(''),
  rings: (w, h, { light, glow }) =>
    `<g transform="translate(${round(w * 0.82)} ${round(h * 0.52)})">${[0.62, 0.46, 0.31]
      .map(
        (r, index) =>
          `<circle r="${round(h * r)}" fill="${index === 2 ? '#fff' : light}" opacity="${index === 2 ? 0.93 : 0.2 + index * 0.14}"/>`,
      )
      .join(
        '',
      )}<path d="M0 ${round(-h * 0.17)}V0l${round(h * 0.12)} ${round(h * 0.08)}" stroke="${light}" stroke-width="${round(Math.max(2, h * 0.035))}" fill="none" stroke-linecap="round" stroke-linejoin="round"/><circle r="${round(h * 0.235)}" fill="none" stroke="${glow}" stroke-width="${round(Math.max(2, h * 0.03))}"/></g>`,
};

/** An advertisement as wide and high as its slot: a deep ground, one motif, one line and what stands behind it. */
export function bannerPicture(banner: Banner, width: number, height: number): string {
  const tones = tonesOf(banner.hue);
  const upright = height > width;
  const motif = MOTIFS[banner.motif] ?? MOTIFS['waves'];
  // A stage that is nearly square would make the motif cover the words.
  const tall = Math.min(height, width / 2.4);
  const stage = upright
    ? `<g transform="translate(${round(-width * 0.5)} ${round(height * 0.46)})">${motif?.(width * 1.3, height * 0.46, tones) ?? ''}</g>`
    : `<g transform="translate(0 ${round((height - tall) / 2)})">${motif?.(width, tall, tones) ?? ''}</g>`;
  return drawing(
    width,
    height,
    `${banner.title} ${banner.subtitle}`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="${tones.dark}"/><stop offset=".62" stop-color="${tones.main}"/><stop offset="1" stop-color="${tones.light}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${stage}${upright ? stacked(banner, width, height, tones) : words(banner, width, height, tones)}`,
  );
}

/** The words on the left. A strip sets both lines side by side; a stage sets them below one another. */
function words(banner: Banner, width: number, height: number, tones: Tones): string {
  const strip = width / height > 8;
  const left = strip
    ? Math.max(24, width * (width > 1400 ? 0.22 : 0.07))
    : Math.max(14, Math.min(width * 0.07, 72));
  const room = width * (height < 140 && !strip ? 0.66 : 0.52);
  const size = Math.min(
    height * (strip ? 0.3 : 0.17) + (height < 140 ? 7 : 10),
    room / widthOf(banner.title),
    58,
  );
  const small = Math.max(10.5, Math.min(size * 0.46, room / widthOf(banner.subtitle)));
  if (strip) {
    const y = height / 2 + size * 0.36;
    return `${line(banner.title, left, y, { size, fill: '#fff', weight: 700, spacing: 1 })}${line(banner.subtitle, left + widthOf(banner.title) * size + size * 1.2, y, { size: small, fill: '#fff', opacity: 0.86 })}`;
  }
  const button = banner.leads && height >= 200;
  const block = size + small * 2 + (button ? size * 1.15 : 0);
  const top = (height - block) / 2 + size * 0.84;
  const bar = `<rect x="${round(left)}" y="${round(top - size * 1.2)}" width="${round(size * 0.9)}" height="${round(Math.max(2, size * 0.07))}" fill="${tones.glow}"/>`;
  return `${height >= 110 ? bar : ''}${line(banner.title, left, top, { size, fill: '#fff', weight: 700, spacing: size > 30 ? 2 : 0.5 })}${line(banner.subtitle, left, top + small * 1.9, { size: small, fill: '#fff', opacity: 0.88 })}${button ? pill(left, top + small * 1.9 + size * 0.55, small, tones) : ''}`;
}

function stacked(banner: Banner, width: number, height: number, tones: Tones): string {
  const size = Math.min(width * 0.13, (width * 0.8) / widthOf(banner.title));
  const small = Math.min(size * 0.5, (width * 0.8) / widthOf(banner.subtitle));
  const y = height * 0.17;
  return `<rect x="${round(width / 2 - size * 0.5)}" y="${round(y - size * 1.3)}" width="${round(size)}" height="2.500" fill="${tones.glow}"/>${line(banner.title, width / 2, y, { size, fill: '#fff', weight: 700, anchor: 'middle', spacing: 1 })}${line(banner.subtitle, width / 2, y + small * 2, { size: small, fill: '#fff', anchor: 'middle', opacity: 0.88 })}`;
}

function pill(x: number, y: number, size: number, tones: Tones): string {
  const width = size * 6.4;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(size * 2.1)}" rx="${round(size * 1.05)}" fill="#fff"/>${line('立即查看', x + width / 2 - size * 0.4, y + size * 1.42, { size: size * 0.92, fill: tones.dark, weight: 600, anchor: 'middle' })}<path d="M${round(x + width - size * 1.5)} ${round(y + size * 0.72)}l${round(size * 0.36)} ${round(size * 0.34)}l${round(-size * 0.36)} ${round(size * 0.34)}" stroke="${tones.dark}" stroke-width="1.800" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`;
}
