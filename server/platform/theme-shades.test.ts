import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contrast, themeShades } from './theme-shades.ts'

it('returns shades with AA contrast for any color', () => {
  for (const color of [
    '#000000',
    '#ffffff',
    '#0f766e',
    '#ffff00',
    '#8b1e3f',
    '#777777',
    '#00ff00',
    '#0000ff',
  ]) {
    const { light, dark } = themeShades(color)!
    for (const [one, other] of [
      [light, '#ffffff'],
      [light, '#f7f7f5'],
      [dark, '#212325'],
      [dark, '#05221f'],
    ] as const)
      assert.ok(contrast(one, other) >= 4.5, `${color}: ${one} on ${other}`)
  }
})

it('keeps a color that is readable, and none if none is set', () => {
  assert.equal(themeShades('#0f766e')!.light, '#0f766e')
  assert.equal(themeShades(''), null)
})
