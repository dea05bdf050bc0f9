/** A theme color for light and for dark pages. */
export interface ThemeShades {
  light: string
  dark: string
}

/** The backgrounds of the dashboard and of emails, on which the color must be readable. */
const backgrounds: ThemeShades = { light: '#f7f7f5', dark: '#212325' }

/** Contrast of normal text for WCAG 2.2, level AA. */
const minContrast = 4.5
const step = 0.02

/**
 * Returns the color, darkened for light pages and lightened for dark ones until it is readable there. Buttons show
 * white text on the light shade and near-black text on the dark one, which then have enough contrast, too.
 */
export function themeShades(hex: string): ThemeShades | null {
  if (hex === '') return null
  return { light: shade(hex, 0, backgrounds.light), dark: shade(hex, 255, backgrounds.dark) }
}

function shade(hex: string, towards: number, background: string): string {
  for (let share = 0; share < 1; share += step) {
    const mixed = channelsOf(hex).map((channel) => Math.round(channel + (towards - channel) * share))
    const candidate = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    if (contrast(candidate, background) >= minContrast) return candidate
  }
  return towards === 0 ? '#000000' : '#ffffff'
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}
