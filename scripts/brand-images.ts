import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/*
 * Draws the images of the brand from dashboard/public/baton.svg: the icon for home screens, and the preview card of
 * public pages. Run it after a change of the mark, and commit the images.
 */
const folder = fileURLToPath(new URL('../dashboard/public/', import.meta.url))
const mark = fs.readFileSync(path.join(folder, 'baton.svg'), 'utf8')
const shapes = mark.replace(/^[^]*?<circle/, '<circle').replace('</svg>', '')

/** Home screens round the corners themselves. */
const icon = mark.replace('rx="8"', '')
await save('apple-touch-icon.png', icon, 180, 180)

/** A relay across the card: each agent and person passes the baton on. */
const legs = [-1, 0, 1].map((leg) => `<g transform="translate(${44 + leg * 24} 10.5)">${shapes}</g>`)
const card = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 63">
  <rect width="120" height="63" fill="#0f766e" /><g transform="translate(0 5)">${legs.join('')}</g></svg>`
await save('preview-card.png', card, 1200, 630)

async function save(name: string, svg: string, width: number, height: number): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: 720 }).resize(width, height)
  await image.png({ palette: true, effort: 10 }).toFile(path.join(folder, name))
}
