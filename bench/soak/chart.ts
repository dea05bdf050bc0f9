import { type Panel, panels } from './series.ts'
import type { Sample } from './samples.ts'

const panelWidth = 380
const panelHeight = 150
const plot = { left: 52, top: 30, width: 310, height: 88 }

/** Draws the samples as SVG text: one panel for each unit, with the time in minutes. Works on light and dark pages. */
export function drawChart(samples: Sample[], description: string): string {
  const [width, height] = [2 * panelWidth, Math.ceil(panels.length / 2) * panelHeight]
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % 2) * panelWidth, Math.floor(index / 2) * panelHeight]
    return `<g transform="translate(${x} ${y})">\n${drawPanel(panel, samples)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Soak">
<desc>${escapeXml(description)}</desc>
<style>${style}</style>
<rect width="${width}" height="${height}" class="back"/>
${drawn.join('\n')}
</svg>
`
}

const style = `
text { font: 11px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600 } .back { fill: #fff } .axis { stroke: #bbb; fill: none }
.line0, .line1 { fill: none; stroke-width: 1.6 } .line0 { stroke: #2563eb } .line1 { stroke: #d97706 }
.name0 { fill: #2563eb } .name1 { fill: #d97706 }
@media (prefers-color-scheme: dark) {
  text { fill: #ccc } .back { fill: #16181d } .axis { stroke: #555 }
  .line0 { stroke: #7aa2ff } .line1 { stroke: #f2b25c } .name0 { fill: #7aa2ff } .name1 { fill: #f2b25c }
}
`

function drawPanel({ title, unit, series }: Panel, samples: Sample[]): string {
  const lastMinute = samples.at(-1)!.minute
  const highest = roundUp(1.05 * Math.max(1, ...series.flatMap(({ value }) => samples.map(value))))
  const { left, top, width, height } = plot
  const [right, bottom] = [left + width, top + height]
  const x = (minute: number) => (left + (minute / lastMinute) * width).toFixed(1)
  const y = (value: number) => (bottom - (value / highest) * height).toFixed(1)
  const lines = series.map(({ value }, index) => {
    const points = samples.map((sample) => `${x(sample.minute)},${y(value(sample))}`).join(' ')
    return `<polyline class="line${index}" points="${points}"/>`
  })
  const names = series.map(
    ({ name }, index) =>
      `<text class="name${index}" x="${right - (series.length - 1 - index) * 52}" y="${top - 12}" text-anchor="end">${escapeXml(name)}</text>`,
  )
  return [
    `<text class="title" x="${left}" y="${top - 12}">${escapeXml(title)}${unit && `, ${unit}`}</text>`,
    ...names,
    `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`,
    `<text x="${left - 6}" y="${top + 4}" text-anchor="end">${highest}</text>`,
    `<text x="${left - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${right}" y="${bottom + 15}" text-anchor="end">${lastMinute.toFixed(0)} min</text>`,
    ...lines,
  ].join('\n')
}

/** Returns the next of 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * [1, 2, 5, 10].find((step) => step * power >= value)!
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
